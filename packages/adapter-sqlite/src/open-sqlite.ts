import type { Clock, Logger, PatienceOf, Result } from '@ops-admin/core';
import type { SqlStores } from '@ops-admin/store-sql';
import { LiveDatabase } from './live-database.js';
import type { DatabaseUnusable } from './open-database.js';
import { sqliteStores } from './sqlite-stores.js';

/** The file, and what the stores need in addition. */
export interface SqliteSettings {
  readonly file: string;
  /** Whether to create the file if it does not exist; `true` by default. */
  readonly create?: boolean;
  /** Whether nothing is written: no missing table is created, and no older schema upgraded. */
  readonly readOnly?: boolean;
  /** How long opening and each write wait for other processes, in milliseconds; 5 seconds by default. */
  readonly waitMs?: number | undefined;
  /** What has the calls of a request wait for 5 seconds together; without it, each waits as long. */
  readonly patience?: PatienceOf | undefined;
  /** How many threads read what would hold up the event loop, as those of a service do; none by default. */
  readonly threads?: number | undefined;
  /** Where to log that the file is lost, and that it is back; nowhere by default. */
  readonly log?: Pick<Logger, 'error' | 'info'> | undefined;
  /** By what the stores judge time; the machine's by default. */
  readonly clock?: Clock | undefined;
}

/** Every store over one file. */
export interface OpenedSqlite extends SqlStores {
  /** The file, for your own stores. */
  readonly database: LiveDatabase;
  /** Closes the file for good; with threads, once these have ended what they read. */
  close(): void | Promise<void>;
}

/**
 * Opens a file with every store. If it is removed, replaced or damaged while it is open, each call fails with
 * `store-unavailable`, until a good file is in its place. Errors: {@link DatabaseUnusable}.
 */
export function openSqlite({
  file,
  clock,
  ...options
}: SqliteSettings): Result<OpenedSqlite, DatabaseUnusable> {
  return LiveDatabase.open(file, options).map((database) => ({
    ...sqliteStores(database, clock),
    database,
    close: () => database.close(),
  }));
}
