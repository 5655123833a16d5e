import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StoreFault } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';

/** What is at a path; `undefined` where nothing is. */
export type FileState = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'> | undefined;

/** The file that was at the path of a database when it was opened is not there any more. */
export class FileGone extends StoreFault {
  constructor(file: string) {
    super(`${file} was removed or replaced by another file`);
  }
}

/** The files that an open database has. */
export interface Place {
  readonly file: string;
  readonly state: FileState;
  /** Of the file that SQLite keeps the newest commits in. */
  readonly log: FileState;
}

/** Looks at a path. */
export function stateOf(file: string): FileState {
  return statSync(file, { throwIfNoEntry: false });
}

/** Whether both are the same file, or both none. */
export function isSameFile(a: FileState, b: FileState): boolean {
  return a?.ino === b?.ino && a?.dev === b?.dev;
}

/** Whether nobody wrote to a file in between, but within a tick of the clock. */
export function isUnchanged(a: FileState, b: FileState): boolean {
  return a?.mtimeMs === b?.mtimeMs && a?.size === b?.size && isSameFile(a, b);
}

/** The file that SQLite keeps the newest commits in. */
export function logOf(file: string): string {
  return `${file}-wal`;
}

/** Which files a database has that was opened just now; `undefined` where it is in memory. */
export function placeOf(database: Database.Database): Place | undefined {
  if (database.memory) return undefined;
  // SQLite makes the log with the first read after it was set to use one.
  database.pragma('schema_version');
  const file = resolve(database.name);
  return { file, state: stateOf(file), log: stateOf(logOf(file)) };
}

/**
 * Throws {@link FileGone} where the files that a database has open are not those at its path. An open file can be written
 * to after it was removed, and all of that is gone when it is closed.
 */
export function assertInPlace(place: Place | undefined): void {
  if (!place) return;
  const { file, log, state } = place;
  if (!isSameFile(stateOf(file), state)) throw new FileGone(file);
  if (!isSameFile(stateOf(logOf(file)), log)) throw new FileGone(logOf(file));
}
