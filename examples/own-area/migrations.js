// As with those of ops-admin, what was released is never altered: append. No `begin`, no `commit`; tables are named after
// the area, and name no table of ops-admin in a foreign key.

/** The SQL of each version of the table, for each kind of database. */
export const MIGRATIONS = {
  sqlite: [
    `create table ticket_feedback (
      ticket_id text not null,
      user_id text not null,
      rating integer not null check (rating between 1 and 5),
      comment text not null,
      time text not null,
      primary key (ticket_id, user_id)
    ) strict;
    create index ticket_feedback_by_time on ticket_feedback (time, ticket_id, user_id)`,
  ],
  postgres: [
    `create table ticket_feedback (
      ticket_id text collate "C" not null,
      user_id text collate "C" not null,
      rating integer not null check (rating between 1 and 5),
      comment text not null,
      time text collate "C" not null,
      primary key (ticket_id, user_id)
    );
    create index ticket_feedback_by_time on ticket_feedback (time, ticket_id, user_id)`,
  ],
};
