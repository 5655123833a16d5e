import type { UserFilter, UserPage, UserSearch } from '@ops-admin/core';
import { foldCase, heldTermsOf, type StoredUser, userOf } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { USER_COLUMNS } from './user-columns.js';

const COUNT = 'select total from user_counter';

/** A page of all users, counted from one of the ends of the list: what is passed over on the way is not read. */
function pageFrom(end: 'first' | 'last'): string {
  const order = end === 'first' ? 'asc' : 'desc';
  return `
    select ${USER_COLUMNS}
    from (
      select user_id, name_key from user_keys order by name_key ${order}, user_id ${order} limit :limit offset :offset
    ) page cross join users u on u.id = page.user_id
    order by page.name_key, page.user_id`;
}

/** A page of the users for whom the conditions hold, each row with the number of all of them. */
function pageWhere(conditions: readonly string[]): string {
  return `
    with found as materialized (
      select user_id, name_key from user_keys where ${conditions.join(' and ')}
    )
    select (select count(*) from found) as total, ${USER_COLUMNS}
    from (select * from found order by name_key, user_id limit :limit offset :offset) page
    cross join users u on u.id = page.user_id
    order by page.name_key, page.user_id`;
}

type TotalRow = StoredUser & { readonly total: number };

/** Prepares the search of users; the statements of each kind of filter are made when it is first used. */
export function prepareUserSearch(database: Database.Database): (search: UserSearch) => UserPage {
  const count = database.prepare<[], number>(COUNT).pluck();
  const fromFirst = database.prepare<[object], StoredUser>(pageFrom('first'));
  const fromLast = database.prepare<[object], StoredUser>(pageFrom('last'));
  const filtered = new Map<string, Database.Statement<[object], TotalRow>>();

  const readAll = ({ start, end = Infinity }: UserSearch): UserPage => {
    const total = count.get() ?? 0;
    const limit = Math.min(end, total) - start;
    if (limit <= 0) return { total, users: [] };
    const after = total - start - limit;
    const rows =
      start <= after ? fromFirst.all({ limit, offset: start }) : fromLast.all({ limit, offset: after });
    return { total, users: rows.map(userOf) };
  };
  const readFound = ({ start, end = Infinity, ...filter }: UserSearch): UserPage => {
    const { conditions, values } = conditionsOf(filter);
    const key = conditions.join();
    const page = filtered.get(key) ?? database.prepare<[object], TotalRow>(pageWhere(conditions));
    filtered.set(key, page);
    const total = () => page.get({ ...values, limit: 1, offset: 0 })?.total ?? 0;
    if (end <= start) return { total: total(), users: [] };
    const rows = page.all({
      ...values,
      limit: Math.min(end - start, MAX_ROWS),
      offset: Math.min(start, MAX_ROWS),
    });
    return { total: rows[0]?.total ?? total(), users: rows.map(userOf) };
  };
  return (search) => {
    const isFiltered = [search.search, search.holds, search.grants].some((one) => one !== undefined);
    return database.transaction(() => (isFiltered ? readFound(search) : readAll(search)))();
  };
}

/** More than there can be. */
const MAX_ROWS = 2 ** 31;

function conditionsOf(filter: UserFilter): {
  readonly conditions: readonly string[];
  readonly values: Readonly<Record<string, string>>;
} {
  const conditions: string[] = [];
  const values: Record<string, string> = {};
  if (filter.search !== undefined) {
    conditions.push('(instr(search_text, :sought) > 0 or substr(user_id, 1, length(:sought)) = :sought)');
    values.sought = foldCase(filter.search);
  }
  for (const [n, term] of heldTermsOf(filter).entries()) {
    const column = 'module' in term ? 'module' : 'permission';
    conditions.push(`user_id in (
      select user_id from user_permissions where permission in (
        select number from permission_names where ${column} in (select value from json_each(:term${n}))))`);
    // In JSON, which SQLite reads as it has read the sets.
    values[`term${n}`] = JSON.stringify('module' in term ? [term.module] : term.permissions);
  }
  return { conditions, values };
}
