import {
  type AuditEntry,
  ChangeManyPermissions,
  err,
  type OrderOptions,
  type OrderOutcome,
  ok,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { changeReport } from '../present/permission-change.js';
import type { Report } from '../present/report.js';
import type { ChangeOptions } from './change-options.js';
import type { ChangeTarget } from './change-target.js';
import { leavesNoAdmin, noAdminWarning } from './leaves-no-admin.js';

type OneTarget = Extract<ChangeTarget, { readonly type: 'user' }>;

/** Changes the permissions of one user, or tells what that would do. */
export function changeOne(
  io: Io,
  session: Session,
  action: OrderOptions['action'],
  order: OneTarget,
  options: ChangeOptions,
): ResultAsync<Report, CliError> {
  const { dryRun = false, force = false } = options;
  const keepAdmin = action === 'remove' && !force;
  const orderOptions = { action, atomic: false, dryRun, keepAdmin, origin: operatorAs('cli', options) };
  return session.container
    .get(ChangeManyPermissions)
    .execute([order], orderOptions)
    .andThen(([outcome]) => entryOf(outcome))
    .andThen((entry) => {
      const report = changeReport(entry, dryRun);
      if (entry.removed.length === 0) return ok(report);
      return ResultAsync.fromSafePromise(leavesNoAdmin(session, [order], orderOptions)).map((isLost) => {
        if (isLost) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
        return report;
      });
    });
}

function entryOf(outcome: OrderOutcome | undefined): Result<AuditEntry, CliError> {
  switch (outcome?.type) {
    case 'changed':
      return ok(outcome.entry);
    case 'ambiguous-user':
    case 'invalid-permission':
    case 'no-admin-left':
    case 'user-not-found':
      return err(outcome);
    default:
      throw new Error(`a single change ended as ${outcome?.type}`);
  }
}
