import type { UserFilter, UserPage, UserSearch } from '@ops-admin/core';
import { foldCase, heldTermsOf, type StoredUser, userOf } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { prepareMarks } from './list-marks.js';
import { USER_COLUMNS } from './user-columns.js';

/** In the order of the list, or against it. */
type Order = 'asc' | 'desc';

const TOTAL = 'select total from user_counter';
const ALL = 'select user_id, name_key from user_keys k';
/** What is before this position is sooner passed over than marks are read. */
const NEAR = 1000;

/** A page counted from one of the ends of a list: of users who are passed over on the way, no more is read. */
function pageOf(users: string, order: Order): string {
  return `
    select ${USER_COLUMNS}
    from (${users} order by name_key ${order}, user_id ${order} limit :limit offset :offset) page
    cross join users u on u.id = page.user_id
    order by page.name_key, page.user_id`;
}

/** What finds some of the users. */
interface SearchSql {
  readonly count: string;
  /** Finds them by what they hold, and sorts them. */
  readonly few: string;
  /** Goes through the list, and looks at each on the way. */
  readonly many: (order: Order) => string;
}

function sqlFor({ isText, columns }: Terms): SearchSql {
  const text = isText ? ['(instr(search_text, :text) > 0 or substr(user_id, 1, length(:text)) = :text)'] : [];
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
    few: pageOf(`select * from (with found as materialized (${found}) select * from found)`, 'asc'),
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
    return { count: numberIn(count), few: page(few), many: pages(many) };
  };
  const prepared = new Map<string, ReturnType<typeof prepare>>();
  const statementsFor = (terms: Terms) => {
    const key = `${terms.isText} ${terms.columns}`;
    const statements = prepared.get(key) ?? prepare(terms);
    prepared.set(key, statements);
    return statements;
  };

  /**
   * Counts first: pages are found by going through the list from the nearer end, or by what users hold, where that is likely to
   * be less to look at.
   */
  const read = ({ start, end = Infinity, ...filter }: UserSearch): UserPage => {
    const terms = termsOf(filter);
    const all = total.get({}) ?? 0;
    const some = terms.isText || terms.columns.length > 0 ? statementsFor(terms) : undefined;
    const found = some?.count.get(terms.values) ?? all;
    const limit = Math.min(end, found) - start;
    if (limit <= 0) return { total: found, users: [] };
    if (!some) {
      const place = start < NEAR ? marks.placeOf(start) : marks.placeOf(start, marks.rows());
      return { total: all, users: everyone.all({ limit, ...place }).map(userOf) };
    }
    const after = found - start - limit;
    const way = ((Math.min(start, after) + limit) * all) / found;
    const isFew = found < way;
    const order = isFew || start <= after ? 'asc' : 'desc';
    const rows = (isFew ? some.few : some.many[order]).all({
      ...terms.values,
      limit,
      offset: order === 'asc' ? start : after,
    });
    return { total: found, users: rows.map(userOf) };
  };
  return (search) => database.transaction(read)(search);
}

/** What is looked for: in texts or not, the column of each string that is to be held, and the values of all that. */
interface Terms {
  readonly isText: boolean;
  readonly columns: readonly ('module' | 'permission')[];
  readonly values: Readonly<Record<string, string>>;
}

function termsOf({ search, ...filter }: UserFilter): Terms {
  const held = heldTermsOf(filter);
  // In JSON, which SQLite reads as it has read the sets.
  const lists = held.map((term) => JSON.stringify('module' in term ? [term.module] : term.permissions));
  return {
    isText: search !== undefined,
    columns: held.map((term) => ('module' in term ? 'module' : 'permission')),
    values: {
      ...Object.fromEntries(lists.map((list, n) => [`term${n}`, list])),
      ...(search !== undefined && { text: foldCase(search) }),
    },
  };
}
