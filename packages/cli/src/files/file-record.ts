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

/** The cells of a record of CSV. */
export type Cells<Name extends string = string> = { readonly [column in Name]?: string };

/** What is wrong with a record, and at which member. */
export interface Problem {
  readonly path: MemberPath;
  readonly message: string;
  readonly found?: string;
}

/** How the records of one kind of file are read: as cells or as JSON, then by one schema. */
export interface FileForm<T, Value = unknown> {
  readonly columns: Columns;
  /** What is wrong with a header that was understood, such as a column that is missing. */
  checkHeader(header: Header): string | undefined;
  /** What a file can be in addition to CSV: one JSON object a line, and an array. */
  readonly takes: 'csv' | 'lines' | 'arrays';
  /** Whether the records of a long file of lines are not kept, so that it can have any length. */
  readonly isStreamed?: boolean;
  /** The record as JSON has it, by its cells. */
  valueOf(cells: Cells): object;
  /** The column of a member. */
  columnOf(path: MemberPath): string;
  /** The members of a record of JSON, and of its members that have some: a near miss of one is a mistake. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** Members that answers of the service have in addition; they are ignored without a word. */
  readonly shown?: ReadonlySet<string>;
  /** Why a value is a record of another kind, if it is. */
  otherKind?(value: object): string | undefined;
  /** What is wrong that neither the members one by one nor the whole show. */
  check?(value: object, record: FileRecord): readonly Problem[];
  readonly schema: v.GenericSchema<unknown, Value>;
  /** What the schema calls a record as a whole. */
  readonly what: string;
  /** Makes the record of what the schema read. Errors: what is wrong with the whole of it. */
  finish(value: Value, record: FileRecord): Result<T, string>;
}

/** Returns the form; the compiler infers what its schema reads. */
export function fileForm<T, Value>(form: FileForm<T, Value>): FileForm<T> {
  return form;
}

/** A form of any records. */
export type AnyForm = FileForm<unknown>;

/** A record, and what a form makes of it. */
export interface ReadRecord<T> {
  readonly value: T;
  readonly record: FileRecord;
}
