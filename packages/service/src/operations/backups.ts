import type {
  Backup,
  BackupRefused,
  DatabaseUnusable,
  RestoreDraft,
  RestoreRefused,
} from '@ops-admin/adapter-sqlite';
import { type AuditSealer, err, ok, type Result, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { CheckStore, type FlawedStore } from '@ops-admin/core/jobs';

/** A copy, and what a check of it found: what is flawed there is flawed in the database. */
export interface CheckedBackup extends Backup {
  readonly flaws: FlawedStore['flaws'];
  /** Whether the keys were there that this takes. */
  readonly isTrailVerified: boolean;
}

/** Why a copy was not made, or not checked. */
export type BackupError = BackupRefused | DatabaseUnusable | StoreUnavailable;

/** A database that was put back. */
export interface RestoredDatabase extends Pick<CheckedBackup, 'bytes' | 'entries' | 'isTrailVerified'> {
  readonly file: string;
  /** Where the one is that was there. */
  readonly before?: string;
}

/** Why a copy was not put back; the database is as it was. */
export type RestoreError = RestoreRefused | DatabaseUnusable | FlawedStore | NotAgreed | StoreUnavailable;

/** Whoever was asked said no. */
export interface NotAgreed {
  readonly type: 'not-agreed';
}

/** Copies of a database in SQLite, made while it is in use, and put back while it is not. */
export interface Backups {
  /** Writes a copy to `file`, which takes the place of one that is there only with `force`, and checks it. */
  backUp(file: string, options: { readonly force: boolean }): ResultAsync<CheckedBackup, BackupError>;
  /**
   * Puts a copy without a flaw in place of the database, which is kept beside it, where `agree` says so to the checked copy. All
   * or nothing. Errors: `store-flawed`, `not-agreed`, `restore-refused` where the database is in use.
   */
  restore(
    copy: string,
    agree: (checked: Backup) => Promise<boolean>,
  ): ResultAsync<RestoredDatabase, RestoreError>;
}

/** {@link Backups} of a database file; without a sealer the trail is not verified. */
export function backupsOf(database: string, sealer: AuditSealer | undefined): Backups {
  return {
    backUp: (file, options) =>
      ResultAsync.fromSafePromise(import('@ops-admin/adapter-sqlite'))
        .andThen(({ backUpDatabase }) => backUpDatabase(database, file, options))
        .andThen((copy) => new ResultAsync(check(copy, sealer))),
    restore: (copy, agree) =>
      ResultAsync.fromSafePromise(import('@ops-admin/adapter-sqlite'))
        .andThen(({ draftRestore }) => draftRestore(copy, database))
        .andThen((draft) => new ResultAsync(restore(draft, database, sealer, agree))),
  };
}

async function restore(
  draft: RestoreDraft,
  file: string,
  sealer: AuditSealer | undefined,
  agree: (checked: Backup) => Promise<boolean>,
): Promise<Result<RestoredDatabase, RestoreError>> {
  try {
    const checked = await check(draft, sealer);
    if (checked.isErr()) return err(checked.error);
    const { bytes, entries, flaws, isTrailVerified } = checked.value;
    if (flaws.length > 0) return err({ type: 'store-flawed', flaws });
    if (!(await agree(draft))) return err({ type: 'not-agreed' });
    return draft.take().map((taken) => ({ file, bytes, entries, isTrailVerified, ...taken }));
  } finally {
    draft.discard();
  }
}

async function check(
  copy: Backup,
  sealer: AuditSealer | undefined,
): Promise<Result<CheckedBackup, DatabaseUnusable | StoreUnavailable>> {
  const { connectionsOf, openDatabase, SqliteAuditLog, SqliteIntegrityChecker } = await import(
    '@ops-admin/adapter-sqlite'
  );
  const opened = openDatabase(copy.file, { readOnly: true });
  if (opened.isErr()) return err(opened.error);
  const database = opened.value;
  try {
    const connections = connectionsOf(database);
    const integrity = new SqliteIntegrityChecker(connections);
    if (!sealer)
      return (await integrity.check()).map((flaws) => ({ ...copy, flaws, isTrailVerified: false }));
    const audit = new SqliteAuditLog(connections);
    const checked = await new CheckStore({ audit, integrity, sealer }).execute();
    if (checked.isOk()) return ok({ ...copy, flaws: [], isTrailVerified: true });
    const { error } = checked;
    return error.type === 'store-flawed'
      ? ok({ ...copy, flaws: error.flaws, isTrailVerified: true })
      : err(error);
  } finally {
    database.close();
  }
}
