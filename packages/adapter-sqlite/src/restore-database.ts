import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { err, type OnProgress, ok, type Result, ResultAsync } from '@ops-admin/core';
import Database from 'better-sqlite3';
import { type Backup, copyPages, flush, settle } from './back-up-database.js';
import { describeShortage } from './describe-shortage.js';
import { isSameFile, logOf, stateOf } from './file-in-place.js';
import { type DatabaseUnusable, openDatabase, SCHEMA } from './open-database.js';
import { schemaOfFile } from './schema-of-file.js';
import { isBusy } from './store-failure.js';

/** Why a copy was not restored; `message` names the file and what to do. The database is unchanged. */
export interface RestoreRefused {
  readonly type: 'restore-refused';
  readonly problem: 'missing' | 'itself' | 'in-use' | 'foreign' | 'damaged' | 'not-written';
  readonly message: string;
}

/** A copy of a backup, next to the database that it will replace. */
export interface RestoreDraft extends Backup {
  /** Replaces the database by it; returns where the previous one is now, if there was one. */
  take(): Result<{ readonly before?: string }, RestoreRefused>;
  discard(): void;
}

/**
 * Copies a backup next to the database that it will replace, upgrades it and reads all of it. The database keeps its name
 * until {@link RestoreDraft.take} gives it to the copy; a killed run leaves a file `NAME.<uuid>.tmp`. Errors: {@link
 * RestoreRefused}, {@link DatabaseUnusable} of the backup.
 */
export function draftRestore(
  backup: string,
  file: string,
  onProgress?: OnProgress,
): ResultAsync<RestoreDraft, RestoreRefused | DatabaseUnusable> {
  return new ResultAsync(makeDraft(backup, existsSync(file) ? realpathSync(file) : file, onProgress));
}

function refused(problem: RestoreRefused['problem'], message: string): Result<never, RestoreRefused> {
  return err({ type: 'restore-refused', problem, message });
}

async function makeDraft(
  backup: string,
  file: string,
  onProgress: OnProgress | undefined,
): Promise<Result<RestoreDraft, RestoreRefused | DatabaseUnusable>> {
  const found = stateOf(backup);
  if (!found) return refused('missing', `cannot restore ${backup}: the file does not exist`);
  if (isSameFile(found, stateOf(file))) {
    return refused('itself', `cannot restore ${backup}: it is the database itself`);
  }
  const draft = `${file}.${randomUUID()}.tmp`;
  const discard = () => {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true });
  };
  const copied = await copy(backup, draft, file, onProgress).catch((cause: unknown) =>
    unreadable(backup, file, cause),
  );
  if (copied.isErr()) discard();
  return copied.map((kept) => ({ ...kept, take: () => take(draft, file), discard }));
}

async function copy(
  backup: string,
  draft: string,
  file: string,
  onProgress: OnProgress | undefined,
): Promise<Result<Backup, RestoreRefused | DatabaseUnusable>> {
  // Created here, because SQLite would make it readable for others if the umask allows that.
  closeSync(openSync(draft, 'wx', 0o600));
  const source = new Database(backup, { readonly: true, fileMustExist: true });
  try {
    await copyPages(source, draft, onProgress);
  } finally {
    source.close();
  }
  const opened = openDatabase(draft, { create: false });
  if (opened.isErr()) {
    const { message, ...error } = opened.error;
    return err({ ...error, message: message.replaceAll(draft, backup) });
  }
  opened.value.close();
  const entries = settle(draft);
  if (typeof entries === 'string') {
    return refused('damaged', `cannot restore ${backup}: it is damaged (${entries}); take another copy`);
  }
  keepRights(draft, file);
  flush(draft);
  return ok({ file: draft, bytes: statSync(draft).size, entries });
}

function unreadable(backup: string, file: string, cause: unknown): Result<never, RestoreRefused> {
  const shortage = describeShortage(cause, file);
  if (shortage !== undefined) return refused('not-written', `cannot restore ${backup}: ${shortage}`);
  const isDamage = cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code);
  const message = cause instanceof Error ? cause.message : String(cause);
  return isDamage
    ? refused('damaged', `cannot restore ${backup}: it is damaged (${message}); take another copy`)
    : refused('not-written', `cannot restore ${backup}: ${message}; nothing was changed`);
}

/** The same users can use the new database as the old one. */
function keepRights(draft: string, file: string): void {
  const old = statSync(file, { throwIfNoEntry: false });
  if (!old) return;
  const { gid, uid } = statSync(draft);
  if (old.uid !== uid || old.gid !== gid) chownSync(draft, old.uid, old.gid);
  chmodSync(draft, old.mode & 0o777);
}

function take(draft: string, file: string): Result<{ readonly before?: string }, RestoreRefused> {
  if (!stateOf(file)) {
    renameSync(draft, file);
    flush(dirname(file));
    return ok({});
  }
  const held = hold(file);
  if (held.isErr()) return err(held.error);
  try {
    const before = `${file}.before-${new Date().toISOString().replace(/[-:]/g, '')}`;
    keep(file, before);
    // Of a database that could not be read: its log must not be read as part of the new one.
    if (existsSync(logOf(file))) renameSync(logOf(file), logOf(before));
    rmSync(`${file}-shm`, { force: true });
    renameSync(draft, file);
    flush(dirname(file));
    chmodSync(before, 0o600);
    return ok({ before });
  } catch (cause) {
    const why = describeShortage(cause, file) ?? (cause as Error).message;
    return refused('not-written', `cannot replace ${file}: ${why}`);
  } finally {
    held.value?.close();
  }
}

/** Gives the file a second name, so that it always keeps its first. */
function keep(file: string, before: string): void {
  try {
    linkSync(file, before);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') throw cause;
    // File systems without links.
    copyFileSync(file, before, constants.COPYFILE_EXCL);
    flush(before);
  }
}

/**
 * Moves the log of a database into its file and locks it; no other process must have it open. Does nothing if the file
 * cannot be read: that can be the reason for the restore.
 */
function hold(file: string): Result<Database.Database | undefined, RestoreRefused> {
  let database: Database.Database | undefined;
  try {
    database = new Database(file, { fileMustExist: true, timeout: 0 });
    if (schemaOfFile(database, SCHEMA) === 'foreign') {
      database.close();
      return refused('foreign', `cannot replace ${file}: it belongs to another program; name another file`);
    }
    database.pragma('locking_mode = exclusive');
    if (database.pragma('journal_mode = delete', { simple: true }) !== 'delete') throw new InUse();
    database.exec('begin exclusive');
    return ok(database);
  } catch (cause) {
    database?.close();
    if (isBusy(cause) || cause instanceof InUse) {
      return refused(
        'in-use',
        `cannot replace ${file}: another process has it open; stop the service and other programs that use it`,
      );
    }
    if (cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|IOERR)/.test(cause.code))
      return ok(undefined);
    const why = describeShortage(cause, file) ?? (cause as Error).message;
    return refused('not-written', `cannot replace ${file}: ${why}`);
  }
}

class InUse extends Error {}
