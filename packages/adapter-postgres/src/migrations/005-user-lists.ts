import { type StoredUser, userOf } from '@ops-admin/core/adapter';
import type { Connection } from '../postgres-database.js';
import { USER_COLUMNS } from '../user-columns.js';
import { writeUserKeys } from '../write-users.js';

const USERS_PER_STEP = 1000;

/** Makes the keys of the users who are there. */
export async function fillUserKeys(connection: Connection): Promise<void> {
  const text = `select ${USER_COLUMNS} from users u where u.id > $1 order by u.id limit ${USERS_PER_STEP}`;
  for (let last = ''; ; ) {
    const rows = await connection.query<StoredUser>({ text, values: [last] });
    await writeUserKeys(connection, rows.map(userOf));
    const end = rows.at(-1);
    if (!end || rows.length < USERS_PER_STEP) return;
    last = end.id;
  }
}

/**
 * The fourth version of adapter-sqlite's schema, see there: what lists of users are found and ordered by. Keys are made by core,
 * so that the order is that of every store; who holds what, and how many users there are, is kept by triggers. Texts of
 * permissions are JSON without its quotes, see `storedText` in core.
 *
 * A program that does not know the keys must not import users. One that serves can go on until it is replaced: it imports
 * nothing, and no older program is let in anew.
 */
export const USER_LISTS = `
  -- Nobody writes between what is filled in here and the triggers.
  lock table users in share row exclusive mode;

  create table user_keys (
    user_id text collate "C" primary key,
    name_key text collate "C" not null,
    search_text text collate "C" not null
  );
  create index user_keys_by_name on user_keys (name_key, user_id);

  create table permission_names (
    number integer primary key generated always as identity,
    permission text collate "C" not null unique,
    module text collate "C"
  );
  create index permission_names_by_module on permission_names (module) where module is not null;

  create table user_permissions (
    permission integer not null,
    user_id text collate "C" not null,
    primary key (permission, user_id)
  );

  create table user_counter (
    only_row boolean primary key default true check (only_row),
    total bigint not null
  );
  insert into user_counter (total) select count(*) from users;

  create function permissions_in(list text) returns setof text language sql immutable as $$
    select case json_typeof(item) when 'string' then substr(item::text, 2, length(item::text) - 2) else item::text end
    from json_array_elements(list::json) item
  $$;
  create function module_of(permission text) returns text language sql immutable as $$
    select case when left(permission, 8) = 'service.'
      then nullif(nullif(split_part(substr(permission, 9), '.', 1), ''), '*') end
  $$;

  insert into permission_names (permission, module)
    select held, module_of(held) from (select distinct permissions_in(permissions) collate "C" as held from users) every;
  insert into user_permissions (permission, user_id)
    select distinct n.number, u.id
    from (select id, permissions_in(permissions) collate "C" as held from users) u
    join permission_names n on n.permission = u.held;

  -- One by one: a plan that a connection made while the tables were small would not do for sets.
  create function users_hold(userid text, before text, after text) returns void language plpgsql
  set search_path from current as $$
    declare
      held text;
      named integer;
    begin
      for held in select permissions_in(before) except select permissions_in(after) loop
        delete from user_permissions h
          where h.user_id = userid and h.permission = (select n.number from permission_names n where n.permission = held);
      end loop;
      for held in select permissions_in(after) except select permissions_in(before) loop
        select n.number into named from permission_names n where n.permission = held;
        if not found then
          insert into permission_names (permission, module) values (held, module_of(held)) returning number into named;
        end if;
        insert into user_permissions (permission, user_id) values (named, userid) on conflict do nothing;
      end loop;
    end
  $$;
  create function user_is_listed() returns trigger language plpgsql set search_path from current as $$
    begin
      if tg_op = 'INSERT' then
        perform users_hold(new.id, '[]', new.permissions);
      elsif tg_op = 'UPDATE' then
        perform users_hold(new.id, old.permissions, new.permissions);
      else
        perform users_hold(old.id, old.permissions, '[]');
        delete from user_keys where user_id = old.id;
      end if;
      return null;
    end
  $$;
  create trigger user_is_listed after insert on users
    for each row when (new.permissions <> '[]') execute function user_is_listed();
  create trigger user_is_listed_as_they_are after update of permissions on users
    for each row when (new.permissions <> old.permissions) execute function user_is_listed();
  create trigger user_is_listed_no_more after delete on users
    for each row execute function user_is_listed();

  create function users_are_counted() returns trigger language plpgsql set search_path from current as $$
    begin
      if tg_op = 'INSERT' then
        update user_counter set total = total + (select count(*) from written);
      elsif tg_op = 'DELETE' then
        update user_counter set total = total - (select count(*) from written);
      else
        update user_counter set total = 0;
        delete from user_permissions;
        delete from user_keys;
      end if;
      return null;
    end
  $$;
  create trigger users_are_counted_in after insert on users
    referencing new table as written for each statement execute function users_are_counted();
  create trigger users_are_counted_out after delete on users
    referencing old table as written for each statement execute function users_are_counted();
  create trigger users_are_counted_away after truncate on users
    for each statement execute function users_are_counted();
`;
