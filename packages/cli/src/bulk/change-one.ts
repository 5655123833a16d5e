import {
  err,
  isFailedRow,
  ok,
  type PermissionOperations,
  type PermissionOrders,
  type ResultAsync,
} from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning, rowLines } from '../present/permission-row.js';
import type { Report } from '../present/report.js';
import type { ChangeOptions } from './change-options.js';
import type { ChangeTarget } from './change-target.js';

type OneTarget = Extract<ChangeTarget, { readonly type: 'user' }>;

/** Changes the permissions of one user, or reports what that would do. */
export function changeOne(
  io: Io,
  operations: PermissionOperations,
  action: PermissionOrders['action'],
  { permissions, user }: OneTarget,
  options: ChangeOptions,
): ResultAsync<Report, CliError> {
  const { dryRun = false, force = false } = options;
  return operations
    .change({
      action,
      orders: [{ user, permissions }],
      origin: operatorAs('cli', options),
      keepAdmin: !force,
      dryRun,
    })
    .andThen(({ leavesNoAdmin, rows: [row] }) => {
      if (!row) throw new Error('an order gave no row');
      if (isFailedRow(row)) return err({ type: 'row-refused' as const, row });
      if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
      return ok({ json: row, lines: rowLines(row) });
    });
}
