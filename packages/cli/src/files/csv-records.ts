import { err, ok, type Result } from '@ops-admin/core';
import { Parser } from 'csv-parse';
import { type FileMistake, foundText } from './file-mistake.js';
import type { AnyForm, Cells, FileRecord, FileRecords } from './file-record.js';
import { type Header, matchHeader } from './header.js';
import { count, MAX_LINE_BYTES, type TextBlock, type TextBlocks } from './text-blocks.js';

const DELIMITERS = [',', ';', '\t'] as const;
/** Those that a sentence cannot show as they are. */
const SIGNS: Readonly<Record<string, string>> = { ',': 'a comma', ';': 'a semicolon', '\t': 'a tab' };
/** The line that names the delimiter for spreadsheets. */
const DELIMITER_LINE = /^"?sep=(.)"?\r?(?=\n|$)/i;

/** A record as the parser gives it, and the lines it is on. */
interface Parsed {
  readonly cells: readonly string[];
  readonly firstLine: number;
  readonly lastLine: number;
}

/**
 * Reads CSV with a header. The delimiter is what a line `sep=;` says, otherwise the most frequent one in the header. `ignore` gets
 * the columns that nothing reads.
 */
export async function* csvRecords(
  file: string,
  blocks: TextBlocks,
  form: AnyForm,
  ignore: (column: string) => void,
): FileRecords {
  let parser: ReturnType<typeof recordParser> | undefined;
  let header: Header | undefined;
  let [start, blank] = ['', ''];
  let [last, hasRows] = [0, false];
  // The parser looks ahead, so a record can belong to the block before.
  let texts: readonly TextBlock[] = [];

  const mistakeAt = (
    line: number,
    found: string,
    message: string,
    at = lineOf(texts, line).indexOf(found),
  ) => ({
    file,
    line,
    column: 1 + Math.max(0, at),
    message,
    found: foundText(found),
  });
  const headerOf = ({ cells, firstLine }: Parsed, delimiter: string): Result<Header, FileMistake> =>
    matchHeader(cells, form.columns)
      .andThen((matched) => {
        const message = form.checkHeader(matched);
        return message === undefined ? ok(matched) : err({ message, cell: undefined });
      })
      .mapErr(({ cell, message }) =>
        cell === undefined
          ? mistakeAt(firstLine, cells.join(delimiter), message, 0)
          : mistakeAt(firstLine, cell, message),
      );
  const recordOf = ({ cells, firstLine: line }: Parsed, { at, width }: Header, delimiter: string) => {
    if (cells.length > width) {
      const surplus = cells.slice(width).join(delimiter);
      const message = `this row has ${cells.length} cells, and the header ${width}; put quotes around a cell with ${SIGNS[delimiter] ?? delimiter} in it`;
      return err(mistakeAt(line, surplus, message, lineOf(texts, line).lastIndexOf(surplus)));
    }
    // The first filled cell of a column, else its best place.
    const value: Cells = Object.fromEntries(
      at.flatMap(([name, places]) => {
        const place = places.find((one) => cells[one]?.trim()) ?? places[0] ?? 0;
        return cells[place] === undefined ? [] : [[name, cells[place]]];
      }),
    );
    return ok<FileRecord>({
      line,
      isCsv: true,
      value,
      mistakeIn: ([column], message) => mistakeAt(line, value[String(column)] ?? '', message),
    });
  };

  for await (const block of withEnd(blocks)) {
    let broken = block?.isErr() ? block.error : undefined;
    if (block?.isOk()) {
      texts = [...texts.slice(-1), block.value];
      let text = blank + block.value.text;
      blank = '';
      if (!parser) {
        if (text.trim() === '') {
          blank = text;
          continue;
        }
        start = text.trim();
        const said = DELIMITER_LINE.exec(text);
        parser = recordParser(said?.[1] ?? delimiterOf(text));
        // The line stays, empty, so that the others are counted as they are.
        text = text.slice(said?.[0].length ?? 0);
      }
      broken = malformed(await parser.write(text));
    } else broken ??= malformed(await parser?.end());
    for (const parsed of parser?.taken.splice(0) ?? []) {
      last = parsed.lastLine;
      if (parsed.cells.every((cell) => cell.trim() === '')) continue;
      const delimiter = parser?.delimiter ?? '';
      if (header) {
        hasRows = true;
        yield recordOf(parsed, header, delimiter);
        continue;
      }
      const matched = headerOf(parsed, delimiter);
      if (matched.isErr()) return yield err(matched.error);
      header = matched.value;
      for (const column of header.unknown) ignore(column);
    }
    if (broken) return yield err(broken);
  }
  if (!hasRows) yield err({ ...mistakeAt(1, start, 'the file has a header and no rows', 0) });

  function malformed(error: Error | undefined): FileMistake | undefined {
    if (!error) return undefined;
    last = parser?.taken.at(-1)?.lastLine ?? last;
    const code = 'code' in error ? error.code : undefined;
    // The text after the colon can hold content of the line. The parser gives up long after the open quote.
    const message =
      code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE'
        ? 'a quote is not closed'
        : `not valid CSV: ${error.message.replace(/:.*/s, '').toLowerCase()}`;
    const text = lineOf(texts, last + 1);
    const at = Math.max(0, text.indexOf('"'));
    return mistakeAt(last + 1, text.slice(at), message, at);
  }
}

/** Takes each record immediately: a later mistake would lose the records that are still in the stream of the parser. */
function recordParser(delimiter: string) {
  const taken: Parsed[] = [];
  // Carriage returns within records, each of which the parser counts as a line.
  let returns = 0;
  const parser = new Parser({
    delimiter,
    max_record_size: MAX_LINE_BYTES,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    on_record: (cells: string[], { lines }) => {
      const text = cells.join('');
      returns += count(text, '\r');
      const lastLine = lines - returns;
      taken.push({ cells, firstLine: lastLine - count(text, '\n'), lastLine });
      return null;
    },
  });
  // The callbacks report it, too.
  parser.on('error', () => {});
  const done = (carryOut: (callback: (error?: Error | null) => void) => void) =>
    new Promise<Error | undefined>((resolve) => carryOut((error) => resolve(error ?? undefined)));
  return {
    delimiter,
    taken,
    write: (text: string) => done((callback) => parser.write(text, callback)),
    end: () => (parser.destroyed ? undefined : done((callback) => parser.end(callback))),
  };
}

async function* withEnd<T>(blocks: AsyncIterable<T>): AsyncGenerator<T | undefined> {
  yield* blocks;
  yield undefined;
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
