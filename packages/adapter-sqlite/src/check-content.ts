import { err, ok, Result } from '@ops-admin/core';
import { StoreFault } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { type DatabaseUnusable, type OpenedFile, SCHEMA } from './open-database.js';
import { schemaOfFile } from './schema-of-file.js';

/** Reads all of a file that appeared under a running service, because it can be half of a copy; closes it if it is. */
export function checkWhole(opened: OpenedFile, file: string): Result<OpenedFile, DatabaseUnusable> {
  const { database } = opened;
  const unusable = (detail: unknown): DatabaseUnusable => ({
    type: 'database-unusable',
    problem: 'unreadable',
    message: `cannot use the database ${file}: ${detail}; restore it from a backup`,
  });
  return Result.fromThrowable(() => database.pragma('quick_check(1)', { simple: true }), unusable)()
    .andThen((found) => (found === 'ok' ? ok(opened) : err(unusable(found))))
    .mapErr((error) => {
      database.close();
      return error;
    });
}

/**
 * Reads a row of every table: SQLite throws if the content is damaged. Also throws if the tables are not those of ops-admin.
 * Tables that are written all the time are in SQLite's log, and would be read from there; the others are not.
 */
export function assertReadable(database: Database.Database): void {
  const state = schemaOfFile(database, SCHEMA);
  if (state === 'foreign' || state === 'empty' || state === 'unknown')
    throw new StoreFault(`${database.name} is no longer a database of ops-admin`);
  const tables = database
    .prepare<[], string>("select name from sqlite_schema where type = 'table'")
    .pluck()
    .all();
  for (const name of tables) database.prepare(`select * from "${name}" limit 1`).get();
}

/** How many bytes a file must have by what is written in it. */
export function contentSize(database: Database.Database): number {
  const read = (name: string) => database.pragma(name, { simple: true }) as number;
  return read('page_count') * read('page_size');
}
