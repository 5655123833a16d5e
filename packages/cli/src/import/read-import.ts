import { err, type ObjectId, ok, type Result, ResultAsync } from '@ops-admin/core';
import type { CliError, InvalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import {
  aboutReadOver,
  describeMistakes,
  type FileMistake,
  type FileMistakes,
  fileMistakes,
} from '../files/file-mistake.js';
import type { MemberPath } from '../files/file-record.js';
import { type JudgedFile, judgeFile } from '../files/judge-file.js';
import { Interruption } from '../interruption.js';
import { formOf, type Identified, mistakeIn, type RecordKind } from './record-form.js';

/** A file without mistakes. */
export interface ImportFile<T> {
  readonly interruption: Interruption;
  /** The records, some at a time, as often as they are asked for. An error only if the file was changed in the meantime. */
  records(): AsyncGenerator<Result<readonly T[], FileMistakes | InvalidInput>, void>;
  /** The line of a record that was given. */
  lineOf(record: T): number | undefined;
  /** An error that only the store finds, with its places in the file. */
  placed(error: CliError, places: Places): ResultAsync<never, CliError>;
}

/** What is wrong with records. */
export type Places = ReadonlyMap<ObjectId, { readonly path: MemberPath; readonly message: string }>;

/** The largest number of doubts that are collected. */
const MAX_DOUBTS = 1000;

/** Judges all of a file (`-` is standard input) before `work` opens anything: the database can be new. */
export async function readImport<T extends Identified>(
  { fail, io }: CommandContext,
  file: string,
  kind: RecordKind<T>,
  work: (file: ImportFile<T>) => Promise<void>,
): Promise<void> {
  const interruption = new Interruption(io);
  const doubts: FileMistake[] = [];
  // Numbers of records take less memory than anything that names them.
  const lines: number[] = [];
  const [ids, texts] = [new Map<string, number>(), new Map<string, number>()];
  const judged = await judgeFile(io, file, formOf(kind), interruption, ({ record, value }) => {
    const number = lines.push(record.line) - 1;
    for (const { path, text, what } of kind.once(value)) {
      const owner = texts.get(text);
      if (owner === undefined) texts.set(text, number);
      else if (owner !== number && doubts.length < MAX_DOUBTS)
        doubts.push(mistakeIn(record, kind, path, `${what} ${lines[owner]} too`));
    }
    const first = ids.get(value.id);
    if (first === undefined) ids.set(value.id, number);
    if (first === undefined) return [];
    return [mistakeIn(record, kind, ['_id'], `_id ${value.id} is on line ${lines[first]} already`)];
  });
  try {
    if (judged.isErr()) return fail(judged.error);
    for (const line of [...aboutReadOver(judged.value.ignored), ...describeMistakes(doubts)])
      io.stderr.warn(line);
    await work(importFile(judged.value, kind, interruption));
  } finally {
    interruption.ignore();
    if (judged.isOk()) await judged.value.close();
  }
}

const RECORDS_PER_BLOCK = 500;

function importFile<T extends Identified>(
  judged: JudgedFile<T>,
  kind: RecordKind<T>,
  interruption: Interruption,
): ImportFile<T> {
  const lines = new WeakMap<T, number>();
  const errorOf = async (places: Places) => {
    const mistakes: FileMistake[] = [];
    if (places.size === 0) return undefined;
    for await (const one of judged.records()) {
      if (one.isErr()) break;
      const { record, value } = one.value;
      const place = places.get(value.id);
      if (place) mistakes.push(mistakeIn(record, kind, place.path, place.message));
    }
    return fileMistakes(mistakes);
  };
  return {
    interruption,
    async *records() {
      let block: T[] = [];
      for await (const one of judged.records()) {
        if (one.isErr()) return yield err(one.error);
        const { record, value } = one.value;
        lines.set(value, record.line);
        block.push(value);
        if (block.length < RECORDS_PER_BLOCK) continue;
        yield ok(block);
        block = [];
      }
      if (block.length > 0) yield ok(block);
    },
    lineOf: (record) => lines.get(record),
    placed: (error, places) =>
      ResultAsync.fromSafePromise(errorOf(places)).andThen((found) => err(found ?? error)),
  };
}
