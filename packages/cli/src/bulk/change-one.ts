import {
  type ExternalIdentity,
  err,
  isFailedRow,
  ok,
  okAsync,
  type PermissionOrders,
  type PermissionRow,
  type PermissionsChanged,
  type Result,
  type ResultAsync,
} from '@ops-admin/core';
import { type PermissionJobs, refusedRow } from '@ops-admin/core/jobs';
import type { CliError } from '../cli-error.js';
import type { ChangeOperations } from '../command-parts.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning, rowLines } from '../present/permission-row.js';
import { printReport, type Report } from '../present/report.js';
import type { ChangeOptions } from './change-options.js';
import type { ChangeTarget } from './change-target.js';
import { Doubts, endedByDoubts } from './doubts.js';

type OneTarget = Extract<ChangeTarget, { readonly type: 'user' }>;

/** Changes the permissions of one user, or reports what that would do. */
export function changeOne(
  io: Io,
  operations: ChangeOperations,
  action: PermissionOrders['action'],
  { permissions, user }: OneTarget,
  options: ChangeOptions,
): ResultAsync<Report | undefined, CliError> {
  const { dryRun = false, force = false, json = false, strict = false } = options;
  return operations
    .change({
      action,
      orders: [{ user, permissions }],
      origin: operatorAs('cli', options),
      keepAdmin: !force,
      dryRun,
    })
    .andThen((changed) => {
      const only = oneRow(io, changed, options);
      if (only.isErr()) return err(only.error);
      const report = reportOf(only.value);
      if (action === 'add') return okAsync(report);
      const doubts = new Doubts();
      doubts.see(permissions, only.value);
      return doubts.warn(io, operations).andThen((doubtful) => {
        if (!strict || doubtful === 0) return ok(report);
        printReport(io, report, json);
        return err(endedByDoubts(doubtful));
      });
    });
}

/** Removes everything from one user, or reports what that would be. */
export function removeEverything(
  io: Io,
  jobs: PermissionJobs,
  user: string,
  batch: string,
  options: ChangeOptions,
): ResultAsync<Report, CliError> {
  const { dryRun = false, force = false, ignoreNotFound = false, keepLinks = false } = options;
  const origin = operatorAs('cli', { ...options, batch });
  return jobs
    .removeEverything({ user, origin, keepAdmin: !force, dryRun, keepLinks })
    .orElse((error) => {
      if (!ignoreNotFound || error.type !== 'user-not-found') return err(error);
      return ok({ rows: [unknownRow(user, options)], unlinked: [], leavesNoAdmin: false });
    })
    .andThen((done) =>
      oneRow(io, done, options).map((row) => {
        if (row.entry !== undefined) {
          io.stderr.write(`batch ${batch}; to undo it: ops-admin audit revert --batch ${batch}\n`);
        }
        const { json, lines } = reportOf(row);
        const isEmpty = row.removed?.length === 0 && done.unlinked.length > 0;
        return {
          json,
          lines: [...(isEmpty ? [] : lines), ...done.unlinked.map((one) => unlinkedLine(one, dryRun))],
        };
      }),
    );
}

/** The row of a change of one user, or why there is none. */
export function oneRow(
  io: Io,
  { leavesNoAdmin, rows: [row] }: PermissionsChanged,
  { dryRun = false, ignoreNotFound = false }: Pick<ChangeOptions, 'dryRun' | 'ignoreNotFound'>,
): Result<PermissionRow, CliError> {
  if (!row) throw new Error('an order gave no row');
  const isIgnored = ignoreNotFound && row.result === 'user-not-found';
  if (isFailedRow(row) && !isIgnored) return err({ type: 'row-refused', row });
  if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
  return ok(row);
}

/** The report of a change of one user. */
export function reportOf(row: PermissionRow): { readonly json: PermissionRow; readonly lines: string[] } {
  return { json: row, lines: rowLines(row) };
}

function unknownRow(user: string, { dryRun = false }: ChangeOptions): PermissionRow {
  const refused = refusedRow({ type: 'user-not-found', user });
  return { user, ...refused, removed: [], ...(dryRun && { dryRun }) };
}

function unlinkedLine({ issuer, subject }: ExternalIdentity, dryRun: boolean): string {
  return `${dryRun ? 'would unlink' : 'unlinked'} ${subject} at ${issuer}`;
}
