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
import { type RevertTarget, readAudit } from '@ops-admin/core/operations';
import { shownLine } from '@ops-admin/service/config';
import { agree } from '../bulk/agree.js';
import { Tally } from '../bulk/tally.js';
import { counted, withThousands } from '../bulk/with-thousands.js';
import type { CliError, RowRefused } from '../cli-error.js';
import type { ChangeOperations, CommandParts } from '../command-parts.js';
import { EXIT } from '../exit-code.js';
import { Interruption } from '../interruption.js';
import { type Io, writeText } from '../io.js';
import { type OperatorOptions, operatorAs } from '../operator.js';
import type { DatabaseOption, JsonOption } from '../options.js';
import { noAdminWarning, rowLines } from '../present/permission-row.js';
import { jsonLine, type Report } from '../present/report.js';

export interface RevertTrailOptions extends DatabaseOption, JsonOption, OperatorOptions {
  readonly batch?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
}

/** Undoes an entry, or a run; undoing a run is a new run. */
export function revertTrail(
  io: Io,
  operations: ChangeOperations,
  audit: CommandParts['audit'],
  target: RevertTarget,
  { dryRun = false, force = false, json = false, yes = false, ...options }: RevertTrailOptions,
): ResultAsync<Report | undefined, CliError> {
  const isRun = 'batch' in target;
  const { batch: _, ...operator } = options;
  const batch = isRun ? newBatchName(() => new Date()) : undefined;
  const origin = operatorAs('cli', { ...operator, ...(batch !== undefined && { batch }) });
  const begun: ResultAsync<boolean, CliError> =
    isRun && !dryRun ? new ResultAsync(agreeToUndo(io, audit, target.batch, !yes)) : okAsync(false);
  return begun
    .andThen((isRunning) => {
      if (isRunning) io.stderr.write(`batch ${batch}\n`);
      return operations.revert({ target, origin, keepAdmin: !force, dryRun });
    })
    .andThen(({ leavesNoAdmin, rows }) => {
      if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
      if (batch !== undefined) return new ResultAsync(printRun(io, rows, { batch, dryRun, json }));
      return oneOf(rows).map((only) => ({ json: only, lines: rowLines(only) }));
    });
}

/** Whether there is anything to undo, which is checked first; if not, the undoing itself says so. */
async function agreeToUndo(
  io: Io,
  audit: CommandParts['audit'],
  batch: string,
  isAsked: boolean,
): Promise<Result<boolean, CliError>> {
  // No batch has such a name.
  if (parseBatchName(batch).isErr()) return ok(false);
  if (!isAsked) return await audit.list({ batch, limit: 1 }).map(({ entries }) => entries.length > 0);
  const users = new Set<string | null>();
  let count = 0;
  for await (const entry of readAudit(audit, { batch })) {
    if (entry.isErr()) return err(entry.error);
    users.add(entry.value.userId);
    count++;
  }
  if (count === 0) return ok(false);
  const what = `${counted(count, 'entry', 'entries')} of ${counted(users.size, 'user')}`;
  const interruption = new Interruption(io);
  try {
    return await agree(io, `Undo ${what}, the run ${batch}?`, interruption).map(() => true);
  } finally {
    interruption.ignore();
  }
}

function oneOf([row]: readonly PermissionRow[]): Result<PermissionRow, RowRefused> {
  if (!row) throw new Error('the revert of an entry gave none');
  return isFailedRow(row) ? err({ type: 'row-refused', row }) : ok(row);
}

interface RunPrinted {
  readonly batch: string;
  readonly dryRun: boolean;
  readonly json: boolean;
}

async function printRun(
  { stderr, stdout }: Io,
  rows: readonly PermissionRow[],
  { batch, dryRun, json }: RunPrinted,
): Promise<Result<undefined, CliError>> {
  const tally = new Tally();
  for (const row of rows) {
    tally.add(row);
    const lines = json ? [jsonLine(row)] : rowLines(row).map((line) => `${shownLine(line)}\n`);
    await writeText(stdout, lines.join(''));
  }
  if (json) await writeText(stdout, jsonLine(tally.summary(dryRun ? null : batch)));
  const { failed } = tally;
  const nothingLeft = rows.filter(({ result }) => result === 'nothing-left').length;
  const done = rows.length - failed - nothingLeft;
  const rest = [`${withThousands(nothingLeft)} with nothing left to undo`, `${withThousands(failed)} failed`];
  stderr.write(
    `${withThousands(rows.length)} entries: ${withThousands(done)} ${dryRun ? 'would be reverted' : 'reverted'}, ${rest.join(', ')}\n`,
  );
  if (dryRun) stderr.write('nothing would be written\n');
  else if (done > 0) stderr.write(`ops-admin audit revert --batch ${batch} undoes this\n`);
  return failed === 0
    ? ok(undefined)
    : err({
        type: 'bulk-ended',
        exitCode: EXIT.partly,
        message: `${withThousands(failed)} entries could not be reverted`,
      });
}
