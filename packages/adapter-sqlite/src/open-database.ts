import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { err, ok, type Result } from '@ops-admin/core';
import { AREA_REFUSED, AreaMigrationFailed, type AreaSchema, unlikeSchema } from '@ops-admin/core/adapter';
import Database from 'better-sqlite3';
import { isBusy } from './attempt.js';
import { describeShortage } from './describe-shortage.js';
import { isSameFile, logOf, type Place, placeOf, stateOf } from './file-in-place.js';
import { migrate, type SchemaState, schemaState } from './migrate.js';
import { areaVersions, migrateAreas } from './migrate-areas.js';
import { MIGRATIONS } from './migrations/index.js';

/** Why a file cannot serve as the database; `message` names the file and what to do. */
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
    | 'replaced'
    | 'not-writable'
    | 'busy'
    | 'no-space'
    | 'log-left-over'
    | 'area-failed'
    | 'unreadable';
  readonly message: string;
}

/** How long SQLite itself waits for a lock: the event loop is blocked meanwhile. */
const BUSY_TIMEOUT_MS = 20;
/** How long the opening waits where nobody says otherwise. */
const OPEN_TIMEOUT_MS = 5000;

/**
 * How long the write-ahead log grows until SQLite moves it to the file, in pages of 4 KiB. Each time is a wait for the disk,
 * and {@link LiveDatabase} reads again what it had in memory.
 */
const CHECKPOINT_PAGES = 4000;

/** How to open a database; the defaults are what the service needs. */
export interface OpenDatabaseOptions {
  /** Whether the file is made where there is none; `true` by default. */
  readonly create?: boolean;
  /** Whether nothing is written: neither a table that is missing nor a schema that is older. */
  readonly readOnly?: boolean;
  /** How long opening waits for another process's write, in milliseconds. */
  readonly busyTimeoutMs?: number;
  /** The tables of areas that the program adds, in SQL of SQLite; those of others are left alone. */
  readonly areas?: readonly AreaSchema[] | undefined;
  /** The schema, for tests. */
  readonly migrations?: readonly string[];
}

/** A database, and which files it has. */
export interface OpenedFile {
  readonly database: Database.Database;
  readonly place: Place | undefined;
}

/**
 * Opens the database in a file, and brings its schema up to date. What is committed
 * survives a power cut: the write-ahead log is flushed at every commit. Errors: {@link DatabaseUnusable}.
 */
export function openDatabase(
  file: string,
  options: OpenDatabaseOptions = {},
): Result<Database.Database, DatabaseUnusable> {
  return openFile(file, options).map(({ database }) => database);
}

/** The same, for anyone who has to know whether the file stays in its place. */
export function openFile(
  file: string,
  {
    create = true,
    readOnly = false,
    busyTimeoutMs = OPEN_TIMEOUT_MS,
    areas = [],
    migrations = MIGRATIONS,
  }: OpenDatabaseOptions = {},
): Result<OpenedFile, DatabaseUnusable> {
  const unusable = (problem: DatabaseUnusable['problem'], detail: string) =>
    err({
      type: 'database-unusable' as const,
      problem,
      message: `cannot use the database ${file}: ${detail}`,
    });

  // To SQLite, a file without a name is one that is gone when it is closed.
  if (file === '') return unusable('missing', 'it has no name; name a file');

  let database: Database.Database | undefined;
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isDirectory()) return unusable('directory', 'it is a directory; name a file');
    if (!stats && !statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory()) {
      return unusable('no-folder', `the folder ${dirname(file)} does not exist; make it first`);
    }
    if (!stats && (!create || readOnly)) {
      return unusable('missing', 'there is no such file; name one that is there, or import into a new one');
    }
    // SQLite itself finds out at the first write.
    if (stats && !readOnly) accessSync(file, constants.W_OK);
    database = new Database(file, {
      timeout: busyTimeoutMs,
      readonly: readOnly,
      // It may have been removed a moment ago.
      fileMustExist: stats !== undefined,
    });
    const state = schemaState(database, migrations);
    const refusal = refusalOf(state, { create: create && !readOnly, readOnly });
    if (refusal) {
      database.close();
      return unusable(...refusal);
    }
    if (!readOnly) {
      logAhead(database, busyTimeoutMs);
      database.pragma('synchronous = full');
      database.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      if (state === 'older' || state === 'empty') migrate(database, migrations);
      if (unlikeSchema(areas, areaVersions(database))?.state === 'older') migrateAreas(database, areas);
      // What a trigger may have to undo is kept for each statement, in a file from the first large one of a transaction on:
      // an import of 20,000 users wrote two million times there.
      database.pragma('temp_store = memory');
    }
    const areaRefusal = refusalOfAreas(database, areas);
    if (areaRefusal) {
      database.close();
      return unusable(...areaRefusal);
    }
    database.pragma('foreign_keys = on');
    database.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const place = placeOf(database);
    if (stats && !isSameFile(stats, place?.state)) {
      database.close();
      return unusable('replaced', 'another file was put in its place just now; try again');
    }
    return ok({ database, place });
  } catch (error) {
    database?.close();
    if (readOnly && isNotWritable(error)) return readInMemory(file, { areas, migrations }, unusable);
    return unusable(...explain(error, file));
  }
}

function refusalOf(
  state: SchemaState,
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
      return ['newer', 'a newer version of ops-admin wrote it; install that version'];
    case 'older':
      return readOnly
        ? ['older', 'an older version of ops-admin wrote it; ops-admin users list brings it up to date']
        : undefined;
  }
}

function refusalOfAreas(
  database: Database.Database,
  areas: readonly AreaSchema[] = [],
): [DatabaseUnusable['problem'], string] | undefined {
  const unlike = unlikeSchema(areas, areaVersions(database));
  return unlike && [unlike.state, AREA_REFUSED[unlike.state](unlike.area)];
}

/** Turns on the write-ahead log. SQLite itself does not wait for another process here, as it does elsewhere. */
function logAhead(database: Database.Database, timeoutMs: number): void {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      database.pragma('journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() >= deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}

/**
 * Reads a database where SQLite cannot make the files that it reads with. What others write is not seen.
 */
function readInMemory(
  file: string,
  { areas, migrations }: Required<Pick<OpenDatabaseOptions, 'areas' | 'migrations'>>,
  unusable: (problem: DatabaseUnusable['problem'], detail: string) => Result<never, DatabaseUnusable>,
): Result<OpenedFile, DatabaseUnusable> {
  let database: Database.Database | undefined;
  try {
    const state = stateOf(file);
    if ((stateOf(logOf(file))?.size ?? 0) > 0) return unusable('log-left-over', leftOver(file));
    const bytes = readFileSync(file);
    // In memory there is no log to write ahead.
    if (bytes.length > WAL_MARKS[1]) for (const at of WAL_MARKS) bytes[at] = 1;
    database = new Database(bytes, { readonly: true });
    const refusal =
      refusalOf(schemaState(database, migrations), { create: false, readOnly: true }) ??
      refusalOfAreas(database, areas);
    if (!refusal) return ok({ database, place: { file: resolve(file), state, log: undefined } });
    database.close();
    return unusable(...refusal);
  } catch (error) {
    database?.close();
    return unusable(...explain(error, file));
  }
}

/** Where a file says that it is written and read with a write-ahead log. */
const WAL_MARKS = [18, 19] as const;

function leftOver(file: string): string {
  return `${logOf(file)} holds its newest changes, and cannot be read where nothing can be written; copy both files to a folder where that is possible, and name the copy with --db`;
}

/** Whether SQLite could not make or change a file: a read-only mount, a folder of somebody else, a full disk. */
function isNotWritable(error: unknown): boolean {
  return /^(?:SQLITE_(?:READONLY|CANTOPEN|PERM|FULL|IOERR_(?:SHM|WRITE))|EACCES|EPERM|EROFS)/.test(
    codeOf(error),
  );
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function explain(error: unknown, file: string): [DatabaseUnusable['problem'], string] {
  if (error instanceof AreaMigrationFailed) {
    const [problem, detail] = explain(error.cause, file);
    return problem === 'unreadable' ? ['area-failed', error.message] : [problem, detail];
  }
  const code = codeOf(error);
  const shortage = describeShortage(error, file);
  if (shortage !== undefined) return ['no-space', shortage];
  if (code === 'SQLITE_NOTADB') return ['no-database', 'it is no SQLite database; name another file'];
  if (/^(?:SQLITE_(?:READONLY|CANTOPEN|PERM)|EACCES|EPERM|EROFS)/.test(code)) {
    return ['not-writable', 'this user may not write it, or its folder; change the permissions'];
  }
  if (/^(?:ENOTDIR|ENAMETOOLONG|ELOOP)/.test(code))
    return ['no-folder', 'there can be no such file; name another'];
  if (isBusy(error))
    return [
      'busy',
      'another process keeps it locked; try again when that is done, or have a change wait with --wait 30s',
    ];
  const message = error instanceof Error ? error.message : String(error);
  const remedy = code.startsWith('SQLITE_IOERR') ? 'look at the disk' : 'restore it from a backup';
  return ['unreadable', `${message}; ${remedy}`];
}
