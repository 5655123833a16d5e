/**
 * An entry keeps what it changed as rows, and digests of the sets before and after; whole sets are kept beside it where they
 * cannot be worked out. Entries of links and unlinks, and seals of what is older than the chain. What was sealed before
 * keeps both sets, for its seal is of them. Parts of the trail can be archived: nothing else can be deleted.
 *
 * Texts of permissions are JSON without its quotes, see `storedText` in core. An older program does not know the columns:
 * its changes fail, and nothing is written.
 */
export const CHANGES_AS_ROWS = `
  create table trail_entries (
    id integer primary key autoincrement,
    time text not null,
    actor text not null,
    source text not null check (source in ('http', 'cli', 'import', 'embedded')),
    action text not null check (action in ('add', 'remove', 'set', 'revert', 'link', 'unlink', 'seal')),
    user_id text,
    requested text not null,
    before_digest text,
    after_digest text,
    since_sets integer not null,
    request_id text,
    reason text,
    batch text,
    reverts integer,
    issuer text,
    subject text,
    covered_entries integer,
    covered_digest text,
    previous text,
    digest text,
    key_id text
  ) strict;

  create table audit_changes (
    entry_id integer not null,
    position integer not null,
    is_added integer not null check (is_added in (0, 1)),
    permission text not null,
    module text,
    primary key (entry_id, position)
  ) strict, without rowid;

  create table audit_sets (
    user_id text not null,
    entry_id integer not null,
    "before" text,
    "after" text not null,
    primary key (user_id, entry_id)
  ) strict, without rowid;

  create table audit_archives (
    last_id integer primary key,
    first_id integer not null,
    file text not null,
    time text not null,
    actor text not null,
    reason text,
    previous text not null,
    last_digest text not null,
    sets_digest text not null,
    key_id text not null,
    digest text not null
  ) strict;

  insert into trail_entries
    (id, time, actor, source, action, user_id, requested, since_sets, request_id, reason, batch, reverts, previous, digest, key_id)
    select id, time, actor, source, action, user_id, requested, 0, request_id, reason, batch, reverts, previous, digest, key_id
    from audit_entries order by id;

  with lists as (
    select id, 1 as is_added, added as list from audit_entries
    union all
    select id, 0, removed from audit_entries
  ), arrays as (
    -- What is no array was tampered with; it stays as it is, so that the check of the trail names its entry.
    select id, is_added,
      case when json_valid(list) then case json_type(list) when 'array' then list else json_array(list) end
      else json_array(list) end as list
    from lists
  ), texts as (
    -- With "->" a string keeps its escapes.
    select a.id, a.is_added, item.key, a.list -> ('$[' || item.key || ']') as json from arrays a, json_each(a.list) item
  ), permissions as (
    select id, is_added, key, substr(json, 2, length(json) - 2) as permission from texts
  ), parts as (
    select *, case when substr(permission, 1, 8) = 'service.' then substr(permission, 9) || '.' end as rest from permissions
  )
  insert into audit_changes (entry_id, position, is_added, permission, module)
    select id, row_number() over (partition by id order by is_added desc, key) - 1, is_added, permission,
      nullif(nullif(substr(rest, 1, instr(rest, '.') - 1), ''), '*')
    from parts;

  insert into audit_sets (user_id, entry_id, "before", "after")
    select user_id, id, "before", "after" from audit_entries;

  -- The number of the newest entry there ever was.
  insert into sqlite_sequence (name, seq)
    select 'trail_entries', 0 where not exists (select 1 from sqlite_sequence where name = 'trail_entries');
  update sqlite_sequence set seq = (select coalesce(max(seq), 0) from sqlite_sequence where name = 'audit_entries')
    where name = 'trail_entries';
  drop table audit_entries;
  alter table trail_entries rename to audit_entries;

  create index audit_entries_by_user on audit_entries (user_id, id);
  create index audit_entries_by_batch on audit_entries (batch, id) where batch is not null;
  create index audit_entries_that_changed on audit_entries (user_id, id) where before_digest is not after_digest;
  create index audit_entries_that_seal on audit_entries (id) where action = 'seal';
  create index audit_changes_by_permission on audit_changes (permission, entry_id);
  create index audit_changes_by_module on audit_changes (module, entry_id) where module is not null;

  -- "insert or replace" deletes without firing the trigger for it.
  create trigger audit_entries_are_never_replaced before insert on audit_entries
  when new.id in (select id from audit_entries)
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_entries_are_never_altered before update on audit_entries
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_entries_are_only_archived before delete on audit_entries
  when old.id > (select coalesce(max(last_id), 0) from audit_archives)
  begin select raise(abort, 'audit entries are never deleted'); end;

  create trigger audit_changes_are_never_replaced before insert on audit_changes
  when exists (select 1 from audit_changes where entry_id = new.entry_id and position = new.position)
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_changes_are_never_altered before update on audit_changes
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_changes_are_only_archived before delete on audit_changes
  when old.entry_id > (select coalesce(max(last_id), 0) from audit_archives)
  begin select raise(abort, 'audit entries are never deleted'); end;

  create trigger audit_sets_are_never_replaced before insert on audit_sets
  when exists (select 1 from audit_sets where user_id = new.user_id and entry_id = new.entry_id)
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_sets_are_never_altered before update on audit_sets
  begin select raise(abort, 'audit entries are never altered'); end;
  create trigger audit_sets_are_only_archived before delete on audit_sets
  when old.entry_id > (select coalesce(max(last_id), 0) from audit_archives)
  begin select raise(abort, 'audit entries are never deleted'); end;

  create trigger audit_archives_are_never_replaced before insert on audit_archives
  when new.last_id in (select last_id from audit_archives)
  begin select raise(abort, 'archives are never altered'); end;
  create trigger audit_archives_are_never_altered before update on audit_archives
  begin select raise(abort, 'archives are never altered'); end;
  create trigger audit_archives_are_never_deleted before delete on audit_archives
  begin select raise(abort, 'archives are never altered'); end;
`;
