import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StoreFault } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';

/** The file at a path; `undefined` if there is none. */
export type FileState = Pick<Stats, 'dev' | 'ino' | 'size' | 'mtimeMs'> | undefined;

/** The file that was opened is no longer at the path of the database. */
export class FileGone extends StoreFault {
  constructor(file: string) {
    super(`${file} was removed or replaced by another file`);
  }
}

/** The files that an open database has. */
export interface Place {
  readonly file: string;
  readonly state: FileState;
  /** The log, in which SQLite keeps the newest commits. */
  readonly log: FileState;
}

/** Reads what is at a path. */
export function stateOf(file: string): FileState {
  return statSync(file, { throwIfNoEntry: false });
}

/** Whether both are the same file, or both missing. */
export function isSameFile(a: FileState, b: FileState): boolean {
  return a?.ino === b?.ino && a?.dev === b?.dev;
}

/** Whether nobody wrote to a file in between, except within a tick of the clock. */
export function isUnchanged(a: FileState, b: FileState): boolean {
  return a?.mtimeMs === b?.mtimeMs && a?.size === b?.size && isSameFile(a, b);
}

/** The file that SQLite keeps the newest commits in. */
export function logOf(file: string): string {
  return `${file}-wal`;
}

/** The files of a database that was just opened; `undefined` if it is in memory. */
export function placeOf(database: Database.Database): Place | undefined {
  if (database.memory) return undefined;
  // SQLite creates the log with the first read after it was set to use one.
  database.pragma('schema_version');
  const file = resolve(database.name);
  return { file, state: stateOf(file), log: stateOf(logOf(file)) };
}

/**
 * Throws {@link FileGone} if the open files of a database are not those at its path. A removed file can still be written to
 * while it is open, and all of that is lost when it is closed.
 */
export function assertInPlace(place: Place | undefined): void {
  if (!place) return;
  const { file, log, state } = place;
  if (!isSameFile(stateOf(file), state)) throw new FileGone(file);
  if (!isSameFile(stateOf(logOf(file)), log)) throw new FileGone(logOf(file));
}
