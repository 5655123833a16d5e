/**
 * The third version of adapter-sqlite's schema, see there: an entry keeps what it changed as rows, and digests of the sets
 * before and after; whole sets are kept beside it where they cannot be worked out; parts of the trail can be archived.
 *
 * An older program does not know the columns, so none can run beside this: its changes fail, and nothing is written.
 */
export const CHANGES_AS_ROWS = `
  create table audit_changes (
    entry_id bigint not null,
    position integer not null,
    is_added integer not null check (is_added in (0, 1)),
    permission text collate "C" not null,
    module text collate "C",
    primary key (entry_id, position)
  );
  create table audit_sets (
    user_id text collate "C" not null,
    entry_id bigint not null,
    "before" text collate "C",
    "after" text collate "C" not null,
    primary key (user_id, entry_id)
  );
  create table audit_archives (
    last_id bigint primary key,
    first_id bigint not null,
    file text collate "C" not null,
    time text collate "C" not null,
    actor text collate "C" not null,
    reason text collate "C",
    previous text collate "C" not null,
    last_digest text collate "C" not null,
    sets_digest text collate "C" not null,
    key_id text collate "C" not null,
    digest text collate "C" not null
  );

  -- What is no array was tampered with; it stays as it is, so that the check of the trail names its entry.
  create function audit_items_of(list text) returns table (quoted text, place bigint) language plpgsql as $$
    begin
      return query select item.value::text, item.ordinality from json_array_elements(list::json) with ordinality item;
    exception when others then
      return query select to_json(list)::text, 1::bigint;
    end
  $$;
  with texts as (
    select e.id, 1 as is_added, item.place, item.quoted from audit_entries e, audit_items_of(e.added) item
    union all
    select e.id, 0, item.place, item.quoted from audit_entries e, audit_items_of(e.removed) item
  ), permissions as (
    select id, is_added, place, substr(quoted, 2, length(quoted) - 2) as permission from texts
  )
  insert into audit_changes (entry_id, position, is_added, permission, module)
    select id, row_number() over (partition by id order by is_added desc, place) - 1, is_added, permission,
      case when left(permission, 8) = 'service.'
        then nullif(nullif(split_part(substr(permission, 9), '.', 1), ''), '*') end
    from permissions;
  drop function audit_items_of(text);

  insert into audit_sets (user_id, entry_id, "before", "after") select user_id, id, "before", "after" from audit_entries;

  alter table audit_entries
    drop column added, drop column removed, drop column "before", drop column "after",
    alter column user_id drop not null,
    drop constraint audit_entries_action_check,
    add constraint audit_entries_action_check
      check (action in ('add', 'remove', 'set', 'revert', 'link', 'unlink', 'seal')),
    add column before_digest text collate "C",
    add column after_digest text collate "C",
    add column since_sets integer not null default 0,
    add column issuer text collate "C",
    add column subject text collate "C",
    add column covered_entries bigint,
    add column covered_digest text collate "C";

  create index audit_entries_that_changed on audit_entries (user_id, id)
    where before_digest is distinct from after_digest;
  create index audit_entries_that_seal on audit_entries (id) where action = 'seal';
  create index audit_changes_by_permission on audit_changes (permission, entry_id);
  create index audit_changes_by_module on audit_changes (module, entry_id) where module is not null;

  create or replace function audit_entries_are_append_only() returns trigger language plpgsql
  set search_path from current as $$
    begin
      if tg_op = 'DELETE' and tg_nargs = 1 then
        if (to_jsonb(old) ->> tg_argv[0])::bigint <= (select coalesce(max(last_id), 0) from audit_archives) then
          return old;
        end if;
      end if;
      raise exception 'audit entries are never altered or removed';
    end
  $$;
  drop trigger audit_entries_are_never_altered on audit_entries;
  create trigger audit_entries_are_never_altered before update or delete on audit_entries
    for each row execute function audit_entries_are_append_only('id');
  create trigger audit_changes_are_never_altered before update or delete on audit_changes
    for each row execute function audit_entries_are_append_only('entry_id');
  create trigger audit_changes_are_never_emptied before truncate on audit_changes
    for each statement execute function audit_entries_are_append_only();
  create trigger audit_sets_are_never_altered before update or delete on audit_sets
    for each row execute function audit_entries_are_append_only('entry_id');
  create trigger audit_sets_are_never_emptied before truncate on audit_sets
    for each statement execute function audit_entries_are_append_only();
  create trigger audit_archives_are_never_altered before update or delete on audit_archives
    for each row execute function audit_entries_are_append_only();
  create trigger audit_archives_are_never_emptied before truncate on audit_archives
    for each statement execute function audit_entries_are_append_only();
`;
