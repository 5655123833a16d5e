import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** The reference file could not be written; the one that was there, if any, is as it was. */
export interface ReferenceNotWritten {
  readonly type: 'reference-not-written';
  readonly file: string;
  readonly cause: unknown;
}

/**
 * Puts a file, with its folder, in place of one that may be there: anyone who opens it meets the old one or the
 * new one, whole. Throws what `write` and the file system throw; the file that was there is then as it was.
 */
export function replaceFile(file: string, write: (draft: string) => void): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    write(draft);
    flush(draft);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Writes to a database that is thrown away where that fails, so that it needs no journal. Throws what SQLite throws. */
export function writeDraft(file: string, write: (database: Database.Database) => void): void {
  const database = new Database(file);
  try {
    database.pragma('journal_mode = OFF');
    database.pragma('synchronous = OFF');
    database.transaction(() => write(database))();
  } finally {
    database.close();
  }
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
