import type { CsvTable } from '@ops-admin/core/operations';
import { TaggedText } from './tagged-text.js';

/** A list as CSV, for a caller that accepts that and not JSON. */
export function csvText<Row>(
  table: CsvTable<Row>,
  records: readonly Row[],
  headers?: Readonly<Record<string, string>>,
): TaggedText {
  const text = table.header + records.map((record) => table.lineOf(record)).join('');
  return new TaggedText(text, 'text/csv; charset=utf-8', headers);
}
