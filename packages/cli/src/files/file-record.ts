import type { Result } from '@ops-admin/core';
import type * as v from 'valibot';
import type { FileMistake } from './file-mistake.js';
import type { Columns, Header } from './header.js';

/** A member of a record: names, and numbers of elements. */
export type MemberPath = readonly PropertyKey[];

/** A record of a file, before it is judged. */
export interface FileRecord {
  /** The line on which it begins, from 1. */
  readonly line: number;
  readonly isCsv: boolean;
  /** The value as JSON has it; of CSV, the cells of the known columns as written, without those that a short record lacks. */
  readonly value: unknown;
  /** A mistake in the record, at the member or where that should be; of CSV at the column, with the cell as `found`. */
  mistakeIn(path: MemberPath, message: string, found?: string): FileMistake;
}

/** The records of a file and the mistakes between them, in order. A mistake after which nothing can be read is the last. */
export type FileRecords = AsyncGenerator<Result<FileRecord, FileMistake>, void>;

export type Cells<Name extends string = string> = { readonly [column in Name]?: string };

/** A problem of a record, and its member. */
export interface Problem {
  readonly path: MemberPath;
  readonly message: string;
  readonly found?: string;
}

/** How the records of one kind of file are read: as cells or as JSON, then by one schema. */
export interface FileForm<T, Value = unknown> {
  readonly columns: Columns;
  /** Returns the problem of a header, such as a missing column. */
  checkHeader(header: Header): string | undefined;
  /** The formats in addition to CSV: one JSON object a line, and an array. */
  readonly takes: 'csv' | 'lines' | 'arrays';
  /** Whether the records of a long file of lines are not kept, so that it can have any length. */
  readonly isStreamed?: boolean;
  /** The record as JSON has it, by its cells. */
  valueOf(cells: Cells): object;
  columnOf(path: MemberPath): string;
  /** The members of a record of JSON, and of its members that have some: a near miss of one is a mistake. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Members that answers of the service have in addition; they are ignored without a word. */
  readonly shown?: ReadonlySet<string>;
  /** Returns a message if the value is a record of another kind. */
  otherKind?(value: object): string | undefined;
  /** Returns problems that the schema does not find. */
  check?(value: object, record: FileRecord): readonly Problem[];
  readonly schema: v.GenericSchema<unknown, Value>;
  /** The name of a record in messages. */
  readonly what: string;
  /** Makes the record from the output of the schema. Errors: the problem of the record as a whole. */
  finish(value: Value, record: FileRecord): Result<T, string>;
}

/** Returns the form; the compiler infers what its schema reads. */
export function fileForm<T, Value>(form: FileForm<T, Value>): FileForm<T> {
  return form;
}

export type AnyForm = FileForm<unknown>;

export interface ReadRecord<T> {
  readonly value: T;
  readonly record: FileRecord;
}
