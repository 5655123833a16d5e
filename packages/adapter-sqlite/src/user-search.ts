import type { UserFilter, UserPage, UserSearch } from '@ops-admin/core';
import { foldCase, heldTermsOf, type StoredUser, userOf } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { PAGE_LIMIT, prepareMarks } from './list-marks.js';
import { untilWritten } from './until-written.js';
import { USER_COLUMNS } from './user-columns.js';

/** In the order of the list, or reversed. */
type Order = 'asc' | 'desc';

const TOTAL = 'select total from user_counter';
const ALL = 'select user_id, name_key from user_keys k';
/** Below this position, skipping rows is faster than reading marks. */
const NEAR = 1000;
/** Up to this many users with a text are found and sorted at once: counting them first would read all users twice. */
const FEW = 1000;

/** A page counted from one of the ends of a list; skipped users are not read. */
function pageOf(users: string, order: Order): string {
  return `
    select ${USER_COLUMNS}
    from (${users} order by name_key ${order}, user_id ${order} ${PAGE_LIMIT}) page
    cross join users u on u.id = page.user_id
    order by page.name_key, page.user_id`;
}

/** A row of the few found users; `id` is `null`, like everything except their number, if no user is at the positions. */
type FoundRow = { readonly total: number } & (StoredUser | { readonly id: null });

/** The search for some of the users. */
interface SearchSql {
  readonly count: string;
  /** Finds them in any order, `:most` of them, and sorts them. */
  readonly few: string;
  /** Goes through the list, and checks each. */
  readonly many: (order: Order) => string;
}

function sqlFor({ canBeId, columns, isText }: Terms): SearchSql {
  const isFound = 'instr(search_text, :text) > 0';
  const textOrId = canBeId ? `(${isFound} or substr(user_id, 1, length(:text)) = :text)` : isFound;
  const text = isText ? [textOrId] : [];
  const held = columns.map(
    (column, n) => `permission in (
      select number from permission_names where ${column} in (select value from json_each(:term${n})))`,
  );
  const holders = held.map((one) => `select user_id from user_permissions where ${one}`).join(' intersect ');
  const isHolder = held.length > 0 ? [`user_id in (${holders})`] : [];
  const holds = held.map(
    (one) => `exists (select 1 from user_permissions h where h.user_id = k.user_id and h.${one})`,
  );
  const found = `${ALL} where ${[...text, ...isHolder].join(' and ')}`;
  return {
    count: isText ? `select count(*) from (${found})` : `select count(distinct user_id) from (${holders})`,
    few: `
      with found as materialized (${found} limit +:most)
      select (select count(*) from found) as total, ${USER_COLUMNS}
      from (select 1)
      left join (select * from found order by name_key, user_id ${PAGE_LIMIT}) page
      left join users u on u.id = page.user_id
      order by page.name_key, page.user_id`,
    many: (order) => pageOf(`${ALL} where ${[...holds, ...text].join(' and ')}`, order),
  };
}

type Page = Database.Statement<[object], StoredUser>;
type Pages = Readonly<Record<Order, Page>>;

/** Prepares the search of users; the statements of each kind of filter are made when it is first used. */
export function prepareUserSearch(database: Database.Database): (search: UserSearch) => UserPage {
  const numberIn = (sql: string) => database.prepare<[object], number>(sql).pluck();
  const page = (sql: string): Page => database.prepare(sql);
  const pages = (sqlOf: (order: Order) => string): Pages => ({
    asc: page(sqlOf('asc')),
    desc: page(sqlOf('desc')),
  });
  const total = numberIn(TOTAL);
  const marks = prepareMarks(database, 'users');
  const everyone = page(pageOf(`${ALL} where (name_key, user_id) >= (:sortKey, :id)`, 'asc'));
  const prepare = (terms: Terms) => {
    const { count, few, many } = sqlFor(terms);
    return { count: numberIn(count), few: database.prepare<[object], FoundRow>(few), many: pages(many) };
  };
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const statementsFor = (terms: Terms) => {
    const key = `${terms.isText} ${terms.canBeId} ${terms.columns}`;
    const statements = prepared.get(key) ?? prepare(terms);
    prepared.set(key, statements);
    return statements;
  };

  const known = untilWritten(database, marks.rows);
  const readAll = ({ start, end = Infinity }: UserSearch, rows: () => readonly number[]): UserPage => {
    const all = total.get({}) ?? 0;
    const limit = Math.min(end, all) - start;
    if (limit <= 0) return { total: all, users: [] };
    const place = start < NEAR ? marks.placeOf(start) : marks.placeOf(start, rows());
    return { total: all, users: everyone.all({ limit, ...place }).map(userOf) };
  };
  /**
   * Counts first, unless it looks for a text only. Then it finds the page by going through the list from the nearer end, or by
   * what users hold, if that is likely to read less.
   */
  const readFound = ({ start, end = Infinity }: UserSearch, terms: Terms): UserPage => {
    const { columns, values } = terms;
    const { count, few, many } = statementsFor(terms);
    const fewOf = (most: number, limit: number) =>
      pageOfFound(few.all({ ...values, most, limit: Math.max(0, limit), offset: start }));
    if (columns.length === 0) {
      const page = fewOf(FEW + 1, Math.min(end - start, FEW));
      if (page.total <= FEW) return page;
    }
    const found = count.get(values) ?? 0;
    const limit = Math.min(end, found) - start;
    if (limit <= 0) return { total: found, users: [] };
    const after = found - start - limit;
    const way = ((Math.min(start, after) + limit) * (total.get({}) ?? 0)) / found;
    if (found < way) return fewOf(-1, limit);
    const [order, offset] = start <= after ? (['asc', start] as const) : (['desc', after] as const);
    return { total: found, users: many[order].all({ ...values, limit, offset }).map(userOf) };
  };
  const read = database.transaction((search: UserSearch, rows: () => readonly number[]) => {
    const terms = termsOf(search);
    return terms.isText || terms.columns.length > 0 ? readFound(search, terms) : readAll(search, rows);
  });
  // A transaction that is open here can be rolled back.
  return (search) => read(search, database.inTransaction ? marks.rows : known);
}

function pageOfFound(rows: readonly FoundRow[]): UserPage {
  const users = rows.flatMap((row) => (row.id === null ? [] : [userOf(row)]));
  return { total: rows[0]?.total ?? 0, users };
}

/** The search: by text or not, the column of each required string, and the values. */
interface Terms {
  readonly isText: boolean;
  /** Whether an identifier can begin with the text. */
  readonly canBeId: boolean;
  readonly columns: readonly ('module' | 'permission')[];
  readonly values: Readonly<Record<string, string>>;
}

function termsOf({ search, ...filter }: UserFilter): Terms {
  const held = heldTermsOf(filter);
  // In JSON, which SQLite reads in the same way as the sets.
  const lists = held.map((term) => JSON.stringify('module' in term ? [term.module] : term.permissions));
  const text = search === undefined ? undefined : foldCase(search);
  return {
    isText: text !== undefined,
    canBeId: text !== undefined && /^[0-9a-f]{0,24}$/.test(text),
    columns: held.map((term) => ('module' in term ? 'module' : 'permission')),
    values: {
      ...Object.fromEntries(lists.map((list, n) => [`term${n}`, list])),
      ...(text !== undefined && { text }),
    },
  };
}
