import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { CliError, InvalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import {
  aboutReadOver,
  describeMistakes,
  type FileMistake,
  type FileMistakes,
  fileMistakes,
} from '../files/file-mistake.js';
import type { FileForm, MemberPath } from '../files/file-record.js';
import { judgeFile } from '../files/judge-file.js';
import { mistakeAt } from '../files/read-record.js';
import { Interruption } from '../interruption.js';

/** A file of records to import, without mistakes. */
export interface RecordFile<T> {
  readonly interruption: Interruption;
  /** The records, some at a time, as often as they are asked for. An error only if the file was changed in the meantime. */
  records(): AsyncGenerator<Result<readonly T[], FileMistakes | InvalidInput>, void>;
  /** The line of a record that was given. */
  lineOf(record: T): number | undefined;
  /** An error that only the store finds, with its places in the file. */
  placed(error: CliError, places: Places): ResultAsync<never, CliError>;
}

/** What is wrong with records, by their ids. */
export type Places = ReadonlyMap<string, { readonly path: MemberPath; readonly message: string }>;

/** What only one record should have: where it is, and what to say of a second one. */
export type Unique = { readonly text: string; readonly path: MemberPath; readonly what: string };

/** The records of a file of so many bytes stay in memory; a longer one is read again, so that memory does not grow with it. */
const KEPT_BYTES = 32 * 1024 * 1024;
const RECORDS_PER_BLOCK = 500;
/** The largest number of doubts that are collected. */
const MAX_DOUBTS = 1000;

/** Judges all of a file (`-` is standard input) before `work` opens anything: the database can be new. */
export async function readRecordFile<T extends { readonly id: string }>(
  { fail, io }: CommandContext,
  file: string,
  form: FileForm<T>,
  uniqueIn: (record: T) => readonly Unique[],
  work: (file: RecordFile<T>) => Promise<void>,
): Promise<void> {
  const interruption = new Interruption(io);
  const doubts: FileMistake[] = [];
  const lines = new WeakMap<T, number>();
  // Numbers of records take less memory than anything that names them.
  const lineOfNumber: number[] = [];
  const [ids, texts] = [new Map<string, number>(), new Map<string, number>()];
  let kept: T[] | undefined = [];
  const judged = await judgeFile(io, file, form, interruption, ({ record, value }, size) => {
    if (size > KEPT_BYTES) kept = undefined;
    kept?.push(value);
    lines.set(value, record.line);
    const number = lineOfNumber.push(record.line) - 1;
    for (const { path, text, what } of uniqueIn(value)) {
      const owner = texts.get(text);
      if (owner === undefined) texts.set(text, number);
      else if (owner !== number && doubts.length < MAX_DOUBTS)
        doubts.push(mistakeAt(record, form, path, `${what} ${lineOfNumber[owner]} too`));
    }
    const first = ids.get(value.id);
    if (first === undefined) ids.set(value.id, number);
    if (first === undefined) return [];
    return [mistakeAt(record, form, ['_id'], `_id ${value.id} is on line ${lineOfNumber[first]} already`)];
  });
  try {
    if (judged.isErr()) return fail(judged.error);
    const { again, ignored } = judged.value;
    for (const line of [...aboutReadOver(ignored), ...describeMistakes(doubts)]) io.stderr.warn(line);
    const errorOf = async (places: Places): Promise<FileMistakes | undefined> => {
      const mistakes: FileMistake[] = [];
      if (places.size === 0) return undefined;
      for await (const one of again()) {
        if (one.isErr()) break;
        const { record, value } = one.value;
        const place = places.get(value.id);
        if (place) mistakes.push(mistakeAt(record, form, place.path, place.message));
      }
      return fileMistakes(mistakes);
    };
    async function* records(): ReturnType<RecordFile<T>['records']> {
      let block: T[] = [];
      for await (const one of kept ? kept.map((value) => ok({ value })) : again()) {
        if (one.isErr()) return yield err(one.error);
        const { value } = one.value;
        if ('record' in one.value) lines.set(value, one.value.record.line);
        block.push(value);
        if (block.length < RECORDS_PER_BLOCK) continue;
        yield ok(block);
        block = [];
      }
      if (block.length > 0) yield ok(block);
    }
    await work({
      interruption,
      records,
      lineOf: (record) => lines.get(record),
      placed: (error, places) =>
        ResultAsync.fromSafePromise(errorOf(places)).andThen((found) => err(found ?? error)),
    });
  } finally {
    interruption.ignore();
    if (judged.isOk()) await judged.value.close();
  }
}
