import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';

/** The reference file could not be written; an existing one is unchanged. */
export interface ReferenceNotWritten {
  readonly type: 'reference-not-written';
  readonly file: string;
  readonly cause: unknown;
}

/**
 * Writes a file, with its folder, and replaces an existing one: readers get either the old or the new file, complete. Throws
 * what `write` and the file system throw; an existing file is then unchanged.
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

/** Writes to a database without a journal: if it fails, the database is thrown away. Throws what SQLite throws. */
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
