import type { Dialect } from './dialect.js';
import type { Value, Write } from './sql.js';
import { type AnyTable, columnNames, columnOf } from './table.js';

/** The writes of a dialect whose driver runs a statement for each row; values are bound by position. */
export const ROW_BY_ROW: Pick<Dialect, 'insert' | 'update' | 'remove'> = {
  insert(table, onConflict = '') {
    const members = Object.keys(table.columns);
    const places = members.map(() => '?').join(', ');
    const text = `insert into ${table.name} (${columnNames(members)}) values (${places}) ${onConflict}`;
    return rowByRow(text, members, onConflict === '' || onConflict.includes('do update'));
  },
  update(table, members) {
    const set = members.map((member) => `${columnOf(member)} = ?`).join(', ');
    return rowByRow(
      `update ${table.name} set ${set} where ${isKeyOf(table)}`,
      [...members, ...table.key],
      true,
    );
  },
  remove: (table) => rowByRow(`delete from ${table.name} where ${isKeyOf(table)}`, table.key, true),
};

function isKeyOf({ key }: AnyTable): string {
  return key.map((member) => `${columnOf(member)} = ?`).join(' and ');
}

/** Values are bound by position, not by name: a batch of many changes spends much of its time here. */
function rowByRow<Row>(
  text: string,
  members: readonly string[],
  isAllKept: boolean,
): (rows: readonly Row[]) => Write {
  return (rows) => ({
    text,
    rows: rows.map((row) =>
      members.map((member) => (row as Readonly<Record<string, Value>>)[member] ?? null),
    ),
    size: rows.length,
    ...(isAllKept && { expected: rows.length }),
  });
}
