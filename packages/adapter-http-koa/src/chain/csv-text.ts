import type { CsvTable } from '@ops-admin/core/operations';
import { nextStep } from '../server/is-its-turn.js';
import { TaggedText } from './tagged-text.js';

/** Records that are written before others get their turn of the event loop. */
const RECORDS_PER_TURN = 250;

/** A list as CSV, for who accepts that and not JSON (decision 11). */
export async function csvText<Row>(table: CsvTable<Row>, records: readonly Row[]): Promise<TaggedText> {
  let text = table.header;
  for (const [n, record] of records.entries()) {
    if (n > 0 && n % RECORDS_PER_TURN === 0) await nextStep();
    text += table.lineOf(record);
  }
  return new TaggedText(text, 'text/csv; charset=utf-8');
}
