import type { Result } from '@ops-admin/core';
import type { FileMistake } from './file-mistake.js';
import type { Columns, Header } from './header.js';

/** A member of a record: names, and numbers of elements. In CSV, the name of a column. */
export type MemberPath = readonly PropertyKey[];

/** A record of a file, before it is judged. */
export interface FileRecord {
  /** The line on which it begins, from 1. */
  readonly line: number;
  /** The bytes of the file that were read so far. */
  readonly position: number;
  readonly isCsv: boolean;
  /** The value as JSON has it; of CSV, the cells of the known columns as written, without those that a short record lacks. */
  readonly value: unknown;
  /** A mistake in the record, at the member or where that should be. Of CSV, `found` is the cell. */
  mistakeIn(path: MemberPath, message: string, found?: string): FileMistake;
}

/** The records of a file and the mistakes between them, in order. A mistake after which nothing can be read is the last. */
export type FileRecords = AsyncGenerator<Result<FileRecord, FileMistake>, void>;

/** The cells of a record of CSV. */
export type Cells<Name extends string = string> = { readonly [column in Name]?: string };

/** How the records of one kind of file are read. */
export interface FileForm<T> {
  readonly columns: Columns;
  /** What is wrong with a header that was understood, such as a column that is missing. */
  checkHeader(header: Header): string | undefined;
  /** Whether an array is read, next to CSV and one JSON object a line. */
  readonly takesArrays: boolean;
  /** Reads one record; `ignore` is told the members that nothing reads. Errors: all mistakes of the record. */
  read(record: FileRecord, ignore: (member: string) => void): Result<T, readonly FileMistake[]>;
}
