import { err, type ObjectId, ok, type Result, ResultAsync } from '@ops-admin/core';
import { newObjectId } from '@ops-admin/core/operations';
import type { CliError, InvalidInput } from '../cli-error.js';
import type { CommandContext } from '../command-context.js';
import { aboutReadOver, type FileMistake, type FileMistakes, fileMistakes } from '../files/file-mistake.js';
import type { FileForm, MemberPath } from '../files/file-record.js';
import { judgeFile, mistakeAt } from '../files/judge-file.js';
import { Interruption } from '../interruption.js';

export interface RecordFile<T> {
  readonly interruption: Interruption;
  /** The records, some at a time, as often as they are asked for. An error only if the file was changed in the meantime. */
  records(): AsyncGenerator<Result<readonly T[], FileMistakes | InvalidInput>, void>;
  lineOf(record: T): number | undefined;
  /** An error that only the store finds, with its places in the file; by default those that it names itself. */
  placed(error: CliError, places?: Places): ResultAsync<never, CliError>;
}

type Places = readonly Place[];

interface Place {
  readonly id: string;
  readonly path: MemberPath;
  readonly message: string;
}

/** A text that only one record may have, its place, and the message for a second one. */
export type Unique = { readonly text: string; readonly path: MemberPath; readonly what: string };

export interface RecordKind<Given, T> {
  readonly uniqueIn: (record: Given) => readonly Unique[];
  /** The record with its id; a new one where the file has none. */
  readonly withId: (record: Given, id: ObjectId) => T;
}

/** The records of a file of so many bytes stay in memory; a longer one is read again, so that memory does not grow with it. */
const KEPT_BYTES = 32 * 1024 * 1024;
const RECORDS_PER_BLOCK = 500;

/** A record as a file has it: an e-mail or a code can take the place of the id. */
export interface RecordInFile {
  readonly id?: ObjectId;
}

/** Judges all of a file (`-` is standard input) before `work` opens anything: the database can be new. */
export async function readRecordFile<Given extends RecordInFile, T extends { readonly id: ObjectId }>(
  { fail, io }: CommandContext,
  file: string,
  form: FileForm<Given>,
  { uniqueIn, withId }: RecordKind<Given, T>,
  work: (file: RecordFile<T>) => Promise<void>,
): Promise<void> {
  const interruption = new Interruption(io);
  const lines = new WeakMap<T, number>();
  // The same in each reading: a record without an id has that of a user or a department who would be new.
  const newIds = newObjectId(() => new Date()).slice(0, 16);
  const identified = (given: Given, number: number): T => {
    const ownId = given.id ?? (`${newIds}${number.toString(16).padStart(8, '0')}` as ObjectId);
    return withId(given, ownId);
  };
  // Numbers of records take less memory than anything that names them.
  const lineOfNumber: number[] = [];
  const [ids, texts] = [new Map<string, number>(), new Map<string, number>()];
  let kept: T[] | undefined = [];
  const judged = await judgeFile(io, file, form, interruption, ({ record, value: given }, size) => {
    if (size > KEPT_BYTES) kept = undefined;
    const number = lineOfNumber.push(record.line) - 1;
    const value = identified(given, number);
    kept?.push(value);
    lines.set(value, record.line);
    const mistakes: FileMistake[] = [];
    for (const { path, text, what } of uniqueIn(given)) {
      const owner = texts.get(text) ?? number;
      texts.set(text, owner);
      if (owner !== number)
        mistakes.push(mistakeAt(record, form, path, `${what} ${lineOfNumber[owner]} too`));
    }
    if (given.id === undefined) return mistakes;
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
    for (const seen of [ids, texts]) seen.clear();
    for (const line of aboutReadOver(ignored)) io.stderr.warn(line);
    const errorOf = async (places: Places): Promise<FileMistakes | undefined> => {
      const mistakes: FileMistake[] = [];
      if (places.length === 0) return undefined;
      const byId = new Map<string, Place[]>();
      for (const place of places) byId.set(place.id, [...(byId.get(place.id) ?? []), place]);
      let number = 0;
      for await (const one of again()) {
        if (one.isErr()) break;
        const { record, value } = one.value;
        for (const { message, path } of byId.get(identified(value, number++).id) ?? [])
          mistakes.push(mistakeAt(record, form, path, message));
      }
      return fileMistakes(mistakes);
    };
    async function* records(): ReturnType<RecordFile<T>['records']> {
      let block: T[] = [];
      let number = 0;
      for await (const one of kept?.map((value) => ok({ value })) ?? again()) {
        if (one.isErr()) return yield err(one.error);
        const value = 'record' in one.value ? identified(one.value.value, number++) : one.value.value;
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
      placed: (error, places = placesIn(error)) =>
        ResultAsync.fromSafePromise(errorOf(places)).andThen((found) => err(found ?? error)),
    });
  } finally {
    interruption.ignore();
    if (judged.isOk()) await judged.value.close();
  }
}

function placesIn(error: CliError): Places {
  const found = error.type === 'record-mistakes' ? error.mistakes : [];
  return found.map(({ id, member, message }) => ({ id, path: [member], message }));
}
