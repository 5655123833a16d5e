import { err, ok, type Result } from '@ops-admin/core';
import { Parser } from 'csv-parse';
import { type FileMistake, type FileMistakes, foundText } from '../file-mistake.js';
import { MAX_LINE_BYTES, type TextBlock, type TextBlocks } from './read-text-blocks.js';

/** A column of a file, and the headers that people have for it. */
export interface CsvColumn {
  /**
   * The headers that mean it, the better ones first: a file that has one of the first group is read by that, whatever it has of
   * the others. Case, spaces, and signs such as `-` and `_` do not matter: `email` is `E-Mail`, too.
   */
  readonly names: readonly (readonly string[])[];
  /** The header that the caller named: no other one means it then. */
  readonly given?: string | undefined;
  /** The option that names it. */
  readonly option?: string;
}

/** The header of a file, as it is understood. */
export interface CsvHeader<Name extends string> {
  /** The columns that it has, and what they are called there. */
  readonly found: ReadonlyMap<Name, string>;
  /** The other ones, as written. */
  readonly unknown: readonly string[];
}

/** A record of a file: one line, or several if a field has line ends. */
export interface CsvRecord<Name extends string> {
  /** Its first line, from 1. */
  readonly line: number;
  /** The fields of known columns, as written: missing where the record is too short, or the file has no such column. */
  readonly cells: { readonly [column in Name]?: string };
  /** A mistake in a field, with its place. Only for records of the block that was read last. */
  mistakeIn(column: Name, message: string): FileMistake;
}

/** Consecutive records. */
export interface CsvBlock<Name extends string> {
  readonly header: CsvHeader<Name>;
  readonly records: readonly CsvRecord<Name>[];
  /** Records with more fields than the header has: a delimiter in one of them moves the others into wrong columns. */
  readonly mistakes: readonly FileMistake[];
  /** The bytes of the file that were read so far. */
  readonly position: number;
}

/** How a file is read. */
export interface CsvOf<Name extends string> {
  /** Its name in mistakes. */
  readonly file: string;
  readonly columns: Readonly<Record<Name, CsvColumn>>;
  /** What is wrong with a header that was understood, such as a column that is missing. */
  readonly check: (header: CsvHeader<Name>) => string | undefined;
}

/** Blocks of records; the last can be an error. */
export type CsvBlocks<Name extends string> = AsyncGenerator<Result<CsvBlock<Name>, FileMistakes>, void>;

const DELIMITERS = [',', ';', '\t'] as const;
/** Those that a sentence cannot show as they are. */
const SIGNS: Readonly<Record<string, string>> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab' };
/** The line by which a file tells spreadsheets its delimiter. */
const DELIMITER_LINE = /^"?sep=(.)"?\r?(?=\n|$)/i;

/** A record as the parser gives it, and the lines it is on. */
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
 * Reads CSV with a header (decision 9, "Files"). The delimiter is what a line `sep=;` says, otherwise the most frequent one in
 * the header. Errors: `file-mistakes`; the records before the mistake come first.
 */
export async function* readCsvRecords<Name extends string>(
  blocks: TextBlocks,
  { check, columns, file }: CsvOf<Name>,
): CsvBlocks<Name> {
  let records: CsvRecord<Name>[] = [];
  let mistakes: FileMistake[] = [];
  let places: Result<Places<Name>, FileMistakes> | undefined;
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
    if (record.every((cell) => cell.trim() === '')) return;
    if (!places) {
      places = placesOf(record, columns, check).mapErr((message) => ({
        type: 'file-mistakes' as const,
        mistakes: [mistakeAt(firstLine, 1, message, record.join(delimiter))] as const,
      }));
      return;
    }
    if (places.isErr()) return;
    const { at, width } = places.value;
    if (record.length > width) {
      const surplus = record.slice(width).join(delimiter);
      const column = 1 + Math.max(0, lineOf(texts, firstLine).lastIndexOf(surplus));
      const message = `this row has ${record.length} cells, and the header ${width}; put quotes around a cell with ${SIGNS[delimiter] ?? delimiter} in it`;
      mistakes.push(mistakeAt(firstLine, column, message, surplus));
      return;
    }
    const cells: { [column in Name]?: string } = {};
    for (const [name, place] of at) {
      const cell = record[place];
      if (cell !== undefined) cells[name] = cell;
    }
    records.push({
      line: firstLine,
      cells,
      mistakeIn: (name, message) => {
        const cell = cells[name] ?? '';
        const column = 1 + Math.max(0, lineOf(texts, firstLine).indexOf(cell));
        return mistakeAt(firstLine, column, message, cell);
      },
    });
  };

  let position = 0;
  // What comes before the header.
  let blank = '';
  let broken: FileMistakes | undefined;
  for await (const block of blocks) {
    if (block.isErr()) {
      broken = block.error;
      break;
    }
    position = block.value.position;
    texts = [...texts.slice(-1), block.value];
    let text = blank + block.value.text;
    blank = '';
    if (!parser) {
      if (text.trim() === '') {
        blank = text;
        continue;
      }
      const said = DELIMITER_LINE.exec(text);
      const delimiter = said?.[1] ?? delimiterOf(text);
      // The line stays, empty, so that the others are counted as they are.
      text = text.slice(said?.[0].length ?? 0);
      parser = recordParser(delimiter, take(delimiter));
    }
    const error = await parseText(parser, text);
    if (error) {
      broken = malformed(error);
      break;
    }
    if (places?.isErr()) return yield err(places.error);
    if (places?.isOk()) yield ok({ header: places.value, records, mistakes, position });
    [records, mistakes] = [[], []];
  }
  // It looks ahead, so the last record only comes now.
  const error = !parser || parser.destroyed ? undefined : await parseRest(parser);
  if (error) broken ??= malformed(error);
  if (places?.isErr()) return yield err(places.error);
  if (records.length + mistakes.length > 0 && places?.isOk())
    yield ok({ header: places.value, records, mistakes, position });
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
  const header = (/^.*\S.*$/m.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((delimiter) => count(header, delimiter));
  return DELIMITERS[counts.indexOf(Math.max(...counts))] as string;
}

interface Places<Name extends string> extends CsvHeader<Name> {
  readonly at: readonly (readonly [name: Name, place: number])[];
  /** How many fields the header has. */
  readonly width: number;
}

/** Errors: what is wrong with the header. */
function placesOf<Name extends string>(
  written: readonly string[],
  columns: Readonly<Record<Name, CsvColumn>>,
  check: (header: CsvHeader<Name>) => string | undefined,
): Result<Places<Name>, string> {
  const header = written.map((name) => name.trim());
  const at: [Name, number][] = [];
  const known = new Set<number>();
  for (const [name, column] of Object.entries(columns) as [Name, CsvColumn][]) {
    const { given, names, option } = column;
    const groups = given === undefined ? names : [[given]];
    const hits = groups.map((group) => {
      const meant = new Set(group.map(plain));
      return header.flatMap((one, place) => (meant.has(plain(one)) ? [place] : []));
    });
    for (const place of hits.flat()) known.add(place);
    const [place, other] = hits.find((group) => group.length > 0) ?? [];
    if (place === undefined) {
      if (given !== undefined) return err(`there is no column ${given}, which ${option} names`);
      continue;
    }
    if (other !== undefined) {
      const [one, two] = [header[place], header[other]];
      const both = one === two ? `${one}, twice` : `${one} and ${two}`;
      const how = option !== undefined && one !== two ? `, or choose one by ${option}` : '';
      return err(`two columns name the ${name}: ${both}; leave one of them out${how}`);
    }
    at.push([name, place]);
  }
  const found = new Map(at.map(([name, place]) => [name, header[place] as string]));
  const unknown = header.filter((name, place) => name !== '' && !known.has(place));
  const problem = check({ found, unknown });
  return problem === undefined ? ok({ at, found, unknown, width: header.length }) : err(problem);
}

/** A header without what people write differently; as it is if nothing else is left. */
function plain(header: string): string {
  const text = header.normalize('NFC').toLowerCase().trim();
  return text.replace(/[^\p{L}\p{N}]/gu, '') || text;
}

/** The first of the other columns of a file that is called one of these, as written. */
export function unknownCalled(
  { unknown }: Pick<CsvHeader<string>, 'unknown'>,
  names: readonly string[],
): string | undefined {
  const meant = new Set(names.map(plain));
  return unknown.find((one) => meant.has(plain(one)));
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++;
  return found;
}
