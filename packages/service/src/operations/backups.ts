import type { Backup, BackupRefused, DatabaseUnusable } from '@ops-admin/adapter-sqlite';
import {
  type AuditSealer,
  CheckStore,
  err,
  type FlawedStore,
  ok,
  type Result,
  ResultAsync,
  type StoreUnavailable,
  VerifyAuditTrail,
} from '@ops-admin/core';

/** A copy, and what a check of it found: what is flawed there is flawed in the database. */
export interface CheckedBackup extends Backup {
  readonly flaws: FlawedStore['flaws'];
  /** Whether the keys were there that this takes. */
  readonly isTrailVerified: boolean;
}

/** Why a copy was not made, or not checked. */
export type BackupError = BackupRefused | DatabaseUnusable | StoreUnavailable;

/** Copies of a database in SQLite, made while it is in use. */
export interface Backups {
  /** Writes a copy to `file`, which takes the place of one that is there only with `force`, and checks it. */
  backUp(file: string, options: { readonly force: boolean }): ResultAsync<CheckedBackup, BackupError>;
}

/** {@link Backups} of a database file; without a sealer the trail is not verified. */
export function backupsOf(database: string, sealer: AuditSealer | undefined): Backups {
  return {
    backUp: (file, options) =>
      ResultAsync.fromSafePromise(import('@ops-admin/adapter-sqlite'))
        .andThen(({ backUpDatabase }) => backUpDatabase(database, file, options))
        .andThen((copy) => new ResultAsync(check(copy, sealer))),
  };
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
    const verifyTrail = new VerifyAuditTrail(new SqliteAuditLog(connections), sealer);
    const checked = await new CheckStore(integrity, verifyTrail).execute();
    if (checked.isOk()) return ok({ ...copy, flaws: [], isTrailVerified: true });
    const { error } = checked;
    return error.type === 'store-flawed'
      ? ok({ ...copy, flaws: error.flaws, isTrailVerified: true })
      : err(error);
  } finally {
    database.close();
  }
}
