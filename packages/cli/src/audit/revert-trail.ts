import { err, newBatchName, ok, type PermissionRow, type Result, ResultAsync } from '@ops-admin/core';
import type { RevertTarget } from '@ops-admin/core/operations';
import { oneReport } from '../bulk/change-one.js';
import type { ChangeOptions, MadeOptions } from '../bulk/change-options.js';
import { runRows } from '../bulk/run-rows.js';
import type { Tally } from '../bulk/tally.js';
import { counted, withThousands } from '../bulk/with-thousands.js';
import type { CliError } from '../cli-error.js';
import type { CommandParts } from '../command-parts.js';
import { given } from '../given.js';
import { interruptible } from '../interruption.js';
import type { Io } from '../io.js';
import { operatorAs } from '../operator.js';
import { rowLine, rowLines } from '../present/permission-row.js';
import { undoOfBatch } from '../present/printed-command.js';
import type { Report } from '../present/report.js';
import { planParts } from './undo-in-parts.js';

/** How an undo is made, and of a batch for which users. */
export interface RevertTrailOptions
  extends MadeOptions,
    Pick<ChangeOptions, 'batch' | 'file' | 'force' | 'only' | 'yes'> {
  readonly user?: readonly string[];
}

/** The target of an undo, and the line of a file that names each user. */
export interface Undone {
  readonly target: RevertTarget;
  readonly lines?: ReadonlyMap<string, number>;
}

type RevertParts = Pick<CommandParts, 'audit' | 'permissions'>;

/** Undoes an entry, several, or a batch or a part of it; undoing more than an entry is a new batch. */
export function revertTrail(
  io: Io,
  parts: RevertParts,
  undone: Undone,
  options: RevertTrailOptions,
): ResultAsync<Report | undefined, CliError> {
  if ('entryId' in undone.target) return revertEntry(io, parts, undone.target, options);
  return new ResultAsync(revertBatch(io, parts, undone, options));
}

/** Undoes one entry; with `--json` a refusal is also a row. */
function revertEntry(
  io: Io,
  { permissions: operations }: RevertParts,
  target: RevertTarget,
  { batch: _, dryRun = false, force = false, ...options }: RevertTrailOptions,
): ResultAsync<Report, CliError> {
  const origin = operatorAs('cli', options);
  return operations
    .revert({ target, origin, keepAdmin: !force, dryRun })
    .andThen((changed) => oneReport(io, changed, { dryRun }))
    .orElse((error) =>
      error.type === 'row-refused' ? ok({ json: error.row, lines: [], failure: error }) : err(error),
    );
}

async function revertBatch(
  io: Io,
  { audit, permissions: operations }: RevertParts,
  { lines, target }: Undone,
  { force = false, only, ...options }: RevertTrailOptions,
): Promise<Result<undefined, CliError>> {
  const batch = newBatchName(() => new Date());
  const planned = await planParts(audit, target);
  if (planned.isErr()) return err(planned.error);
  const { entries, isThere, parts } = planned.value;
  const { dryRun = false, json = false, yes = false } = options;
  const origin = operatorAs('cli', { ...options, batch });
  const isOfUsers = 'batch' in target && target.users;
  const counts = (n: number) => (isOfUsers ? counted(n, 'row') : counted(n, 'entry', 'entries'));
  return await interruptible(
    io,
    async (interruption) =>
      await runRows<{ readonly line?: undefined; readonly part: RevertTarget }>({
        batch,
        change: ([asked], isTried) =>
          operations
            .revert({ origin, keepAdmin: !force, dryRun: isTried, target: asked?.part ?? target })
            .map(({ leavesNoAdmin, rows }) => ({
              leavesNoAdmin,
              rows: rows.map((row) => ({ ...row, ...given({ line: lines?.get(row.user ?? '') }) })),
            })),
        // A caller who names users or entries need not be asked about them.
        question: 'batch' in target && !isOfUsers ? (tried) => questionOf(tried, target.batch) : undefined,
        closing: (tally) => closingOf(tally, batch, dryRun, counts),
        failed: ({ failed }) => `${counts(failed)} could not be reverted`,
        interruption,
        io,
        linesOf,
        // The name of a batch that is not there is not reported.
        options: { atomic: !isThere, dryRun, json, yes, ...(only && { only }) },
        steps: parts.map((part) => [{ part }]),
        total: entries,
      }),
  );
}

function questionOf(rows: readonly PermissionRow[], batch: string): string | undefined {
  const undone = rows.filter(({ result }) => result === 'would-revert');
  if (undone.length === 0) return undefined;
  const users = new Set(undone.map(({ userId }) => userId));
  const all = rows.length > undone.length ? ` of ${withThousands(rows.length)}` : '';
  const what = `${withThousands(undone.length)}${all} ${rows.length === 1 ? 'entry' : 'entries'} of ${counted(users.size, 'user')}`;
  return `Undo ${what}, the batch ${batch}?`;
}

/** Prints a row without an entry on one line. */
function linesOf(row: PermissionRow): string[] {
  return row.reverts === undefined ? [rowLine(row)] : rowLines(row);
}

/** Counts what was undone, or would be. */
function closingOf(tally: Tally, batch: string, dryRun: boolean, counts: (n: number) => string): string[] {
  const { failed, rows } = tally;
  const nothingLeft = tally.count('nothing-left');
  const done = rows - failed - nothingLeft;
  const rest = [`${withThousands(nothingLeft)} with nothing left to undo`, `${withThousands(failed)} failed`];
  const how = dryRun ? 'would be reverted' : 'reverted';
  const line = `${counts(rows)}: ${withThousands(done)} ${how}, ${rest.join(', ')}`;
  if (dryRun) return [line, 'nothing would be written'];
  return done > 0 ? [line, `${undoOfBatch(batch)} undoes this`] : [line];
}
