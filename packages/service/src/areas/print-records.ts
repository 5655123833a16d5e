import { shownLine, shownText } from '@ops-admin/core/jobs';

/** Records for programs: an array. */
export function recordsAsJson(records: readonly object[]): string {
  return `${shownText(JSON.stringify(records, null, 2))}\n`;
}

/** Records for people: a column for each member, as wide as its widest cell; nothing if there are none. */
export function recordsAsTable(records: readonly object[]): string {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const cells = records.map((record) => {
    const values = new Map(Object.entries(record));
    return names.map((name) => cellOf(values.get(name)));
  });
  const rows = [names.map((name) => name.toUpperCase()), ...cells];
  const widths = names.map((_, n) => Math.max(...rows.map((row) => lengthOf(row[n]))));
  const lineOf = (row: readonly string[]) =>
    row.map((cell, n) => cell + ' '.repeat((widths[n] ?? 0) - lengthOf(cell))).join('  ');
  return records.length === 0 ? '' : rows.map((row) => `${lineOf(row).trimEnd()}\n`).join('');
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return shownLine(typeof value === 'object' ? JSON.stringify(value) : String(value));
}

function lengthOf(cell = ''): number {
  return [...cell].length;
}
