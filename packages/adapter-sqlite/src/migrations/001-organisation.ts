/**
 * Permissions are one JSON array a user: a set is read and written as a whole, its order counts, and JSON keeps any string,
 * NUL and lone surrogates included. Parents and managers are no foreign keys, because a department can name one that does
 * not exist.
 */
export const ORGANISATION = `
  create table users (
    id text primary key,
    first_name text not null,
    last_name text not null,
    name text not null,
    permissions text not null check (json_type(permissions) = 'array')
  ) strict, without rowid;

  create table user_emails (
    user_id text not null references users (id),
    position integer not null,
    email text not null collate nocase,
    primary key (user_id, position)
  ) strict, without rowid;
  create index user_emails_by_email on user_emails (email);

  create table user_identities (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id),
    position integer not null,
    primary key (issuer, subject)
  ) strict, without rowid;
  create index user_identities_by_user on user_identities (user_id, position);

  create table departments (
    id text primary key,
    name text not null,
    description text not null,
    code text not null,
    parent_id text,
    manager_id text,
    created_at text not null,
    updated_at text not null
  ) strict, without rowid;
  create index departments_newest_first on departments (created_at desc, id desc);

  create table audit_entries (
    id integer primary key autoincrement,
    time text not null,
    actor text not null,
    source text not null check (source in ('http', 'cli', 'import', 'embedded')),
    action text not null check (action in ('add', 'remove', 'set')),
    user_id text not null,
    requested text not null,
    added text not null,
    removed text not null,
    "before" text not null,
    "after" text not null,
    request_id text,
    reason text
  ) strict;
  create index audit_entries_by_user on audit_entries (user_id, id);

  -- "insert or replace" deletes without firing the trigger for it.
  create trigger audit_entries_are_never_replaced before insert on audit_entries
  when new.id in (select id from audit_entries)
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_entries_are_never_altered before update on audit_entries
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_entries_are_never_deleted before delete on audit_entries
  begin select raise(abort, 'audit entries are never deleted'); end;
`;
