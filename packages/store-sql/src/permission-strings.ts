import { compareCodePoints } from '@ops-admin/core/adapter';
import { isOfModule } from './condition.js';
import { type Dialect, rowsValue } from './dialect.js';
import { storedText } from './stored-record.js';
import { all, chunks, first, type Work } from './work.js';

/** Tables with an index that begins with `permission`: what users hold, and what entries added and removed. */
export type StringTable = 'user_permissions' | 'audit_changes';

interface StringRow {
  readonly permission: string;
}

/** The strings in a table, each once, ordered code point by code point; of these, if some are given. */
export function* stringsIn(dialect: Dialect, table: StringTable, among?: readonly string[]): Work<string[]> {
  const found: string[] = [];
  if (among) {
    const rows = dialect.rowsOf({ permission: 'text' });
    const text = `
      select r.permission from ${rows} r
      where exists (select 1 from ${table} t where t.permission = r.permission)`;
    for (const some of chunks([...new Set(among)])) {
      const value = rowsValue(some.map((permission) => ({ permission: storedText(permission) })));
      found.push(...(yield* all<StringRow>(text, value)).map(stringOf));
    }
  } else found.push(...(yield* all<StringRow>(everyString(table))).map(stringOf));
  // What is kept is in the order of its escapes.
  return found.sort(compareCodePoints);
}

/** From one string to the next in the index: a string that a million rows have costs no more than one that one has. */
function everyString(table: StringTable): string {
  return `
    with recursive strings (permission) as (
      select min(permission) from ${table}
      union all
      select (select min(t.permission) from ${table} t where t.permission > strings.permission)
      from strings where strings.permission is not null
    )
    select permission from strings where permission is not null`;
}

/** How many users hold each of these strings. */
export function* holdersOf(dialect: Dialect, permissions: readonly string[]): Work<number[]> {
  const totals = new Map<string, number>();
  const text = `
    select permission, count(*) as total from user_permissions
    where ${dialect.isAmong('permission', 'text')} group by permission`;
  for (const some of chunks([...new Set(permissions)])) {
    const rows = yield* all<StringRow & { total: number }>(text, some.map(storedText));
    for (const row of rows) totals.set(stringOf(row), row.total);
  }
  return permissions.map((permission) => totals.get(permission) ?? 0);
}

/** How many users hold anything of each of these modules. */
export function* holdersOfModules(modules: readonly string[]): Work<number[]> {
  const totals: number[] = [];
  for (const module of modules) {
    const { sql, values } = isOfModule('permission', module);
    const of = `from user_permissions where ${sql}`;
    const ends = `select (select min(permission) ${of}) as least, (select max(permission) ${of}) as most`;
    const { least, most } =
      (yield* first<Record<'least' | 'most', string | null>>(ends, ...values, ...values)) ?? {};
    // Of one string every holder is another one, which is known without comparing them.
    const what = least === most ? '*' : 'distinct user_id';
    totals.push(
      (yield* first<{ total: number }>(`select count(${what}) as total ${of}`, ...values))?.total ?? 0,
    );
  }
  return totals;
}

function stringOf({ permission }: StringRow): string {
  return JSON.parse(`"${permission}"`);
}
