/**
 * Entries become links of a chain, and report runs and reverts. The table is made again, because SQLite cannot alter a
 * check. Entries from before have no seal: giving them one now would vouch for what nobody watched.
 */
export const AUDIT_CHAIN = `
  create table chained_entries (
    id integer primary key autoincrement,
    time text not null,
    actor text not null,
    source text not null check (source in ('http', 'cli', 'import', 'embedded')),
    action text not null check (action in ('add', 'remove', 'set', 'revert')),
    user_id text not null,
    requested text not null,
    added text not null,
    removed text not null,
    "before" text not null,
    "after" text not null,
    request_id text,
    reason text,
    batch text,
    reverts integer,
    previous text,
    digest text,
    key_id text
  ) strict;
  insert into chained_entries
    (id, time, actor, source, action, user_id, requested, added, removed, "before", "after", request_id, reason)
    select
      id, time, actor, source, action, user_id, requested, added, removed, "before", "after", request_id, reason
    from audit_entries order by id;
  drop table audit_entries;
  alter table chained_entries rename to audit_entries;

  create index audit_entries_by_user on audit_entries (user_id, id);
  create index audit_entries_by_batch on audit_entries (batch, id) where batch is not null;

  -- "insert or replace" deletes without firing the trigger for it.
  create trigger audit_entries_are_never_replaced before insert on audit_entries
  when new.id in (select id from audit_entries)
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_entries_are_never_altered before update on audit_entries
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_entries_are_never_deleted before delete on audit_entries
  begin select raise(abort, 'audit entries are never deleted'); end;
`;
