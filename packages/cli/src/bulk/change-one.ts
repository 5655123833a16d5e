import {
  type ChangePermissionsInput,
  err,
  isFailedRow,
  ok,
  type PermissionRow,
  type PermissionsChanged,
  type Result,
  type ResultAsync,
} from '@ops-admin/core';
import { isChangeRow } from '@ops-admin/core/operations';
import type { CliError } from '../cli-error.js';
import type { ChangeOperations } from '../command-parts.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning, rowLines } from '../present/permission-row.js';
import { sayEntry, undoOfBatch } from '../present/printed-command.js';
import type { Report } from '../present/report.js';
import type { ChangeOptions } from './change-options.js';
import type { ChangeTarget } from './change-target.js';
import { endedByDoubts, warnOf } from './doubts.js';
import type { NamedRun } from './open-run.js';

type OneTarget = Extract<ChangeTarget, { readonly type: 'user' }>;

export function changeOne(
  io: Io,
  operations: ChangeOperations,
  action: ChangePermissionsInput['action'],
  { each, user }: OneTarget,
  { batch, continueBatch }: NamedRun,
  options: ChangeOptions,
): ResultAsync<Report | undefined, CliError> {
  const { dryRun = false, force = false, strict = false } = options;
  const takesAll = 'everything' in each;
  return operations
    .change({
      action,
      changes: [{ user, ...each }],
      // Its entries are undone together.
      origin: operatorAs('cli', takesAll ? { ...options, batch } : options),
      continueBatch,
      keepAdmin: !force,
      dryRun,
      findDoubtful: each.permissions !== undefined,
    })
    .andThen((changed) => {
      const row = oneRow(io, changed, options);
      const report = row.map(reportOf);
      if (report.isErr()) return report;
      if (takesAll && row.isOk() && row.value.entry !== undefined)
        io.stderr.write(`batch ${batch}; to undo it: ${undoOfBatch(batch)}\n`);
      else if (row.isOk()) sayEntry(io, row.value.entry, { isUndoable: isChangeRow(row.value) });
      const { doubtful = [] } = changed;
      // The row of an addition says it.
      if (action !== 'add') warnOf(io, doubtful);
      const isRefused = strict && doubtful.length > 0;
      return report.map((one) => ({ ...one, ...(isRefused && { failure: endedByDoubts(doubtful.length) }) }));
    });
}

/** Returns the row of a change of one user, or why it failed. */
function oneRow(
  io: Io,
  { leavesNoAdmin, rows: [row] }: PermissionsChanged,
  { dryRun = false, ignoreNotFound = false }: Pick<ChangeOptions, 'dryRun' | 'ignoreNotFound'>,
): Result<PermissionRow, CliError> {
  if (!row) throw new Error('a change gave no row');
  const isIgnored = ignoreNotFound && row.result === 'user-not-found';
  if (isFailedRow(row) && !isIgnored) return err({ type: 'row-refused', row });
  if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
  return ok(row);
}

function reportOf(row: PermissionRow): Report {
  return { json: row, lines: rowLines(row) };
}

/** Reports a change of one user, and prints its entry. */
export function oneReport(
  io: Io,
  changed: PermissionsChanged,
  options: Pick<ChangeOptions, 'dryRun'>,
): Result<Report, CliError> {
  return oneRow(io, changed, options)
    .andTee((row) => sayEntry(io, row.entry, { isUndoable: isChangeRow(row) }))
    .map(reportOf);
}
