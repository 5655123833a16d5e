import type { Clock, Result } from '@ops-admin/core';
import { type SqlStores, sqlStores } from '@ops-admin/store-sql';
import type { DatabaseUnusable } from './open-database.js';
import { SqliteDatabase, type SqliteOptions } from './sqlite-database.js';

/** The file, and what the stores need in addition. */
export interface SqliteSettings extends Omit<SqliteOptions, 'steps'> {
  readonly file: string;
  /** The clock of the stores; the machine's by default. */
  readonly clock?: Clock | undefined;
}

/** Every store over one file. */
export interface OpenedSqlite extends SqlStores {
  /** The file, for your own tables. */
  readonly database: SqliteDatabase;
  /** Closes the file, once a transaction that runs is over. */
  close(): Promise<void>;
}

/**
 * Opens a file with every store. If it is removed, replaced or damaged while it is open, changes fail with `store-unavailable`, and
 * so does the health probe, until a restart. Errors: {@link DatabaseUnusable}.
 */
export function openSqlite({
  file,
  clock,
  ...options
}: SqliteSettings): Result<OpenedSqlite, DatabaseUnusable> {
  return SqliteDatabase.open(file, options).map((database) => ({
    ...sqlStores(database, clock),
    database,
    close: () => database.close(),
  }));
}
