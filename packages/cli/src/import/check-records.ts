import { err, type ObjectId, ok, type Result } from '@ops-admin/core';
import { describeIssue, nearestName } from '@ops-admin/core/operations';
import * as v from 'valibot';
import type { Readings } from '../bulk/readings.js';
import type { InvalidInput } from '../cli-error.js';
import {
  aboutReadOver,
  type FileMistake,
  type FileMistakes,
  fileMistakes,
  foundValue,
} from '../file-mistake.js';
import type { JsonPath } from './json-records.js';
import { type CsvForm, type FoundRecord, recordBlocks } from './record-blocks.js';

/** One kind of records that can be imported. */
export interface RecordKind<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  /** The members of a record, and of those members that have some: others are read over, unless one of these was probably meant. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Members that hold an object where programs print them beside the others; they are read over without a word. */
  readonly shown: ReadonlySet<string>;
  /** Why a value is a record of another kind, if it is. */
  otherKind(value: object): string | undefined;
  /** What a record lacks that is right member by member. */
  lacking(value: object): string | undefined;
  /** What only one record should have, where it is, and what to say of a second one. */
  once(record: T): readonly { readonly text: string; readonly path: JsonPath; readonly what: string }[];
  readonly csv: CsvForm;
}

/** A record that fits its kind. */
export interface CheckedRecord<T> extends FoundRecord {
  readonly record: T;
}

/** Consecutive records of a file. */
export interface CheckedBlock<T> {
  readonly records: readonly CheckedRecord<T>[];
  /** What is wrong with the others, and between them. */
  readonly mistakes: readonly FileMistake[];
}

/** Blocks of checked records; the last can be an error. */
export type CheckedBlocks<T> = AsyncGenerator<Result<CheckedBlock<T>, FileMistakes | InvalidInput>, void>;

/** The mistakes and the warnings of a file are collected up to here. */
const MAX_MISTAKES = 10_000;

/** The records of a file, block by block. `note` is told which members are read over. */
export async function* checkedBlocks<T>(
  file: string,
  readings: Readings,
  kind: RecordKind<T>,
  note: (member: string) => void = () => {},
): CheckedBlocks<T> {
  for await (const block of recordBlocks(file, readings, kind.csv)) {
    if (block.isErr()) return yield err(block.error);
    for (const name of block.value.unknown) note(name);
    const mistakes = [...block.value.mistakes];
    const records: CheckedRecord<T>[] = [];
    for (const found of block.value.records) {
      const checked = check(found, kind, note);
      if (checked.isOk()) records.push({ ...found, record: checked.value });
      else mistakes.push(...checked.error);
    }
    yield ok({ records, mistakes });
  }
}

/** A second of what only one record should have. */
interface Repeat {
  readonly mistake: FileMistake;
  /** The number of the first. */
  readonly first: number;
  /** An `_id`: a mistake, and no warning. */
  readonly isId: boolean;
}

/** Reads all of a file. Errors: everything that is wrong in it; otherwise what is worth a warning. */
export async function checkFile<T extends { readonly id: ObjectId }>(
  file: string,
  readings: Readings,
  kind: RecordKind<T>,
): Promise<
  Result<
    { readonly warnings: readonly string[]; readonly doubts: readonly FileMistake[] },
    FileMistakes | InvalidInput
  >
> {
  const mistakes: FileMistake[] = [];
  const repeats: Repeat[] = [];
  const readOver = new Set<string>();
  const [ids, texts] = [new Map<string, number>(), new Map<string, number>()];
  let number = 0;
  for await (const block of checkedBlocks(file, readings, kind, (member) => readOver.add(member))) {
    if (block.isErr()) {
      if (block.error.type === 'invalid-input') return err(block.error);
      mistakes.push(...block.error.mistakes);
      break;
    }
    mistakes.push(...block.value.mistakes);
    for (const found of block.value.records) {
      const { id } = found.record;
      const isFull = mistakes.length + repeats.length > MAX_MISTAKES;
      const first = ids.get(id);
      if (first === undefined) ids.set(id, number);
      else if (!isFull)
        repeats.push({ mistake: found.mistakeIn(['_id'], `_id ${id} is on line`), first, isId: true });
      for (const { path, text, what } of kind.once(found.record)) {
        const owner = texts.get(text);
        if (owner === undefined) texts.set(text, number);
        if (owner === undefined || owner === number || isFull) continue;
        repeats.push({ mistake: found.mistakeIn(path, what), first: owner, isId: false });
      }
      number++;
    }
    if (mistakes.length > MAX_MISTAKES) break;
  }
  const lines = await linesOf(file, readings, kind, new Set(repeats.map(({ first }) => first)));
  const placed = repeats.map(({ first, isId, mistake }) => ({
    isId,
    mistake: { ...mistake, message: `${mistake.message} ${lines.get(first)} ${isId ? 'already' : 'too'}` },
  }));
  const of = (isId: boolean) => placed.flatMap((one) => (one.isId === isId ? [one.mistake] : []));
  const error = fileMistakes([...mistakes, ...of(true)]);
  if (error) return err(error);
  return ok({ warnings: aboutReadOver(readOver), doubts: of(false) });
}

/** The lines of records by their numbers, which few files need. */
async function linesOf<T>(
  file: string,
  readings: Readings,
  kind: RecordKind<T>,
  numbers: ReadonlySet<number>,
): Promise<ReadonlyMap<number, number>> {
  const lines = new Map<number, number>();
  if (numbers.size === 0) return lines;
  let number = 0;
  for await (const block of checkedBlocks(file, readings, kind)) {
    if (block.isErr()) break;
    for (const found of block.value.records) {
      if (numbers.has(number)) lines.set(number, found.line());
      number++;
    }
  }
  return lines;
}

/** The records of these users or departments, with their places. Errors of the file are left out: it was read before. */
export async function placesOf<T extends { readonly id: ObjectId }>(
  file: string,
  readings: Readings,
  kind: RecordKind<T>,
  mistakes: ReadonlyMap<ObjectId, { readonly path: JsonPath; readonly message: string }>,
): Promise<FileMistakes | undefined> {
  const placed: FileMistake[] = [];
  if (mistakes.size === 0) return undefined;
  for await (const block of checkedBlocks(file, readings, kind)) {
    if (block.isErr()) break;
    for (const found of block.value.records) {
      const mistake = mistakes.get(found.record.id);
      if (mistake) placed.push(found.mistakeIn(mistake.path, mistake.message));
    }
  }
  return fileMistakes(placed);
}

function mistakeOf(found: FoundRecord, issue: v.BaseIssue<unknown>): FileMistake {
  const path = (issue.path ?? []).map(({ key }) => key as PropertyKey);
  const was = issue.input === undefined ? undefined : foundValue(issue.input);
  return found.mistakeIn(path, describeIssue(issue, 'the record'), was);
}

function check<T>(
  found: FoundRecord,
  kind: RecordKind<T>,
  note: (member: string) => void,
): Result<T, FileMistake[]> {
  const { value } = found;
  const other = isObject(value) ? kind.otherKind(value) : undefined;
  if (other !== undefined) return err([found.mistakeIn([], other)]);
  const parsed = v.safeParse(kind.schema, value);
  const mistakes = isObject(value) && !found.isOfCsv ? nearMisses(found, value, kind, note) : [];
  if (!parsed.success) return err([...mistakes, ...parsed.issues.map((issue) => mistakeOf(found, issue))]);
  if (mistakes.length > 0) return err(mistakes);
  const lacking = kind.lacking(value as object);
  return lacking === undefined ? ok(parsed.output) : err([found.mistakeIn([], lacking)]);
}

/** Members that are nearly known ones; the others that are not known are noted. */
function nearMisses<T>(
  found: FoundRecord,
  value: Record<string, unknown>,
  { members, shown }: RecordKind<T>,
  note: (member: string) => void,
): FileMistake[] {
  const mistakes: FileMistake[] = [];
  for (const [path, known] of members) {
    const inner = path === '' ? value : value[path];
    if (!isObject(inner)) continue;
    for (const name of Object.keys(inner)) {
      if (known.includes(name) || (shown.has(name) && isObject(inner[name]))) continue;
      const meant = meantBy(name, known);
      // Some programs print a member twice, under two names.
      if (meant === undefined || meant in inner) note(name);
      else {
        const at = path === '' ? [name] : [path, name];
        mistakes.push(found.mistakeIn(at, `nothing reads the member ${name}; did you mean ${meant}?`));
      }
    }
  }
  return mistakes;
}

/** The known member that a name is nearly: in other case or with other signs, or but for a letter or two. */
function meantBy(name: string, known: readonly string[]): string | undefined {
  const plain = plainOf(name);
  if (plain.length < 2) return undefined;
  const byPlain = new Map(known.map((one) => [plainOf(one), one]));
  return byPlain.get(nearestName(plain, byPlain.keys()) ?? '');
}

function plainOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
