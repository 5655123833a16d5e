import { canBeHeld, compareCodePoints } from '@ops-admin/core/adapter';
import { type Condition, isOfModule } from './condition.js';
import { type Dialect, rowsValue } from './dialect.js';
import { chunks, type Sql } from './sql.js';
import type { Moment } from './store-time.js';

/** Rows of a table with an index that begins with `permission`. */
export interface StringRows {
  readonly table: 'user_permissions' | 'audit_changes';
  readonly where: Condition;
}

/** Every string that entries added or removed. */
export const NAMED_STRINGS: StringRows = { table: 'audit_changes', where: { sql: '1 = 1', values: [] } };

interface StringRow {
  readonly permission: string;
}

interface CountedRow extends StringRow {
  readonly total: number;
}

/** The strings of rows, each once, ordered code point by code point; of these, if some are given. */
export async function stringsIn(
  sql: Sql,
  dialect: Dialect,
  { table, where }: StringRows,
  among?: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  const isThere = `exists (select 1 from ${table} t where t.permission = s.permission and ${where.sql})`;
  if (among) {
    const text = `select s.permission from ${dialect.rowsOf({ permission: 'text' })} s where ${isThere}`;
    for (const some of chunks([...new Set(among.filter(canBeHeld))])) {
      const value = rowsValue(some.map((permission) => ({ permission })));
      found.push(...(await sql.all<StringRow>(text, value, ...where.values)).map(stringOf));
    }
  } else {
    const text = `${everyString(table)} and ${isThere}`;
    found.push(...(await sql.search<StringRow>(text, ...where.values)).map(stringOf));
  }
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

/**
 * How many users hold each of these strings. All rows are counted, and then those that have ended: each has an index of its own,
 * where one condition about both would read the rows themselves.
 */
export async function holdersOf(
  sql: Sql,
  dialect: Dialect,
  { hasEnded }: Pick<Moment, 'hasEnded'>,
  permissions: readonly string[],
): Promise<number[]> {
  const stored = [...new Set(permissions.filter(canBeHeld))];
  const totals = new Map<string, number>();
  const of = `from user_permissions where ${dialect.isAmong('permission', 'text')}`;
  const counted = `select permission, count(*) as total ${of}`;
  const found = await sql.search<CountedRow>(`${counted} group by permission`, stored);
  for (const row of found) totals.set(stringOf(row), row.total);
  const ended = await sql.search<CountedRow>(
    `${counted} and ${hasEnded.sql} group by permission`,
    stored,
    ...hasEnded.values,
  );
  for (const row of ended) totals.set(stringOf(row), (totals.get(stringOf(row)) ?? 0) - row.total);
  return permissions.map((permission) => totals.get(permission) ?? 0);
}

export async function holdersOfModule(
  sql: Sql,
  { hasEnded, isHeld }: Moment,
  module: string,
): Promise<number> {
  const { sql: isOfIt, values } = isOfModule('permission', module);
  const of = `from user_permissions where ${isOfIt}`;
  const looked = `
    select (select min(permission) ${of}) as least, (select max(permission) ${of}) as most,
      case when exists (select 1 ${of} and ${hasEnded.sql}) then 1 else 0 end as ends`;
  const [found] = await sql.search<{ least: string | null; most: string | null; ends: number }>(
    looked,
    ...values,
    ...values,
    ...values,
    ...hasEnded.values,
  );
  const held = found?.ends === 1 ? isHeld : { sql: '1 = 1', values: [] };
  // Of one string every holder is another one, which is known without comparing them.
  const what = found?.least === found?.most ? '1' : 'distinct user_id';
  const text = `select count(*) as total from (select ${what} ${of} and ${held.sql}) holders`;
  const [counted] = await sql.search<{ total: number }>(text, ...values, ...held.values);
  return counted?.total ?? 0;
}

function stringOf({ permission }: StringRow): string {
  return permission;
}
