import { randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { err, type OnProgress, ok, type Result, ResultAsync } from '@ops-admin/core';
import { fileFailure } from '@ops-admin/core/adapter';
import Database from 'better-sqlite3';
import { describeShortage } from './describe-shortage.js';
import { isSameFile, logOf, stateOf } from './file-in-place.js';
import { type DatabaseUnusable, openDatabase } from './open-database.js';

/** Why no copy was made; `message` names the file and what to do. An existing file is unchanged. */
export interface BackupRefused {
  readonly type: 'backup-refused';
  readonly problem: 'exists' | 'itself' | 'in-use' | 'damaged' | 'not-written';
  readonly message: string;
}

/** A copy that was made. */
export interface Backup {
  readonly file: string;
  readonly bytes: number;
  readonly entries: number;
}

/** So many pages are copied in a turn of the event loop, 8 MiB. */
const PAGES_PER_TURN = 2048;

/**
 * Copies a database, as it is at one moment, while others read and write it. The copy is one file without a log, and only
 * its owner can read it. It gets its name when it is complete, checked and on the disk; a killed run leaves a file
 * `NAME.<uuid>.tmp`. Errors: {@link DatabaseUnusable} of the database, {@link BackupRefused}.
 */
export function backUpDatabase(
  source: string,
  file: string,
  { force = false, onProgress }: { readonly force?: boolean; readonly onProgress?: OnProgress } = {},
): ResultAsync<Backup, DatabaseUnusable | BackupRefused> {
  return openDatabase(source, { readOnly: true })
    .andThen((database) =>
      targetProblem(source, file, force)
        .map(() => database)
        .mapErr((error) => {
          database.close();
          return error;
        }),
    )
    .asyncAndThen((database) => new ResultAsync(copy(database, file, force, onProgress)));
}

function refused(
  problem: BackupRefused['problem'],
  file: string,
  detail: string,
): Result<never, BackupRefused> {
  return err({ type: 'backup-refused', problem, message: `cannot write the copy ${file}: ${detail}` });
}

function targetProblem(source: string, file: string, force: boolean): Result<undefined, BackupRefused> {
  const found = stateOf(file);
  if (!found) return ok(undefined);
  if (isSameFile(found, stateOf(source))) return refused('itself', file, 'it is the database itself');
  if (!force) return refused('exists', file, 'the file exists; --force replaces it');
  return existsSync(logOf(file))
    ? refused('in-use', file, `${logOf(file)} exists: the file is in use as a database`)
    : ok(undefined);
}

async function copy(
  database: Database.Database,
  file: string,
  force: boolean,
  onProgress: OnProgress | undefined,
): Promise<Result<Backup, BackupRefused>> {
  // A symbolic link stays: the copy replaces the file behind it.
  const target = existsSync(file) ? realpathSync(file) : file;
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    // Created here, because SQLite would make it readable for others if the umask allows that.
    closeSync(openSync(draft, 'wx', 0o600));
    await copyPages(database, draft, onProgress);
    const found = settle(draft);
    if (typeof found === 'string') {
      return refused('damaged', file, `the database is damaged (${found}); run ops-admin db check`);
    }
    flush(draft);
    const bytes = statSync(draft).size;
    if (force) renameSync(draft, target);
    else link(draft, target);
    flush(dirname(target));
    return ok({ file, bytes, entries: found });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') return refused('exists', file, 'the file exists; --force replaces it');
    return refused(
      'not-written',
      file,
      describeShortage(cause, file) ?? fileFailure(cause, 'the folder does not exist; create it first'),
    );
  } finally {
    database.close();
    for (const name of [draft, `${draft}-journal`]) rmSync(name, { force: true });
  }
}

/** Copies a database as it is now: the transaction prevents that every change by others restarts the copy. */
export async function copyPages(
  source: Database.Database,
  draft: string,
  onProgress: OnProgress | undefined,
): Promise<void> {
  source.exec('begin; select 1 from sqlite_schema');
  await source.backup(draft, {
    progress({ remainingPages, totalPages: total }) {
      onProgress?.({ step: 'pages', done: total - remainingPages, total });
      return PAGES_PER_TURN;
    },
  });
}

/** Makes the copy a single file, and reads all of it: returns the number of audit entries, or the damage. */
export function settle(draft: string): number | string {
  const copied = new Database(draft, { fileMustExist: true });
  try {
    copied.pragma('journal_mode = delete');
    const found = copied.pragma('integrity_check(1)', { simple: true });
    if (found !== 'ok') return String(found);
    return copied.prepare<[], number>('select count(*) from audit_entries').pluck().get() ?? 0;
  } finally {
    copied.close();
  }
}

/** Names the draft if no such file exists, which a rename would not check. */
function link(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (cause) {
    // File systems without links: between this check and the rename another file is unlikely.
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)) throw cause;
    renameSync(draft, file);
    return;
  }
  unlinkSync(draft);
}

/** Flushes a file, or the names in a folder, to the disk. */
export function flush(file: string): void {
  // Windows cannot flush a folder.
  if (process.platform === 'win32' && statSync(file).isDirectory()) return;
  const descriptor = openSync(file, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
