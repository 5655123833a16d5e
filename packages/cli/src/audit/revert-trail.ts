import { setImmediate } from 'node:timers/promises';
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
import { isChangeRow, type RevertTarget } from '@ops-admin/core/operations';
import { agree } from '../bulk/agree.js';
import type { ChangeOptions, MadeOptions } from '../bulk/change-options.js';
import { runRows } from '../bulk/run-rows.js';
import type { Tally } from '../bulk/tally.js';
import { counted, withThousands } from '../bulk/with-thousands.js';
import type { CliError } from '../cli-error.js';
import type { ChangeOperations, CommandParts } from '../command-parts.js';
import { Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { noAdminWarning, rowLine, rowLines } from '../present/permission-row.js';
import { sayEntry, undoOfBatch } from '../present/printed-command.js';
import { printReport, type Report } from '../present/report.js';
import { planParts, type UndoPlan } from './undo-in-parts.js';

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

/** Undoes an entry, several, or a batch or a part of it; undoing more than an entry is a new batch. */
export function revertTrail(
  io: Io,
  operations: ChangeOperations,
  audit: CommandParts['audit'],
  undone: Undone,
  options: RevertTrailOptions,
): ResultAsync<Report | undefined, CliError> {
  if ('entryId' in undone.target) return revertEntry(io, operations, undone.target, options);
  return new ResultAsync(revertBatch(io, operations, audit, undone, options));
}

/** A refusal is a row for programs, too. */
function revertEntry(
  io: Io,
  operations: ChangeOperations,
  target: RevertTarget,
  { batch: _, dryRun = false, force = false, json = false, ...options }: RevertTrailOptions,
): ResultAsync<Report, CliError> {
  const origin = operatorAs('cli', options);
  return operations
    .revert({ target, origin, keepAdmin: !force, dryRun })
    .andThen(({ leavesNoAdmin, rows: [row] }) => {
      if (!row) throw new Error('the revert of an entry gave no row');
      if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
      const isRefused = isFailedRow(row);
      if (isRefused && json) printReport(io, { json: row, lines: [] }, true);
      if (isRefused) return err<never, CliError>({ type: 'row-refused', row });
      sayEntry(io, row.entry, { isUndoable: isChangeRow(row) });
      return ok({ json: row, lines: rowLines(row) });
    });
}

async function revertBatch(
  io: Io,
  operations: ChangeOperations,
  audit: CommandParts['audit'],
  { lines, target }: Undone,
  { dryRun = false, force = false, json = false, only, yes = false, ...options }: RevertTrailOptions,
): Promise<Result<undefined, CliError>> {
  const batch = newBatchName(() => new Date());
  const planned = await planParts(audit, target);
  if (planned.isErr()) return err(planned.error);
  const plan = planned.value;
  const how = { origin: operatorAs('cli', { ...options, batch }), keepAdmin: !force };
  const interruption = new Interruption(io);
  try {
    const begun = await begin(
      io,
      operations,
      audit,
      { ...how, dryRun, isAgreed: yes, plan, target },
      interruption,
    );
    if (begun.isErr()) return err(begun.error);
    let nothingLeft = 0;
    const isOfRows = 'batch' in target && target.users;
    const counts = (n: number) => (isOfRows ? counted(n, 'row') : counted(n, 'entry', 'entries'));
    return await runRows<{ readonly line?: undefined; readonly part: RevertTarget }>({
      batch,
      change: ([asked]) =>
        operations
          .revert({ ...how, dryRun, target: asked?.part ?? target })
          .map(({ leavesNoAdmin, rows }) => {
            nothingLeft += rows.filter(({ result }) => result === 'nothing-left').length;
            const placed = rows.map((row) => {
              const line = lines?.get(row.user ?? '');
              return line === undefined ? row : { ...row, line };
            });
            return { leavesNoAdmin, rows: placed };
          }),
      closing: (tally) => closingOf(tally, nothingLeft, batch, dryRun, counts),
      failed: ({ failed }) => `${counts(failed)} could not be reverted`,
      interruption,
      io,
      linesOf,
      // The name of a batch that is not there is not reported.
      options: { atomic: !begun.value, dryRun, json, ...(only && { only }) },
      steps: plan.parts.map((part) => [{ part }]),
      total: plan.entries,
    });
  } finally {
    interruption.ignore();
  }
}

/** Whether the undo writes anything under its name, after the question that it needs. */
function begin(
  io: Io,
  operations: ChangeOperations,
  audit: CommandParts['audit'],
  {
    dryRun,
    isAgreed,
    plan,
    target,
    ...how
  }: Omit<Parameters<ChangeOperations['revert']>[0], 'dryRun'> & {
    readonly dryRun: boolean;
    readonly isAgreed: boolean;
    readonly plan: UndoPlan;
  },
  interruption: Interruption,
): ResultAsync<boolean, CliError> {
  if (dryRun) return okAsync(false);
  if (!('batch' in target)) return okAsync(true);
  // A caller who names users need not be asked about them.
  if (isAgreed || target.users) return isThere(audit, target.batch);
  const tried = async (): Promise<Result<readonly PermissionRow[], CliError>> => {
    const rows: PermissionRow[] = [];
    for (const part of plan.parts) {
      const { reason } = interruption;
      if (reason) return err(stoppedBy(reason, 'nothing was changed'));
      const undone = await operations.revert({ ...how, dryRun: true, target: part });
      if (undone.isErr()) return err(undone.error);
      rows.push(...undone.value.rows);
      await setImmediate();
    }
    return ok(rows);
  };
  return new ResultAsync(tried()).andThen((rows) => agreeToUndo(io, rows, target.batch, interruption));
}

/** Whether a batch is in the audit log; if not, the undo itself says so. */
function isThere(audit: CommandParts['audit'], batch: string): ResultAsync<boolean, CliError> {
  // No batch has such a name.
  if (parseBatchName(batch).isErr()) return okAsync(false);
  return audit.list({ batch, limit: 1 }).map(({ entries }) => entries.length > 0);
}

/** Asks about what a dry run would undo. */
function agreeToUndo(
  io: Io,
  rows: readonly PermissionRow[],
  batch: string,
  interruption: Interruption,
): ResultAsync<boolean, CliError> {
  const undone = rows.filter(({ result }) => result === 'would-revert');
  if (undone.length === 0) return okAsync(true);
  const users = new Set(undone.map(({ userId }) => userId));
  const all = rows.length > undone.length ? ` of ${withThousands(rows.length)}` : '';
  const what = `${withThousands(undone.length)}${all} ${rows.length === 1 ? 'entry' : 'entries'} of ${counted(users.size, 'user')}`;
  return agree(io, `Undo ${what}, the batch ${batch}?`, interruption).map(() => true);
}

/** A user of whom nothing is undone has no entry. */
function linesOf(row: PermissionRow): string[] {
  return row.reverts === undefined ? [rowLine(row)] : rowLines(row);
}

/** What was undone, or would be, in numbers of what each row is about. */
function closingOf(
  { failed, rows }: Tally,
  nothingLeft: number,
  batch: string,
  dryRun: boolean,
  counts: (n: number) => string,
): string[] {
  const done = rows - failed - nothingLeft;
  const rest = [`${withThousands(nothingLeft)} with nothing left to undo`, `${withThousands(failed)} failed`];
  const how = dryRun ? 'would be reverted' : 'reverted';
  const line = `${counts(rows)}: ${withThousands(done)} ${how}, ${rest.join(', ')}`;
  if (dryRun) return [line, 'nothing would be written'];
  return done > 0 ? [line, `${undoOfBatch(batch)} undoes this`] : [line];
}
