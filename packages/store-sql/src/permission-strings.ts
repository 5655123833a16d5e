import { compareCodePoints } from '@ops-admin/core/adapter';
import { type Condition, isOfModule } from './condition.js';
import { type Dialect, rowsValue } from './dialect.js';
import { storedText } from './stored-record.js';
import { all, chunks, first, type Work } from './work.js';

/** Rows of a table with an index that begins with `permission`. */
export interface StringRows {
  readonly table: 'user_permissions' | 'audit_changes';
  /** Which of its rows count. */
  readonly where: Condition;
}

/** Every string that entries added or removed. */
export const NAMED_STRINGS: StringRows = { table: 'audit_changes', where: { sql: '1 = 1', values: [] } };

interface StringRow {
  readonly permission: string;
}

/** The strings of rows, each once, ordered code point by code point; of these, if some are given. */
export function* stringsIn(
  dialect: Dialect,
  { table, where }: StringRows,
  among?: readonly string[],
): Work<string[]> {
  const found: string[] = [];
  const isThere = `exists (select 1 from ${table} t where t.permission = s.permission and ${where.sql})`;
  if (among) {
    const text = `select s.permission from ${dialect.rowsOf({ permission: 'text' })} s where ${isThere}`;
    for (const some of chunks([...new Set(among)])) {
      const value = rowsValue(some.map((permission) => ({ permission: storedText(permission) })));
      found.push(...(yield* all<StringRow>(text, value, ...where.values)).map(stringOf));
    }
  } else {
    const text = `${everyString(table)} and ${isThere}`;
    found.push(...(yield* all<StringRow>(text, ...where.values)).map(stringOf));
  }
  // What is kept is in the order of its escapes.
  return found.sort(compareCodePoints);
}

/** From one string to the next in the index: a string that a million rows have costs no more than one that one has. */
function everyString(table: StringRows['table']): string {
  return `
    with recursive strings (permission) as (
      select min(permission) from ${table}
      union all
      select (select min(t.permission) from ${table} t where t.permission > strings.permission)
      from strings where strings.permission is not null
    )
    select s.permission from strings s where s.permission is not null`;
}

/** How many users hold each of these strings; `isHeld` says of which rows that is. */
export function* holdersOf(
  dialect: Dialect,
  isHeld: Condition,
  permissions: readonly string[],
): Work<number[]> {
  const text = `
    select permission, count(*) as total from user_permissions
    where ${dialect.isAmong('permission', 'text')} and ${isHeld.sql} group by permission`;
  const stored = [...new Set(permissions)].map(storedText);
  const rows = yield* all<StringRow & { total: number }>(text, stored, ...isHeld.values);
  const totals = new Map(rows.map((row) => [stringOf(row), row.total]));
  return permissions.map((permission) => totals.get(permission) ?? 0);
}

/** How many users hold anything of a module. */
export function* holdersOfModule(isHeld: Condition, module: string): Work<number> {
  const ofModule = isOfModule('permission', module);
  const of = `from user_permissions where ${ofModule.sql}`;
  const ends = `select (select min(permission) ${of}) as least, (select max(permission) ${of}) as most`;
  const { least, most } =
    (yield* first<Record<'least' | 'most', string | null>>(ends, ...ofModule.values, ...ofModule.values)) ??
    {};
  // Of one string every holder is another one, which is known without comparing them.
  const what = least === most ? '*' : 'distinct user_id';
  const text = `select count(${what}) as total ${of} and ${isHeld.sql}`;
  return (yield* first<{ total: number }>(text, ...ofModule.values, ...isHeld.values))?.total ?? 0;
}

function stringOf({ permission }: StringRow): string {
  return JSON.parse(`"${permission}"`);
}
