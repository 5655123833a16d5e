import {
  okAsync,
  type ResultAsync,
  type StoreUnavailable,
  type UserFilter,
  type UserPage,
  type UserSearch,
} from '@ops-admin/core';
import { foldCase, heldTermsOf, type StoredUser, storedText, userOf } from '@ops-admin/core/adapter';
import { canBeText } from './can-be-text.js';
import { markBefore } from './list-marks.js';
import type { PostgresDatabase } from './postgres-database.js';
import { USER_COLUMNS } from './user-columns.js';

/** `id` is `null`, like everything except the total, if the page is empty. */
type PageRow = { readonly total: number } & (StoredUser | { readonly id: null });

/** A page of all users, counted from a mark, with the total of the same moment. */
const PAGE = {
  name: 'users-in-order',
  text: `
  select (select total from user_counter) as total, ${USER_COLUMNS}
  from (${markBefore('users', '$2')}) mark
  left join lateral (
    select user_id, name_key from user_keys where (name_key, user_id) >= (mark.sort_key, mark.id)
    order by name_key, user_id limit $1 offset $2 - mark.before
  ) page on true
  left join users u on u.id = page.user_id
  order by page.name_key, page.user_id`,
};

/** The list of users, and parts of it. */
export class UserLists {
  readonly #database: PostgresDatabase;
  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** See `UserDirectory.search`. */
  search({ start, end, ...filter }: UserSearch): ResultAsync<UserPage, StoreUnavailable> {
    const range = end === undefined ? { start } : { start, end };
    const isFiltered = Object.values(filter).some((one) => one !== undefined);
    return isFiltered ? this.#readFound(range, filter) : this.#readAll(range);
  }

  #readAll({ start, end = Infinity }: UserSearch): ResultAsync<UserPage, StoreUnavailable> {
    return this.#database
      .read<PageRow>({ ...PAGE, values: [limitOf(start, end), start] }, amountOf(start, end))
      .map(pageOf);
  }

  /**
   * Counts first. Then it finds the page by going through the list from the nearer end, or by what users hold, if that is
   * likely to read less.
   */
  #readFound(
    { start, end = Infinity }: UserSearch,
    filter: UserFilter,
  ): ResultAsync<UserPage, StoreUnavailable> {
    if (filter.search !== undefined && !canBeText(filter.search)) return okAsync({ total: 0, users: [] });
    const { count, few, many, values } = statementsFor(filter);
    return this.#database.readTogether(async (connection) => {
      const [counted] = await connection.query<Count>({ text: count, values });
      const { total = 0, all = 0 } = counted ?? {};
      const limit = Math.min(end, total) - start;
      if (limit <= 0) return { total, users: [] };
      const after = total - start - limit;
      const way = ((Math.min(start, after) + limit) * all) / total;
      const isMany = way < total;
      const fromLast = isMany && after < start;
      const rows = await connection.query<StoredUser>({
        // Without a name, so that it is planned for each search.
        text: isMany ? many(fromLast ? 'desc' : 'asc') : few,
        values: [...values, limit, fromLast ? after : start],
      });
      return { total, users: rows.map(userOf) };
    });
  }
}

interface Count {
  readonly total: number;
  /** How many users there are. */
  readonly all: number;
}

/** The search for users; the parameters after `values` are the limit and the offset. */
interface SearchStatements {
  readonly count: string;
  readonly few: string;
  readonly many: (order: 'asc' | 'desc') => string;
  readonly values: readonly unknown[];
}

function statementsFor(filter: UserFilter): SearchStatements {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const held = heldTermsOf(filter).map((term) => {
    const named =
      'module' in term
        ? `module = ${parameter(storedText(term.module))}`
        : `permission = any (${parameter(term.permissions.map(storedText))}::text[])`;
    return `permission = any (array(select number from permission_names where ${named}))`;
  });
  const sought = filter.search === undefined ? undefined : parameter(foldCase(filter.search));
  const isFound =
    sought === undefined ? 'true' : `(strpos(search_text, ${sought}) > 0 or starts_with(user_id, ${sought}))`;
  const holders = held.map((one) => `select user_id from user_permissions where ${one}`);
  const found = `select user_id, name_key from user_keys where ${[isFound, ...holders.map((some) => `user_id in (${some})`)].join(' and ')}`;
  const counted =
    sought === undefined && holders.length === 1
      ? `select count(distinct user_id) from (${holders}) every`
      : `select count(*) from (${found}) every`;
  const [limit, offset] = [values.length + 1, values.length + 2];
  const page = (users: string, order: string) => `
    select ${USER_COLUMNS}
    from (${users} order by name_key ${order}, user_id ${order} limit $${limit} offset $${offset}) page
    join users u on u.id = page.user_id order by page.name_key, page.user_id`;
  // The offset prevents joins: each is looked up on the way, in the order of the list.
  const probes = held.map(
    (one) => `exists (select from user_permissions h where h.user_id = k.user_id and h.${one} offset 0)`,
  );
  return {
    count: `select (${counted}) as total, (select total from user_counter) as all`,
    few: page(`select * from (with found as materialized (${found}) select * from found) few`, 'asc'),
    many: (order) =>
      page(`select user_id, name_key from user_keys k where ${[isFound, ...probes].join(' and ')}`, order),
    values,
  };
}

function limitOf(start: number, end: number): number | null {
  return end === Infinity ? null : Math.max(0, end - start);
}

/** Lists without an end can be long. */
function amountOf(start: number, end: number): 'little' | 'much' {
  return end - start > 1000 ? 'much' : 'little';
}

function pageOf(rows: readonly PageRow[]): UserPage {
  const users = rows.flatMap((row) => (row.id === null ? [] : [userOf(row)]));
  return { total: rows[0]?.total ?? 0, users };
}
