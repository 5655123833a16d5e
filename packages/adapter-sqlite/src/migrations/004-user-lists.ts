/** SQL for the items of a JSON array. Texts are compared as SQLite reads them: it keeps NUL and halves of surrogate pairs apart. */
const stringsOf = (list: string) => `select coalesce(value, 'null') as permission from json_each(${list})`;

/** SQL for the rows of permissions that are named for the first time, with their modules as core's `moduleOf` reads them. */
const namesOf = (permissions: string) => `
  select permission, case when substr(permission, 1, 8) = 'service.' then nullif(nullif(cast(
    case instr(rest, x'2e') when 0 then rest else substr(rest, 1, instr(rest, x'2e') - 1) end as text), ''), '*') end
  from (
    -- As bytes, because to substr() a text ends at NUL.
    select permission, substr(cast(permission as blob), 9) as rest from (${permissions})
  ) where true on conflict do nothing`;

/** SQL for what a trigger does with strings that a user is given. */
const hold = (permissions: string) => `
  insert into permission_names (permission, module) ${namesOf(permissions)};
  insert into user_permissions (permission, user_id)
    select number, new.id from permission_names where permission in (${permissions}) on conflict do nothing;`;

const ADDED = `${stringsOf('new.permissions')} except ${stringsOf('old.permissions')}`;
const REMOVED = `${stringsOf('old.permissions')} except ${stringsOf('new.permissions')}`;

/**
 * What lists of users are found and ordered by. Keys are made by core, when a user is written and here by functions of the
 * connection that migrates: SQLite's own lower case is of ASCII alone. Who holds what, and how many users there are, is kept by
 * triggers, whichever program writes.
 *
 * An older program that has the file open knows no keys: users whom it imports are in no list, so that none can run beside
 * this.
 */
export const USER_LISTS: string = `
  create table user_keys (
    user_id text primary key,
    name_key text not null,
    search_text text not null
  ) strict, without rowid;
  create index user_keys_by_name on user_keys (name_key, user_id);

  create table permission_names (
    number integer primary key,
    permission text not null unique,
    module text
  ) strict;
  create index permission_names_by_module on permission_names (module) where module is not null;

  create table user_permissions (
    permission integer not null,
    user_id text not null,
    primary key (permission, user_id)
  ) strict, without rowid;

  create table user_counter (
    only_row integer primary key check (only_row = 1),
    total integer not null
  ) strict;

  insert into user_keys (user_id, name_key, search_text)
    select id, name_key_of(name), search_text_of(first_name, last_name, name,
      (select json_group_array(e.email order by e.position) from user_emails e where e.user_id = u.id))
    from users u;
  insert into permission_names (permission, module)
    ${namesOf("select distinct coalesce(value, 'null') as permission from users u, json_each(u.permissions)")};
  insert into user_permissions (permission, user_id)
    select n.number, u.id
    from users u cross join json_each(u.permissions) item
    cross join permission_names n on n.permission = coalesce(item.value, 'null')
    where true on conflict do nothing;
  insert into user_counter (only_row, total) select 1, count(*) from users;

  create trigger users_are_listed after insert on users begin
    update user_counter set total = total + 1;
    ${hold(stringsOf('new.permissions'))}
  end;
  create trigger users_are_listed_as_they_are after update of permissions on users
  when new.permissions <> old.permissions begin
    delete from user_permissions where user_id = old.id
      and permission in (select number from permission_names where permission in (${REMOVED}));
    ${hold(ADDED)}
  end;
  create trigger users_are_listed_no_more after delete on users begin
    update user_counter set total = total - 1;
    delete from user_keys where user_id = old.id;
    delete from user_permissions where user_id = old.id
      and permission in (select number from permission_names where permission in (${stringsOf('old.permissions')}));
  end;
`;
