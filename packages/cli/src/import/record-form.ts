import { err, type ObjectId, ok, type Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { type FileMistake, foundValue } from '../files/file-mistake.js';
import type { Cells, FileForm, FileRecord, MemberPath } from '../files/file-record.js';
import { type Columns, type Header, meantBy } from '../files/header.js';

/** One kind of records that can be imported. */
export interface RecordKind<T> {
  readonly schema: v.GenericSchema<unknown, T>;
  /** The members of a record, and of those members that have some: others are ignored, unless one of these was probably meant. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Members that hold an object where programs print them beside the others; they are ignored without a word. */
  readonly shown: ReadonlySet<string>;
  /** Why a value is a record of another kind, if it is. */
  otherKind(value: object): string | undefined;
  /** What a record lacks that is right member by member. */
  lacking(value: object): string | undefined;
  /** What only one record should have, where it is, and what to say of a second one. */
  once(record: T): readonly { readonly text: string; readonly path: MemberPath; readonly what: string }[];
  readonly csv: CsvKind;
}

/** How records are in CSV. */
export interface CsvKind {
  readonly columns: Columns;
  check(header: Header): string | undefined;
  /** The record as JSON has it. */
  valueOf(cells: Cells): object;
  /** What is wrong with a cell that its value would not tell. */
  mistakeOf?(cells: Cells): { readonly column: string; readonly message: string } | undefined;
  /** The column of a member. */
  columnOf(path: MemberPath): string;
}

/** A record with an id. */
export interface Identified {
  readonly id: ObjectId;
}

/** How a file of such records is read. */
export function formOf<T>(kind: RecordKind<T>): FileForm<T> {
  const { columns, check: checkHeader } = kind.csv;
  return { columns, checkHeader, takesArrays: true, read: (record, ignore) => read(record, kind, ignore) };
}

/** A mistake at a member of a record, wherever its file has it. */
export function mistakeIn(
  record: FileRecord,
  { csv }: Pick<RecordKind<never>, 'csv'>,
  path: MemberPath,
  message: string,
  found?: string,
): FileMistake {
  return record.mistakeIn(record.isCsv ? [csv.columnOf(path)] : path, message, found);
}

function read<T>(
  record: FileRecord,
  kind: RecordKind<T>,
  ignore: (member: string) => void,
): Result<T, readonly FileMistake[]> {
  const { csv, lacking, otherKind, schema } = kind;
  const mistakeAt = (path: MemberPath, message: string, found?: string) =>
    mistakeIn(record, kind, path, message, found);
  const cells = record.value as Cells;
  const value = record.isCsv ? csv.valueOf(cells) : record.value;
  const other = isObject(value) ? otherKind(value) : undefined;
  if (other !== undefined) return err([mistakeAt([], other)]);
  const ofCell = record.isCsv ? csv.mistakeOf?.(cells) : undefined;
  const mistakes = [
    ...(ofCell ? [record.mistakeIn([ofCell.column], ofCell.message)] : []),
    ...(isObject(value) && !record.isCsv ? nearMisses(value, kind, mistakeAt, ignore) : []),
  ];
  const parsed = v.safeParse(schema, value);
  if (!parsed.success) {
    for (const issue of parsed.issues) {
      const path = (issue.path ?? []).map(({ key }) => key as PropertyKey);
      const found = issue.input === undefined ? undefined : foundValue(issue.input);
      mistakes.push(mistakeAt(path, describeIssue(issue, 'the record'), found));
    }
  }
  if (!parsed.success || mistakes.length > 0) return err(mistakes);
  const missing = lacking(value as object);
  return missing === undefined ? ok(parsed.output) : err([mistakeAt([], missing)]);
}

/** Members that are nearly known ones; the others that are not known are ignored. */
function nearMisses<T>(
  value: Record<string, unknown>,
  { members, shown }: RecordKind<T>,
  mistakeAt: (path: MemberPath, message: string) => FileMistake,
  ignore: (member: string) => void,
): FileMistake[] {
  const mistakes: FileMistake[] = [];
  for (const [path, known] of members) {
    const inner = path === '' ? value : value[path];
    if (!isObject(inner)) continue;
    for (const name of Object.keys(inner)) {
      if (known.includes(name) || (shown.has(name) && isObject(inner[name]))) continue;
      const meant = meantBy(name, known);
      // Some programs print a member twice, under two names.
      if (meant === undefined || meant in inner) ignore(name);
      else {
        const at = path === '' ? [name] : [path, name];
        mistakes.push(mistakeAt(at, `nothing reads the member ${name}; did you mean ${meant}?`));
      }
    }
  }
  return mistakes;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
