import {
  ok,
  okAsync,
  type ResultAsync,
  type StoreUnavailable,
  type UserFilter,
  type UserPage,
  type UserSearch,
} from '@ops-admin/core';
import { foldCase, heldTermsOf, type StoredUser, storedText, userOf } from '@ops-admin/core/adapter';
import { canBeText } from './can-be-text.js';
import type { PostgresDatabase } from './postgres-database.js';
import { USER_COLUMNS } from './user-columns.js';

/** `id` is `null`, like all but the total, where the page is empty. */
type PageRow = { readonly total: number } & (StoredUser | { readonly id: null });

/** The rows of a page with a total of the same moment, which is there also where the page is empty. */
function rowsOf(page: string, total: string): string {
  return `
  select (${total}) as total, ${USER_COLUMNS}
  from (values (true)) one
  left join (${page}) page on true
  left join users u on u.id = page.user_id
  order by page.name_key, page.user_id`;
}

/** A page of all users by its distance from the first, or from the last. */
function pageFrom(end: 'first' | 'last'): string {
  const order = end === 'first' ? 'asc' : 'desc';
  return rowsOf(
    `select user_id, name_key from user_keys order by name_key ${order}, user_id ${order} limit $1 offset $2`,
    'select total from user_counter',
  );
}

const FROM_FIRST = { name: 'users-from-first', text: pageFrom('first') };
const FROM_LAST = { name: 'users-from-last', text: pageFrom('last') };

/** The list of users, and parts of it. */
export class UserLists {
  readonly #database: PostgresDatabase;
  /** How many there were when it was read last. */
  #lastTotal = 0;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  /** See `UserDirectory.search`. */
  search({ start, end, ...filter }: UserSearch): ResultAsync<UserPage, StoreUnavailable> {
    const range = end === undefined ? { start } : { start, end };
    const isFiltered = Object.values(filter).some((one) => one !== undefined);
    return isFiltered ? this.#readFound(range, filter) : this.#readAll(range, this.#lastTotal);
  }

  /** Counts from the end that is nearer, since each user on the way takes its time. */
  #readAll({ start, end = Infinity }: UserSearch, expected: number): ResultAsync<UserPage, StoreUnavailable> {
    const length = Math.max(0, Math.min(end, expected) - start);
    const after = expected - start - length;
    const fromLast = length > 0 && after < start;
    const statement = fromLast
      ? { ...FROM_LAST, values: [length, after] }
      : { ...FROM_FIRST, values: [limitOf(start, end), start] };
    return this.#database.read<PageRow>(statement, amountOf(start, end)).andThen((rows) => {
      const page = pageOf(rows);
      this.#lastTotal = page.total;
      // What was counted from the last holds for that total alone; from the first, it was the long way if it was far.
      return page.total !== expected && fromLast ? this.#readAll({ start, end }, page.total) : ok(page);
    });
  }

  #readFound(
    { start, end = Infinity }: UserSearch,
    filter: UserFilter,
  ): ResultAsync<UserPage, StoreUnavailable> {
    if (filter.search !== undefined && !canBeText(filter.search)) return okAsync({ total: 0, users: [] });
    const { found, values } = foundBy(filter);
    const text = `
      with found as materialized (${found})
      ${rowsOf('select * from found order by name_key, user_id limit $1 offset $2', 'select count(*) from found')}`;
    // Without a name, so that it is planned for what is looked for: few or many.
    const statement = { text, values: [limitOf(start, end), start, ...values] };
    return this.#database.read<PageRow>(statement, amountOf(start, end)).map(pageOf);
  }
}

/** SQL for the keys of those who fit. Those who hold one thing and another are found together, or the server expects none. */
function foundBy(filter: UserFilter): { readonly found: string; readonly values: readonly unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 2}`;
  const holders = heldTermsOf(filter).map((term) => {
    const named =
      'module' in term
        ? `module = ${parameter(storedText(term.module))}`
        : `permission = any (${parameter(term.permissions.map(storedText))}::text[])`;
    return `select h.user_id from permission_names n join user_permissions h on h.permission = n.number where n.${named}`;
  });
  const conditions = holders.length > 0 ? [`user_id in (${holders.join(' intersect ')})`] : [];
  if (filter.search !== undefined) {
    const sought = parameter(foldCase(filter.search));
    conditions.push(`(strpos(search_text, ${sought}) > 0 or starts_with(user_id, ${sought}))`);
  }
  return { found: `select user_id, name_key from user_keys where ${conditions.join(' and ')}`, values };
}

function limitOf(start: number, end: number): number | null {
  return end === Infinity ? null : Math.max(0, end - start);
}

/** Lists without an end may be long. */
function amountOf(start: number, end: number): 'little' | 'much' {
  return end - start > 1000 ? 'much' : 'little';
}

function pageOf(rows: readonly PageRow[]): UserPage {
  const users = rows.flatMap((row) => (row.id === null ? [] : [userOf(row)]));
  return { total: rows[0]?.total ?? 0, users };
}
