import {
  AUDIT_SEALER,
  CheckStore,
  err,
  type FlawedStore,
  ok,
  type Result,
  ResultAsync,
  VerifyAuditTrail,
} from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';

/** What a check of a copy found. */
export interface CheckedCopy {
  readonly flawed?: FlawedStore;
  /** Whether the keys were there that this takes. */
  readonly isTrailVerified: boolean;
}

/** Checks a copy that has just been made: what is flawed there is flawed in the database. */
export function checkCopy(session: Session, file: string): ResultAsync<CheckedCopy, CliError> {
  return new ResultAsync(check(session, file));
}

async function check({ adapters, container }: Session, file: string): Promise<Result<CheckedCopy, CliError>> {
  const { connectionsOf, openDatabase, SqliteAuditLog, SqliteStoreInspector } = await adapters.sqlite();
  const opened = openDatabase(file, { readOnly: true });
  if (opened.isErr()) return err(opened.error);
  const database = opened.value;
  try {
    const connections = connectionsOf(database);
    const inspector = new SqliteStoreInspector(connections);
    if (!container.isBound(AUDIT_SEALER)) {
      const flaws = await inspector.inspect();
      return flaws.map((found) => ({
        isTrailVerified: false,
        ...(found.length > 0 && { flawed: { type: 'store-flawed' as const, flaws: found } }),
      }));
    }
    const verifyTrail = new VerifyAuditTrail(new SqliteAuditLog(connections), container.get(AUDIT_SEALER));
    const checked = await new CheckStore(inspector, verifyTrail).execute();
    if (checked.isOk()) return ok({ isTrailVerified: true });
    const { error } = checked;
    return error.type === 'store-flawed' ? ok({ flawed: error, isTrailVerified: true }) : err(error);
  } finally {
    database.close();
  }
}
