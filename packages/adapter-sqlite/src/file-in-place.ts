import { type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { StoreFault } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';

export type FileState = Pick<Stats, 'dev' | 'ino' | 'size'> | undefined;

/** The path of an open database, and the file that was there when it was opened. */
export interface Place {
  readonly file: string;
  readonly state: FileState;
}

/** The file that was opened is no longer at the path of the database. */
export class FileGone extends StoreFault {
  constructor(file: string) {
    super(
      `${file} was removed or replaced by another file; stop the service, restore the file, and start it`,
    );
  }
}

export function stateOf(file: string): FileState {
  return statSync(file, { throwIfNoEntry: false });
}

/** Whether both are the same file, or both missing. */
export function isSameFile(a: FileState, b: FileState): boolean {
  return a?.ino === b?.ino && a?.dev === b?.dev;
}

/** The file that SQLite keeps the newest commits in. */
export function logOf(file: string): string {
  return `${file}-wal`;
}

/** The file of a database that was just opened; `undefined` if it is in memory. */
export function placeOf(database: Database.Database): Place | undefined {
  if (database.memory) return undefined;
  const file = resolve(database.name);
  return { file, state: stateOf(file) };
}

/** Throws {@link FileGone}: SQLite continues to write into a file that was removed, and all of that is lost when it is closed. */
export function assertInPlace(place: Place | undefined): void {
  if (place && !isSameFile(stateOf(place.file), place.state)) throw new FileGone(place.file);
}
