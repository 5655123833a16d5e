import { TextDecoder } from 'node:util';
import { err, ok, type Result } from '@ops-admin/core';
import { type CsvColumn, type CsvHeader, readCsvRecords } from '../bulk/read-csv-records.js';
import { readTextBlocks } from '../bulk/read-text-blocks.js';
import type { Readings } from '../bulk/readings.js';
import type { InvalidInput } from '../cli-error.js';
import { type FileMistake, type FileMistakes, fileMistakes, fileNameOf, foundText } from '../file-mistake.js';
import { beginningOf, encodingOf } from '../text-encoding.js';
import { unreadable } from '../unreadable.js';
import { jsonParts } from './json-parts.js';
import { type JsonPath, JsonRecords } from './json-records.js';

/** A record of a file before it is checked. */
export interface FoundRecord {
  /** As JSON has it; a record of CSV becomes such a value. */
  readonly value: unknown;
  readonly isOfCsv: boolean;
  /** The line on which it begins. */
  line(): number;
  /** A mistake in it, at the member or where that should be. Only for records of the block that was read last. */
  mistakeIn(path: JsonPath, message: string, found?: string): FileMistake;
}

/** Consecutive records of a file. */
export interface RecordBlock {
  readonly records: readonly FoundRecord[];
  /** What is wrong between them. */
  readonly mistakes: readonly FileMistake[];
  /** The columns that are not known. */
  readonly unknown: readonly string[];
}

/** Blocks of records; the last can be an error. */
export type RecordBlocks = AsyncGenerator<Result<RecordBlock, FileMistakes | InvalidInput>, void>;

/** How records are in CSV. */
export interface CsvForm {
  readonly columns: Readonly<Record<string, CsvColumn>>;
  readonly check: (header: CsvHeader<string>) => string | undefined;
  /** The record as JSON has it. */
  valueOf(cells: Readonly<Record<string, string | undefined>>): object;
  /** What is wrong with a cell that its value would not tell. */
  mistakeOf?(
    cells: Readonly<Record<string, string | undefined>>,
  ): { readonly column: string; readonly message: string } | undefined;
  /** The column of a member. */
  columnOf(path: JsonPath): string;
}

/** The records of a file, CSV or JSON by its ending, otherwise by its first characters, block by block. */
export async function* recordBlocks(given: string, { open }: Readings, csv: CsvForm): RecordBlocks {
  const file = fileNameOf(given);
  const bytes = open();
  try {
    const { start, whole } = await beginningOf(bytes);
    if (start.trim() === '') {
      const mistake = { file, line: 1, column: 1, message: 'the file is empty; an empty list is []' };
      return yield err({ type: 'file-mistakes', mistakes: [mistake] });
    }
    if (isCsv(given, start)) yield* csvBlocks(file, whole, csv);
    else yield* jsonBlocks(file, given, whole);
  } catch (error) {
    // Only errors of the system about the file; all others are bugs.
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    yield err(unreadable(given, error));
  } finally {
    bytes.destroy();
  }
}

function isCsv(file: string, start: string): boolean {
  const ending = /\.(csv|json|ndjson|jsonl)$/i.exec(file)?.[1]?.toLowerCase();
  return ending ? ending === 'csv' : !/^\s*[[{]/.test(start);
}

async function* csvBlocks(file: string, bytes: AsyncIterable<Buffer>, csv: CsvForm): RecordBlocks {
  const { check, columns } = csv;
  let hasRecords = false;
  let header = '';
  for await (const block of readCsvRecords(readTextBlocks(bytes, file), { file, columns, check })) {
    if (block.isErr()) return yield err(block.error);
    const mistakes = [
      ...block.value.mistakes,
      ...block.value.records.flatMap(({ cells, mistakeIn }) => {
        const mistake = csv.mistakeOf?.(cells);
        return mistake ? [mistakeIn(mistake.column, mistake.message)] : [];
      }),
    ];
    header = [...block.value.header.found.values()].join();
    hasRecords ||= block.value.records.length + mistakes.length > 0;
    const records = block.value.records.map((record) => ({
      value: csv.valueOf(record.cells),
      isOfCsv: true,
      line: () => record.line,
      mistakeIn: (path: JsonPath, message: string) => record.mistakeIn(csv.columnOf(path), message),
    }));
    yield ok({ records, mistakes, unknown: block.value.header.unknown });
  }
  if (hasRecords) return;
  const message = 'there is a header and no row';
  const mistake = { file, line: 1, column: 1, message, found: foundText(header) };
  yield err({ type: 'file-mistakes', mistakes: [mistake] });
}

async function* jsonBlocks(file: string, given: string, bytes: AsyncIterable<Buffer>): RecordBlocks {
  const texts = textsOf(given, bytes);
  for await (const { from, text } of jsonParts(texts.chunks)) {
    const json = new JsonRecords(file, text, from);
    const records = json.values.map((value, index) => ({
      value,
      isOfCsv: false,
      line: () => json.lineOf(index),
      mistakeIn: (path: JsonPath, message: string, found?: string) =>
        json.mistakeIn(index, path, message, found),
    }));
    yield ok({ records, mistakes: json.mistakes, unknown: [] });
    const broken = fileMistakes(json.mistakes);
    // The parts after a broken one say nothing.
    if (broken) return;
  }
  if (texts.failure()) yield err(texts.failure() as InvalidInput);
}

/** The text of a file, UTF-8 or UTF-16 with its mark, until it is no text. */
function textsOf(
  given: string,
  bytes: AsyncIterable<Buffer>,
): { readonly chunks: AsyncIterable<string>; failure(): InvalidInput | undefined } {
  let failure: InvalidInput | undefined;
  async function* chunks(): AsyncGenerator<string, void> {
    let decoder: TextDecoder | undefined;
    const decode = (chunk?: Buffer): string => {
      try {
        return decoder?.decode(chunk, { stream: chunk !== undefined }) ?? '';
      } catch (error) {
        failure = unreadable(given, error);
        return '';
      }
    };
    for await (const chunk of bytes) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
      const text = decode(chunk);
      if (failure) return;
      yield text;
    }
    yield decode();
  }
  return { chunks: chunks(), failure: () => failure };
}
