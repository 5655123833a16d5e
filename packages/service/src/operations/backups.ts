import type {
  Backup,
  BackupRefused,
  DatabaseUnusable,
  RestoreDraft,
  RestoreRefused,
} from '@ops-admin/adapter-sqlite';
import {
  err,
  type OnProgress,
  ok,
  type Result,
  ResultAsync,
  type StoreUnavailable,
  type TrailVerifier,
} from '@ops-admin/core';
import { type FlawedStore, integrityOperations, type NotAgreed } from '@ops-admin/core/operations';

/** A copy, and what a check of it found: flaws of the copy are flaws of the database. */
export interface CheckedBackup extends Backup {
  readonly flaws: FlawedStore['flaws'];
  /** Whether the needed keys were there. */
  readonly isTrailVerified: boolean;
}

/** Why a copy was not made, or not checked. */
export type BackupError = BackupRefused | DatabaseUnusable | StoreUnavailable;

/** A database that was restored. */
export interface RestoredDatabase extends Pick<CheckedBackup, 'bytes' | 'entries' | 'isTrailVerified'> {
  readonly file: string;
  /** The file of the previous database. */
  readonly before?: string;
}

/** Why a copy was not restored; the database is unchanged. */
export type RestoreError = RestoreRefused | DatabaseUnusable | FlawedStore | NotAgreed | StoreUnavailable;

/** Copies of a SQLite database, made while it is in use, and restored while it is not. */
export interface Backups {
  /** Writes a copy to `file` and checks it. An existing file is only replaced with `force`. */
  backUp(
    file: string,
    options: { readonly force: boolean; readonly onProgress?: OnProgress },
  ): ResultAsync<CheckedBackup, BackupError>;
  /**
   * Replaces the database by a copy without a flaw, if `agree` accepts the checked copy. The previous database is kept next
   * to it. All or nothing. Errors: `store-flawed`, `not-agreed`, `restore-refused` if the database is in use.
   */
  restore(
    copy: string,
    agree: (checked: Backup) => Promise<boolean>,
    onProgress?: OnProgress,
  ): ResultAsync<RestoredDatabase, RestoreError>;
  /** Rewrites the database without what was removed, and empties its log. Errors: busy if others do not let it. */
  vacuum(): ResultAsync<undefined, DatabaseUnusable | StoreUnavailable>;
}

/** {@link Backups} of a database file; without a verifier the audit log is not verified. */
export function backupsOf(database: string, verifier: TrailVerifier | undefined): Backups {
  return {
    backUp: (file, options) =>
      ResultAsync.fromSafePromise(import('@ops-admin/adapter-sqlite'))
        .andThen(({ backUpDatabase }) => backUpDatabase(database, file, options))
        .andThen((copy) => new ResultAsync(check(copy, verifier, options.onProgress))),
    restore: (copy, agree, onProgress) =>
      ResultAsync.fromSafePromise(import('@ops-admin/adapter-sqlite'))
        .andThen(({ draftRestore }) => draftRestore(copy, database, onProgress))
        .andThen((draft) => new ResultAsync(restore(draft, database, verifier, agree, onProgress))),
    vacuum: () =>
      ResultAsync.fromSafePromise(import('@ops-admin/adapter-sqlite')).andThen(({ vacuumDatabase }) =>
        vacuumDatabase(database),
      ),
  };
}

async function restore(
  draft: RestoreDraft,
  file: string,
  verifier: TrailVerifier | undefined,
  agree: (checked: Backup) => Promise<boolean>,
  onProgress: OnProgress | undefined,
): Promise<Result<RestoredDatabase, RestoreError>> {
  try {
    const checked = await check(draft, verifier, onProgress);
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
  verifier: TrailVerifier | undefined,
  onProgress: OnProgress | undefined,
): Promise<Result<CheckedBackup, DatabaseUnusable | StoreUnavailable>> {
  const { openSqlite } = await import('@ops-admin/adapter-sqlite');
  const opened = openSqlite({ file: copy.file, readOnly: true });
  if (opened.isErr()) return err(opened.error);
  const { audit, close, integrity } = opened.value;
  try {
    if (!verifier)
      return (await integrity.check(undefined, onProgress)).map((flaws) => ({
        ...copy,
        flaws,
        isTrailVerified: false,
      }));
    const checked = await integrityOperations({ audit, integrity, verifier }).checkStore(onProgress);
    if (checked.isOk()) return ok({ ...copy, flaws: [], isTrailVerified: true });
    const { error } = checked;
    return error.type === 'store-flawed'
      ? ok({ ...copy, flaws: error.flaws, isTrailVerified: true })
      : err(error);
  } finally {
    await close();
  }
}
