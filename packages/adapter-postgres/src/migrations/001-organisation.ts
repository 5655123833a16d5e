/**
 * The tables of adapter-sqlite's second version, column by column, so that rows carry over as they are: permissions and the
 * lists of entries are JSON in text, which keeps any string exactly (`jsonb` does not), times are text as core writes them.
 * Everything is compared byte by byte, whatever the collation of the database.
 *
 * `audit_counter` is the number of the newest entry, also where that was removed, and the row that every change locks.
 */
export const ORGANISATION = `
  create table users (
    id text collate "C" primary key,
    first_name text collate "C" not null,
    last_name text collate "C" not null,
    name text collate "C" not null,
    permissions text collate "C" not null check (json_typeof(permissions::json) = 'array')
  );

  create table user_emails (
    user_id text collate "C" not null references users (id),
    position integer not null,
    email text collate "C" not null,
    primary key (user_id, position)
  );
  -- Under "C", lower() knows ASCII alone.
  create index user_emails_by_email on user_emails (lower(email));

  create table user_identities (
    issuer text collate "C" not null,
    subject text collate "C" not null,
    user_id text collate "C" not null references users (id),
    position integer not null,
    primary key (issuer, subject)
  );
  create index user_identities_by_user on user_identities (user_id, position);

  create table departments (
    id text collate "C" primary key,
    name text collate "C" not null,
    description text collate "C" not null,
    code text collate "C" not null,
    parent_id text collate "C",
    manager_id text collate "C",
    created_at text collate "C" not null,
    updated_at text collate "C" not null
  );
  create index departments_newest_first on departments (created_at desc, id desc);

  create table audit_entries (
    id bigint primary key,
    time text collate "C" not null,
    actor text collate "C" not null,
    source text collate "C" not null check (source in ('http', 'cli', 'import', 'embedded')),
    action text collate "C" not null check (action in ('add', 'remove', 'set', 'revert')),
    user_id text collate "C" not null,
    requested text collate "C" not null,
    added text collate "C" not null,
    removed text collate "C" not null,
    "before" text collate "C" not null,
    "after" text collate "C" not null,
    request_id text collate "C",
    reason text collate "C",
    batch text collate "C",
    reverts bigint,
    previous text collate "C",
    digest text collate "C",
    key_id text collate "C"
  );
  create index audit_entries_by_user on audit_entries (user_id, id);
  create index audit_entries_by_batch on audit_entries (batch, id) where batch is not null;

  create function audit_entries_are_append_only() returns trigger language plpgsql as $$
    begin
      raise exception 'audit entries are never altered or removed';
    end
  $$;
  create trigger audit_entries_are_never_altered before update or delete on audit_entries
    for each row execute function audit_entries_are_append_only();
  create trigger audit_entries_are_never_emptied before truncate on audit_entries
    for each statement execute function audit_entries_are_append_only();

  create table audit_counter (
    only_row boolean primary key default true check (only_row),
    last_id bigint not null
  );
  insert into audit_counter (last_id) values (0);
`;
