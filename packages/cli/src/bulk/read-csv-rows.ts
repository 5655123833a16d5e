import { err, ok, type Result } from '@ops-admin/core';
import { Parser } from 'csv-parse';
import type { InvalidInput } from '../cli-error.js';
import { MAX_LINE_BYTES, type TextBlock } from './read-text-blocks.js';
import type { Row, RowBlocks } from './row.js';

const COLUMNS = ['user', 'permission'] as const;

/** Where the two columns are. */
type Places = Record<(typeof COLUMNS)[number], number>;

/** A record, and the lines it is on. */
type TakeRecord = (record: string[], firstLine: number, lastLine: number) => void;

/** Gives each record at once: what is in the stream is lost at a mistake after it. */
function recordParser(take: TakeRecord): Parser {
  // Carriage returns within records, each of which the parser counts as a line.
  let returns = 0;
  const parser = new Parser({
    max_record_size: MAX_LINE_BYTES,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (record: string[], { lines }) => {
      const text = record.join('');
      returns += count(text, '\r');
      const lastLine = lines - returns;
      take(record, lastLine - count(text, '\n'), lastLine);
      return null;
    },
  });
  // The callbacks report it too.
  parser.on('error', () => {});
  return parser;
}

/** Is done when every whole record of the text was taken; gives what is wrong with it. */
function parseText(parser: Parser, text: string): Promise<Error | null | undefined> {
  return new Promise((resolve) => parser.write(text, resolve));
}

/** The same for what is left. */
function parseRest(parser: Parser): Promise<Error | null | undefined> {
  return new Promise((resolve) => parser.end(resolve));
}

/** Reads CSV with a header, a permission a line. Errors: `invalid-input`; the rows before the mistake come first. */
export async function* readCsvRows(blocks: AsyncIterable<Result<TextBlock, InvalidInput>>): RowBlocks {
  let rows: Row[] = [];
  let places: Result<Places, InvalidInput> | undefined;
  let last = 0;
  const parser = recordParser((record, firstLine, lastLine) => {
    last = lastLine;
    if (record.length === 1 && record[0]?.trim() === '') return;
    if (!places) places = placesOf(record, firstLine);
    else if (places.isOk()) rows.push(rowOf(record, places.value, firstLine));
  });

  let position = 0;
  let broken: InvalidInput | undefined;
  for await (const block of blocks) {
    if (block.isErr()) {
      broken = block.error;
      break;
    }
    position = block.value.position;
    const error = await parseText(parser, block.value.text);
    if (error) {
      broken = malformed(error, last);
      break;
    }
    if (places?.isErr()) return yield err(places.error);
    yield ok({ rows, position });
    rows = [];
  }
  // It looks ahead, so that the last record comes only now.
  const error = parser.destroyed ? undefined : await parseRest(parser);
  if (error) broken ??= malformed(error, last);
  if (places?.isErr()) return yield err(places.error);
  if (rows.length > 0) yield ok({ rows, position });
  if (broken) yield err(broken);
}

function placesOf(header: readonly string[], line: number): Result<Places, InvalidInput> {
  const names = header.map((name) => name.trim().toLowerCase());
  const isThere = (column: string) => names.filter((name) => name === column).length === 1;
  if (COLUMNS.every(isThere)) {
    return ok({ user: names.indexOf('user'), permission: names.indexOf('permission') });
  }
  return err({
    type: 'invalid-input',
    message: `line ${line}: the header must name the columns: user,permission`,
  });
}

function rowOf(record: readonly string[], places: Places, line: number): Row {
  const user = record[places.user]?.trim() ?? '';
  const permission = record[places.permission] ?? '';
  if (user === '') return { line, user, problem: 'user is missing' };
  if (permission === '') return { line, user, problem: 'permission is missing' };
  return { line, user, permissions: [permission] };
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++;
  return found;
}

function malformed(error: Error, lastLine: number): InvalidInput {
  const code = 'code' in error ? error.code : undefined;
  // Where it gives up is far behind where the quote is.
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    return { type: 'invalid-input', message: `line ${lastLine + 1}: a quote is opened and not closed` };
  }
  // What follows may hold what is in the line.
  const problem = error.message.replace(/:.*/s, '').toLowerCase();
  return { type: 'invalid-input', message: `line ${lastLine + 1}: not valid CSV: ${problem}` };
}
