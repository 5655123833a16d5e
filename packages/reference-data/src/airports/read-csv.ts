import type { Hash } from 'node:crypto';
import { pipeline as pipe, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { ResultAsync } from '@ops-admin/core';
import { CsvError, parse } from 'csv-parse';

/** The bytes are not such a CSV file. */
export interface CsvMalformed {
  readonly type: 'csv-malformed';
  /** Counted from 1. */
  readonly line?: number;
  readonly reason: string;
}

/** Reading the bytes failed, or they are gzip data that cannot be unpacked. */
export interface CsvBroken {
  readonly type: 'csv-broken';
  readonly cause: unknown;
}

/** How a file is read. */
export interface ReadCsvOptions<Column extends string> {
  /** The required columns, in any order; other columns are skipped. */
  readonly columns: readonly Column[];
  /** Those of the columns that are read as empty if the header does not have them. */
  readonly optional?: readonly Column[];
  /** Gets the rows one after the other. */
  readonly onRow: (row: Readonly<Record<Column, string>>) => void;
  /** Gets the unpacked bytes. */
  readonly hash?: Hash;
}

/** The largest allowed file, unpacked, in bytes: five times the size of today. */
const CSV_MAX_BYTES: number = 64 * 1024 * 1024;
/** The largest row in bytes, so that a quote that is never closed does not take in the whole file. */
const ROW_MAX_BYTES = 256 * 1024;

/**
 * Reads CSV (UTF-8, header first, plain or gzip by content) without holding it. It must end with a line end; otherwise it
 * can be cut within a row. Errors: {@link CsvMalformed}, {@link CsvBroken}.
 */
export function readCsv<Column extends string>(
  bytes: Readable,
  { columns, optional = [], onRow, hash }: ReadCsvOptions<Column>,
): ResultAsync<void, CsvMalformed | CsvBroken> {
  const read = pipeline(
    bytes,
    unpacked,
    (chunks: AsyncIterable<Buffer>) => inspected(chunks, hash),
    parse({
      bom: true,
      max_record_size: ROW_MAX_BYTES,
      record_delimiter: ['\r\n', '\n'],
      skip_empty_lines: true,
    }),
    async (records: AsyncIterable<string[]>) => {
      let places: [Column, number][] | undefined;
      for await (const record of records) {
        if (places) onRow(rowOf(record, places));
        else places = placesOf(columns, optional, record);
      }
    },
  );
  return ResultAsync.fromPromise(read, describe);
}

/** A format error of a file: it ends the streams, and `describe` makes a value of it. */
class Malformed extends Error {}

function describe(error: unknown): CsvMalformed | CsvBroken {
  if (error instanceof Malformed) return { type: 'csv-malformed', reason: error.message };
  if (!(error instanceof CsvError)) return { type: 'csv-broken', cause: error };
  // The text after the colon can hold content of the row.
  const reason = error.message.replace(/:.*/s, '').toLowerCase();
  return { type: 'csv-malformed', ...('lines' in error && { line: Number(error.lines) }), reason };
}

async function* unpacked(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= 2) break;
  }
  async function* whole() {
    yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  }
  const isGzip = head.length >= 2 && head.readUInt16BE(0) === 0x1f8b;
  // The callback is only there because pipe requires one: a failure also ends the iteration.
  yield* isGzip ? pipe(Readable.from(whole()), createGunzip(), () => {}) : whole();
}

async function* inspected(chunks: AsyncIterable<Buffer>, hash?: Hash): AsyncGenerator<Buffer> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let size = 0;
  let last: number | undefined;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > CSV_MAX_BYTES) throw new Malformed(`it holds more than ${CSV_MAX_BYTES / 1024 / 1024} MiB`);
    hash?.update(chunk);
    decode(utf8, chunk);
    last = chunk.at(-1) ?? last;
    yield chunk;
  }
  if (last === undefined) throw new Malformed('it is empty');
  if (last !== 0x0a) throw new Malformed('it does not end with a line end, so it is cut short');
}

function decode(utf8: TextDecoder, chunk: Buffer): void {
  try {
    utf8.decode(chunk, { stream: true });
  } catch {
    throw new Malformed('it is not text in UTF-8');
  }
}

function placesOf<Column extends string>(
  columns: readonly Column[],
  optional: readonly Column[],
  header: string[],
): [Column, number][] {
  const names = header.map((name) => name.trim());
  const missing = columns.filter((column) => !names.includes(column) && !optional.includes(column));
  if (missing.length > 0) throw new Malformed(`it has no column ${missing.join(', ')}`);
  return columns.map((column) => [column, names.indexOf(column)]);
}

function rowOf<Column extends string>(record: string[], places: [Column, number][]): Record<Column, string> {
  return Object.fromEntries(places.map(([column, place]) => [column, record[place] ?? ''])) as Record<
    Column,
    string
  >;
}
