import { err, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { CliError, InvalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { aboutReadOver, type FileMistake, type FileMistakes, fileMistakes } from '../files/file-mistake.js';
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
export type Places = readonly Place[];

interface Place {
  readonly id: string;
  readonly path: MemberPath;
  readonly message: string;
}

/** What only one record should have: where it is, and what to say of a second one. */
export type Unique = { readonly text: string; readonly path: MemberPath; readonly what: string };

/** The records of a file of so many bytes stay in memory; a longer one is read again, so that memory does not grow with it. */
const KEPT_BYTES = 32 * 1024 * 1024;
const RECORDS_PER_BLOCK = 500;

/** Judges all of a file (`-` is standard input) before `work` opens anything: the database can be new. */
export async function readRecordFile<T extends { readonly id: string }>(
  { fail, io }: CommandContext,
  file: string,
  form: FileForm<T>,
  uniqueIn: (record: T) => readonly Unique[],
  work: (file: RecordFile<T>) => Promise<void>,
): Promise<void> {
  const interruption = new Interruption(io);
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
    const mistakes: FileMistake[] = [];
    for (const { path, text, what } of uniqueIn(value)) {
      const owner = texts.get(text) ?? number;
      texts.set(text, owner);
      if (owner !== number)
        mistakes.push(mistakeAt(record, form, path, `${what} ${lineOfNumber[owner]} too`));
    }
    const first = ids.get(value.id) ?? number;
    ids.set(value.id, first);
    if (first !== number)
      mistakes.push(
        mistakeAt(record, form, ['_id'], `_id ${value.id} is on line ${lineOfNumber[first]} already`),
      );
    return mistakes;
  });
  try {
    if (judged.isErr()) return fail(judged.error);
    const { again, ignored } = judged.value;
    for (const line of aboutReadOver(ignored)) io.stderr.warn(line);
    const errorOf = async (places: Places): Promise<FileMistakes | undefined> => {
      const mistakes: FileMistake[] = [];
      if (places.length === 0) return undefined;
      const byId = new Map<string, Place[]>();
      for (const place of places) byId.set(place.id, [...(byId.get(place.id) ?? []), place]);
      for await (const one of again()) {
        if (one.isErr()) break;
        const { record, value } = one.value;
        for (const { message, path } of byId.get(value.id) ?? [])
          mistakes.push(mistakeAt(record, form, path, message));
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
