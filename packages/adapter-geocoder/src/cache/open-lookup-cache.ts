import { closeSync, existsSync, openSync } from 'node:fs';
import { err, type LookupCache, ok, type Result } from '@ops-admin/core';
import Database from 'better-sqlite3';
import { type LookupCacheOptions, SqliteLookupCache } from './sqlite-lookup-cache.js';

/** Where answers are kept, and how many. */
export interface LookupCacheSettings extends LookupCacheOptions {
  /** It is created if it does not exist; its folder must exist. */
  readonly file: string;
}

/** An open cache. */
export interface OpenedLookupCache {
  readonly cache: LookupCache;
  close(): void;
}

/** The file cannot be used as a cache; `message` names the file and what to do. */
export interface LookupCacheUnusable {
  readonly type: 'lookup-cache-unusable';
  readonly message: string;
}

/** SQLite `application_id` of a cache file, "OpsC". */
const APPLICATION_ID = 0x4f707343;
/** SQLite `user_version`; a cache of another format is emptied. */
const FORMAT = 1;
/** Do not wait for a cache: the event loop is blocked meanwhile. */
const BUSY_TIMEOUT_MS = 20;
/** Another process can be creating the file. */
const OPENING_TIMEOUT_MS = 5_000;

// Numbers rise with every kept answer, so the oldest have the lowest.
const SCHEMA = `
  DROP TABLE IF EXISTS answer;
  CREATE TABLE answer (
    number INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    provider TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    location TEXT
  ) STRICT;
  CREATE INDEX answer_expires_at ON answer (expires_at);
`;

/** Opens the cache in a file. Errors: {@link LookupCacheUnusable}. */
export function openLookupCache({
  file,
  ...options
}: LookupCacheSettings): Result<OpenedLookupCache, LookupCacheUnusable> {
  return openDatabase(file).map((database) => ({
    cache: new SqliteLookupCache(database, options),
    close: () => {
      database.close();
    },
  }));
}

function openDatabase(file: string): Result<Database.Database, LookupCacheUnusable> {
  const unusable = (reason: string) =>
    err({
      type: 'lookup-cache-unusable' as const,
      message: `cannot use the cache of addresses ${file}: ${reason}`,
    });
  let database: Database.Database | undefined;
  try {
    // SQLite would make it readable for others if the umask allows that; its log gets the same mode.
    if (file !== ':memory:' && !existsSync(file)) closeSync(openSync(file, 'a', 0o600));
    database = new Database(file, { timeout: OPENING_TIMEOUT_MS });
    if (isOfSomebodyElse(database)) {
      database.close();
      return unusable('it is another database; name another file in OPS_GEOCODE_CACHE');
    }
    logAhead(database);
    // Answers lost in a power cut are asked again.
    database.pragma('synchronous = off');
    if (pragma(database, 'user_version') !== FORMAT) create(database);
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    return ok(database);
  } catch (error) {
    database?.close();
    const reason = error instanceof Error ? error.message : String(error);
    return unusable(`${reason}; remove it, or name another file in OPS_GEOCODE_CACHE`);
  }
}

function create(database: Database.Database): void {
  database
    .transaction(() => {
      // Another process may have been faster.
      if (pragma(database, 'user_version') === FORMAT) return;
      database.exec(SCHEMA);
      database.pragma(`application_id = ${APPLICATION_ID}`);
      database.pragma(`user_version = ${FORMAT}`);
    })
    .immediate();
}

/** Turns on the write-ahead log. SQLite itself does not wait for another process here, as it does elsewhere. */
function logAhead(database: Database.Database): void {
  const deadline = performance.now() + OPENING_TIMEOUT_MS;
  for (;;) {
    try {
      database.pragma('journal_mode = wal');
      return;
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** In one read: another process can be making the tables of a cache. */
function isOfSomebodyElse(database: Database.Database): boolean {
  return database.transaction(
    () => hasTables(database) && pragma(database, 'application_id') !== APPLICATION_ID,
  )();
}

function pragma(database: Database.Database, name: string): unknown {
  return database.pragma(name, { simple: true });
}

function hasTables(database: Database.Database): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
}
