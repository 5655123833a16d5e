import { accessSync, closeSync, constants, openSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { err, ok, type Result } from '@ops-admin/core';
import { SCHEMA_REFUSED, type SchemaStep, schemaOf } from '@ops-admin/store-sql';
import Database from 'better-sqlite3';
import { describeShortage } from './describe-shortage.js';
import { isSameFile, logOf, type Place, placeOf, stateOf } from './file-in-place.js';
import { migrateFile, schemaOfFile } from './schema-of-file.js';
import { SQLITE_DIALECT } from './sqlite-dialect.js';
import { isBusy } from './store-failure.js';

/** Why a file cannot be used as the database; `message` names the file and what to do. */
export interface DatabaseUnusable {
  readonly type: 'database-unusable';
  readonly problem:
    | 'directory'
    | 'no-folder'
    | 'no-database'
    | 'missing'
    | 'foreign'
    | 'newer'
    | 'older'
    | 'unknown'
    | 'replaced'
    | 'not-writable'
    | 'busy'
    | 'no-space'
    | 'log-left-over'
    | 'unreadable';
  readonly message: string;
}

/** How long SQLite itself waits for a lock: the event loop is blocked meanwhile. */
const BUSY_TIMEOUT_MS = 20;
const OPEN_TIMEOUT_MS = 5000;

/** How long the write-ahead log grows until SQLite moves it to the file, in pages of 4 KiB: each time waits for the disk. */
const CHECKPOINT_PAGES = 4000;

/** How to open a database; the defaults are what the service needs. */
export interface OpenDatabaseOptions {
  /** Whether to create the file if it does not exist; `true` by default. */
  readonly create?: boolean;
  /** Whether nothing is written: no missing table is created, and no older schema upgraded. */
  readonly readOnly?: boolean;
  /** How long opening waits for another process's write, in milliseconds. */
  readonly busyTimeoutMs?: number;
  /** The schema, for tests. */
  readonly steps?: readonly SchemaStep[];
}

export const SCHEMA: readonly SchemaStep[] = schemaOf(SQLITE_DIALECT);

/** A database, and its files. */
export interface OpenedFile {
  readonly database: Database.Database;
  readonly place: Place | undefined;
}

/**
 * Opens the database in a file, and upgrades its schema. A commit survives a power cut: the write-ahead log is flushed at
 * every commit. Errors: {@link DatabaseUnusable}.
 */
export function openDatabase(
  file: string,
  options: OpenDatabaseOptions = {},
): Result<Database.Database, DatabaseUnusable> {
  return openFile(file, options).map(({ database }) => database);
}

/** The same, for callers that need to know whether the file stays in its place. */
export function openFile(
  file: string,
  {
    create = true,
    readOnly = false,
    busyTimeoutMs = OPEN_TIMEOUT_MS,
    steps = SCHEMA,
  }: OpenDatabaseOptions = {},
): Result<OpenedFile, DatabaseUnusable> {
  const unusable = (problem: DatabaseUnusable['problem'], detail: string) =>
    err({
      type: 'database-unusable' as const,
      problem,
      message: `cannot use the database ${file}: ${detail}`,
    });

  // SQLite deletes a file without a name when it is closed.
  if (file === '') return unusable('missing', 'it has no name; name a file');

  let database: Database.Database | undefined;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return unusable('directory', 'it is a directory; name a file');
    if (!stats && !statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory()) {
      return unusable('no-folder', `the folder ${dirname(file)} does not exist; create it first`);
    }
    if (!stats && (!create || readOnly)) {
      return unusable('missing', 'the file does not exist; name an existing one, or import into a new one');
    }
    // SQLite would make it readable for others if the umask allows that; its log gets the same mode.
    if (!stats && file !== ':memory:') closeSync(openSync(file, 'a', 0o600));
    // SQLite itself finds out at the first write.
    if (stats && !readOnly) accessSync(file, constants.W_OK);
    database = new Database(file, {
      timeout: busyTimeoutMs,
      readonly: readOnly,
      // It can just have been removed.
      fileMustExist: stats !== undefined,
    });
    const state = schemaOfFile(database, steps);
    const refusal = refusalOf(state, { create: create && !readOnly, readOnly });
    if (refusal) {
      database.close();
      return unusable(...refusal);
    }
    if (!readOnly) {
      logAhead(database, busyTimeoutMs);
      database.pragma('synchronous = full');
      database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      // Truncate the log after a large import or a long read.
      database.pragma(`journal_size_limit = ${CHECKPOINT_PAGES * 4096}`);
      if (state === 'older' || state === 'empty') migrateFile(database, steps);
    }
    database.pragma('foreign_keys = on');
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const place = placeOf(database);
    if (stats && !isSameFile(stats, place?.state)) {
      database.close();
      return unusable('replaced', 'it was just replaced by another file; try again');
    }
    return ok({ database, place });
  } catch (error) {
    database?.close();
    if (readOnly && isNotWritable(error)) return readInMemory(file, steps, unusable);
    return unusable(...explain(error, file));
  }
}

function refusalOf(
  state: ReturnType<typeof schemaOfFile>,
  { create, readOnly }: { readonly create: boolean; readonly readOnly: boolean },
): [DatabaseUnusable['problem'], string] | undefined {
  switch (state) {
    case 'current':
      return undefined;
    case 'empty':
      return create ? undefined : ['missing', 'it is empty; name another file, or import into it'];
    case 'foreign':
      return ['foreign', 'it belongs to another program; name another file'];
    case 'newer':
    case 'unknown':
      return [state, SCHEMA_REFUSED[state]];
    case 'older':
      return readOnly ? [state, SCHEMA_REFUSED[state]] : undefined;
  }
}

/** Turns on the write-ahead log. SQLite itself does not wait for another process here, as it does elsewhere. */
function logAhead(database: Database.Database, timeoutMs: number): void {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      database.pragma('journal_mode = wal');
      // A connection that has read removes the log when it closes; a reading connection cannot.
      database.pragma('schema_version');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/** Reads a database if SQLite cannot create the files that it needs for reading. Writes of others are not seen. */
function readInMemory(
  file: string,
  steps: readonly SchemaStep[],
  unusable: (problem: DatabaseUnusable['problem'], detail: string) => Result<never, DatabaseUnusable>,
): Result<OpenedFile, DatabaseUnusable> {
  let database: Database.Database | undefined;
  try {
    const state = stateOf(file);
    if ((stateOf(logOf(file))?.size ?? 0) > 0) return unusable('log-left-over', leftOver(file));
    const bytes = readFileSync(file);
    // A database in memory has no write-ahead log.
    if (bytes.length > WAL_MARKS[1]) for (const at of WAL_MARKS) bytes[at] = 1;
    database = new Database(bytes, { readonly: true });
    const refusal = refusalOf(schemaOfFile(database, steps), { create: false, readOnly: true });
    if (!refusal) return ok({ database, place: { file: resolve(file), state } });
    database.close();
    return unusable(...refusal);
  } catch (error) {
    database?.close();
    return unusable(...explain(error, file));
  }
}

/** The bytes that say that a file uses a write-ahead log. */
const WAL_MARKS = [18, 19] as const;

function leftOver(file: string): string {
  return `${logOf(file)} holds its newest changes, and needs write access to be read; copy both files to a writable folder, and name the copy with --db`;
}

/** Whether SQLite could not create or change a file: a read-only mount, a folder of another user, a full disk. */
function isNotWritable(error: unknown): boolean {
  return /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM|FULL|IOERR_(?:SHM|WRITE))|EACCES|EPERM|EROFS)/.test(
    codeOf(error),
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function explain(error: unknown, file: string): [DatabaseUnusable['problem'], string] {
  const code = codeOf(error);
  const shortage = describeShortage(error, file);
  if (shortage !== undefined) return ['no-space', shortage];
  if (code === 'SQLITE_NOTADB') return ['no-database', 'it is not a SQLite database; name another file'];
  if (/^(?:SQLITE_(?:READONLY|CANTOPEN|PERM)|EACCES|EPERM|EROFS)/.test(code)) {
    return ['not-writable', 'this user cannot write it, or its folder; change the permissions'];
  }
  if (/^(?:ENOTDIR|ENAMETOOLONG|ELOOP)/.test(code))
    return ['no-folder', 'the name is not valid; name another file'];
  if (isBusy(error))
    return ['busy', 'another process has locked it; try again later, or wait for it with --wait 30s'];
  const message = error instanceof Error ? error.message : String(error);
  const remedy = code.startsWith('SQLITE_IOERR') ? 'check the disk' : 'restore it from a backup';
  return ['unreadable', `${message}; ${remedy}`];
}
