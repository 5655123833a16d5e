import {
  err,
  isFailedRow,
  newBatchName,
  ok,
  okAsync,
  type PermissionRow,
  parseBatchName,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import type { RevertTarget } from '@ops-admin/core/operations';
import { asking } from '../bulk/agree.js';
import type { ChangeOptions, MadeOptions } from '../bulk/change-options.js';
import { printRows } from '../bulk/print-rows.js';
import { counted, withThousands } from '../bulk/with-thousands.js';
import type { CliError, RowRefused } from '../cli-error.js';
import type { ChangeOperations, CommandParts } from '../command-parts.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning, rowLine, rowLines } from '../present/permission-row.js';
import type { Report } from '../present/report.js';

/** How it is undone, and of a run for which users. */
export interface RevertTrailOptions
  extends MadeOptions,
    Pick<ChangeOptions, 'batch' | 'file' | 'force' | 'only' | 'userColumn' | 'yes'> {
  readonly user?: readonly string[];
}

/** What to undo, and where in a file each user of a run was named. */
export interface Undone {
  readonly target: RevertTarget;
  readonly lines?: ReadonlyMap<string, number>;
}

/** Undoes an entry, several, or a run or a part of it; undoing more than an entry is a new run. */
export function revertTrail(
  io: Io,
  operations: ChangeOperations,
  audit: CommandParts['audit'],
  { lines, target }: Undone,
  { dryRun = false, force = false, json = false, only, yes = false, ...options }: RevertTrailOptions,
): ResultAsync<Report | undefined, CliError> {
  const isRun = !('entryId' in target);
  const { batch: _, ...operator } = options;
  const batch = isRun ? newBatchName(() => new Date()) : undefined;
  const origin = operatorAs('cli', { ...operator, ...(batch !== undefined && { batch }) });
  const undo = (how: { readonly dryRun: boolean }) =>
    operations.revert({ target, origin, keepAdmin: !force, ...how });
  const begin = (): ResultAsync<boolean, CliError> => {
    if (!isRun || dryRun) return okAsync(false);
    if (!('batch' in target)) return okAsync(true);
    // Whoever names users need not be asked about them.
    if (yes || target.users) return isThere(audit, target.batch);
    return undo({ dryRun: true }).andThen(({ rows }) => agreeToUndo(io, rows, target.batch));
  };
  return begin()
    .andThen((isRunning) => {
      if (isRunning) io.stderr.write(`batch ${batch}\n`);
      return undo({ dryRun });
    })
    .andThen(({ leavesNoAdmin, rows }) => {
      if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
      if (batch === undefined) return oneOf(rows).map((row) => ({ json: row, lines: rowLines(row) }));
      const placed = rows.map((row) => {
        const line = lines?.get(row.user ?? '');
        return line === undefined ? row : { ...row, line };
      });
      const isOfRows = 'batch' in target && target.users;
      const counts = (n: number) => (isOfRows ? counted(n, 'row') : counted(n, 'entry', 'entries'));
      const printed = printRows(io, placed, {
        json,
        ...(only && { only }),
        batch: dryRun ? null : batch,
        linesOf,
        closing: ({ failed }) => closingOf(placed, failed, batch, dryRun, counts),
        failed: ({ failed }) => `${counts(failed)} could not be reverted`,
      });
      return new ResultAsync(printed);
    });
}

/** Whether a run is in the trail; if not, the undoing itself says so. */
function isThere(audit: CommandParts['audit'], batch: string): ResultAsync<boolean, CliError> {
  // No batch has such a name.
  if (parseBatchName(batch).isErr()) return okAsync(false);
  return audit.list({ batch, limit: 1 }).map(({ entries }) => entries.length > 0);
}

/** Asks about what a dry run would undo. */
function agreeToUndo(io: Io, rows: readonly PermissionRow[], batch: string): ResultAsync<boolean, CliError> {
  const undone = rows.filter(({ result }) => result === 'would-revert');
  if (undone.length === 0) return okAsync(true);
  const users = new Set(undone.map(({ userId }) => userId));
  const all = rows.length > undone.length ? ` of ${withThousands(rows.length)}` : '';
  const what = `${withThousands(undone.length)}${all} ${rows.length === 1 ? 'entry' : 'entries'} of ${counted(users.size, 'user')}`;
  return asking(io, `Undo ${what}, the run ${batch}?`).map(() => true);
}

function oneOf([row]: readonly PermissionRow[]): Result<PermissionRow, RowRefused> {
  if (!row) throw new Error('the revert of an entry gave none');
  return isFailedRow(row) ? err({ type: 'row-refused', row }) : ok(row);
}

/** A user of whom nothing is undone has no entry. */
function linesOf(row: PermissionRow): string[] {
  return row.reverts === undefined ? [rowLine(row)] : rowLines(row);
}

/** What was undone, or would be, in numbers of what each row is about. */
function closingOf(
  rows: readonly PermissionRow[],
  failed: number,
  batch: string,
  dryRun: boolean,
  counts: (n: number) => string,
): string[] {
  const nothingLeft = rows.filter(({ result }) => result === 'nothing-left').length;
  const done = rows.length - failed - nothingLeft;
  const rest = [`${withThousands(nothingLeft)} with nothing left to undo`, `${withThousands(failed)} failed`];
  const how = dryRun ? 'would be reverted' : 'reverted';
  const line = `${counts(rows.length)}: ${withThousands(done)} ${how}, ${rest.join(', ')}`;
  if (dryRun) return [line, 'nothing would be written'];
  return done > 0 ? [line, `ops-admin audit revert --batch ${batch} undoes this`] : [line];
}
