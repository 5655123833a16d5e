import { err, ok, type Result } from '@ops-admin/core';
import { Parser } from 'csv-parse';
import { type FileMistake, type FileMistakes, foundText } from '../file-mistake.js';
import type { RowsOf } from './read-ndjson-rows.js';
import { MAX_LINE_BYTES, type TextBlock, type TextBlocks } from './read-text-blocks.js';
import type { Row, RowBlocks } from './row.js';
import { isSeveralPermissions, SEVERAL_PERMISSIONS } from './several-permissions.js';

/** The names of a column of users (decision 9). */
const USER_COLUMNS: ReadonlySet<string> = new Set(['user', 'email', 'e-mail', 'id', '_id']);
const DELIMITERS = [',', ';', '\t'] as const;

/** The positions of the columns; no column of permissions is needed if the command line names them. */
interface Places {
  readonly user: number;
  readonly permission: number | undefined;
}

/** A record, and the lines it is on. */
type TakeRecord = (record: string[], firstLine: number, lastLine: number) => void;

/** Gives each record at once: a later mistake would lose what is still in the stream. */
function recordParser(delimiter: string, take: TakeRecord): Parser {
  // Carriage returns within records, each of which the parser counts as a line.
  let returns = 0;
  const parser = new Parser({
    delimiter,
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
  // The callbacks report it, too.
  parser.on('error', () => {});
  return parser;
}

/** Done when every whole record of the text was taken; gives what is wrong with it. */
function parseText(parser: Parser, text: string): Promise<Error | null | undefined> {
  return new Promise((resolve) => parser.write(text, resolve));
}

/** The same for what is left. */
function parseRest(parser: Parser): Promise<Error | null | undefined> {
  return new Promise((resolve) => parser.end(resolve));
}

/**
 * Reads CSV with a header, one permission a line; the delimiter is the most frequent one in the header. Errors:
 * `file-mistakes`; the rows before the mistake come first.
 */
export async function* readCsvRows(blocks: TextBlocks, { file, permissions }: RowsOf): RowBlocks {
  let rows: Row[] = [];
  let mistakes: FileMistake[] = [];
  let places: Result<Places, FileMistakes> | undefined;
  let last = 0;
  let parser: Parser | undefined;
  // The parser looks ahead, so a record can belong to the block before.
  let texts: readonly TextBlock[] = [];
  const mistakeAt = (line: number, column: number, message: string, found: string): FileMistake => ({
    file,
    line,
    column,
    message,
    found: foundText(found),
  });
  const take = (delimiter: string) => (record: string[], firstLine: number, lastLine: number) => {
    last = lastLine;
    if (record.length === 1 && record[0]?.trim() === '') return;
    if (!places) {
      places = placesOf(record, permissions.length > 0).mapErr((message) => ({
        type: 'file-mistakes' as const,
        mistakes: [mistakeAt(firstLine, 1, message, record.join(delimiter))] as const,
      }));
      return;
    }
    if (places.isErr()) return;
    const { permission } = places.value;
    const cell = permission === undefined ? '' : (record[permission] ?? '');
    if (isSeveralPermissions(cell)) {
      const column = 1 + Math.max(0, lineOf(texts, firstLine).indexOf(cell));
      mistakes.push(mistakeAt(firstLine, column, SEVERAL_PERMISSIONS, cell));
    }
    rows.push(rowOf(record[places.value.user]?.trim() ?? '', cell, firstLine, permissions));
  };

  let position = 0;
  let broken: FileMistakes | undefined;
  for await (const block of blocks) {
    if (block.isErr()) {
      broken = block.error;
      break;
    }
    position = block.value.position;
    texts = [...texts.slice(-1), block.value];
    if (!parser) {
      const delimiter = delimiterOf(block.value.text);
      parser = recordParser(delimiter, take(delimiter));
    }
    const error = await parseText(parser, block.value.text);
    if (error) {
      broken = malformed(error);
      break;
    }
    if (places?.isErr()) return yield err(places.error);
    yield ok({ rows, position, mistakes });
    rows = [];
    mistakes = [];
  }
  // It looks ahead, so the last record only comes now.
  const error = !parser || parser.destroyed ? undefined : await parseRest(parser);
  if (error) broken ??= malformed(error);
  if (places?.isErr()) return yield err(places.error);
  if (rows.length > 0) yield ok({ rows, position, mistakes });
  if (broken) yield err(broken);

  function malformed(error: Error): FileMistakes {
    const code = 'code' in error ? error.code : undefined;
    // The text after the colon can hold content of the line. The parser gives up long after the open quote.
    const message =
      code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
        ? 'a quote is opened and not closed'
        : `not valid CSV: ${error.message.replace(/:.*/s, '').toLowerCase()}`;
    const text = lineOf(texts, last + 1);
    const column = 1 + Math.max(0, text.indexOf('"'));
    return {
      type: 'file-mistakes',
      mistakes: [mistakeAt(last + 1, column, message, text.slice(column - 1))],
    };
  }
}

/** A line of the blocks, or nothing if none has it. */
function lineOf(blocks: readonly TextBlock[], line: number): string {
  const block = blocks.findLast(({ firstLine }) => firstLine <= line);
  return (block?.text.split('\n')[line - block.firstLine] ?? '').trimEnd();
}

/** The detection of csv-parse fails at letters beyond ASCII, and takes the dot in e-mails for a delimiter. */
function delimiterOf(text: string): string {
  const header = /^.*\S.*$/m.exec(text)?.[0] ?? '';
  const counts = DELIMITERS.map((delimiter) => count(header, delimiter));
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}

/** Errors: what is wrong with the header. */
function placesOf(header: readonly string[], hasDefault: boolean): Result<Places, string> {
  const names = header.map((name) => name.trim().toLowerCase());
  const users = names.flatMap((name, index) => (USER_COLUMNS.has(name) ? [index] : []));
  const [user, ...others] = users;
  const permission = names.indexOf('permission');
  if (user === undefined) return err('the header must name the columns: user,permission');
  if (others.length > 0) return err('the header must name the user once; leave one of the columns out');
  if (names.indexOf('permission', permission + 1) > permission && permission >= 0) {
    return err('the header must name the permission once');
  }
  if (permission >= 0) return ok({ user, permission });
  return hasDefault
    ? ok({ user, permission: undefined })
    : err('the header names no column permission, and the command line no permission; write user,permission');
}

function rowOf(user: string, cell: string, line: number, permissions: readonly string[]): Row {
  if (user === '') return { line, user, problem: 'user is missing' };
  if (cell.trim() !== '') return { line, user, permissions: [cell] };
  return permissions.length > 0
    ? { line, user, permissions }
    : { line, user, problem: 'permission is missing' };
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++;
  return found;
}
