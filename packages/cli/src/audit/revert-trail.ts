import {
  err,
  isFailedRow,
  ok,
  type PermissionOperations,
  type PermissionRow,
  type Result,
  ResultAsync,
  type RevertTarget,
  shownLine,
} from '@ops-admin/core';
import { newBatchId } from '../bulk/batch-id.js';
import { withThousands } from '../bulk/with-thousands.js';
import type { CliError, RowRefused } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import { type Io, writeText } from '../io.js';
import { type OperatorOptions, operatorAs } from '../operator.js';
import type { DatabaseOption, JsonOption } from '../options.js';
import { noAdminWarning, rowLines } from '../present/permission-row.js';
import { jsonLine, type Report } from '../present/report.js';

export interface RevertTrailOptions extends DatabaseOption, JsonOption, OperatorOptions {
  readonly batch?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

/** Undoes an entry, or a run; undoing a run is a run of its own. */
export function revertTrail(
  io: Io,
  operations: PermissionOperations,
  target: RevertTarget,
  { dryRun = false, force = false, json = false, ...options }: RevertTrailOptions,
): ResultAsync<Report | undefined, CliError> {
  const isRun = 'batch' in target;
  const { batch: _, ...operator } = options;
  const batch = isRun ? newBatchId(() => new Date()) : undefined;
  const origin = operatorAs('cli', { ...operator, ...(batch !== undefined && { batch }) });
  return operations
    .revert(target, { origin, keepAdmin: !force, dryRun })
    .andThen(({ leavesNoAdmin, rows }) => {
      if (leavesNoAdmin) io.stderr.write(`${noAdminWarning(dryRun)}\n`);
      if (batch !== undefined) return new ResultAsync(printRun(io, rows, { batch, dryRun, json }));
      return oneOf(rows).map((only) => ({ json: only, lines: rowLines(only) }));
    });
}

function oneOf([row]: readonly PermissionRow[]): Result<PermissionRow, RowRefused> {
  if (!row) throw new Error('the revert of an entry gave none');
  return isFailedRow(row) ? err({ type: 'row-refused', row }) : ok(row);
}

async function printRun(
  { stderr, stdout }: Io,
  rows: readonly PermissionRow[],
  { batch, dryRun, json }: { readonly batch: string; readonly dryRun: boolean; readonly json: boolean },
): Promise<Result<undefined, CliError>> {
  for (const row of rows) {
    const lines = json ? [jsonLine(row)] : rowLines(row).map((line) => `${shownLine(line)}\n`);
    await writeText(stdout, lines.join(''));
  }
  const failed = rows.filter(isFailedRow).length;
  const nothingLeft = rows.filter(({ result }) => result === 'nothing-left').length;
  const done = rows.length - failed - nothingLeft;
  const rest = [`${withThousands(nothingLeft)} with nothing left to undo`, `${withThousands(failed)} failed`];
  stderr.write(
    `${withThousands(rows.length)} entries: ${withThousands(done)} ${dryRun ? 'would be reverted' : 'reverted'}, ${rest.join(', ')}\n`,
  );
  if (dryRun) stderr.write('nothing would be written\n');
  else if (done > 0) stderr.write(`batch ${batch}; ops-admin audit revert --batch ${batch} undoes this\n`);
  return failed === 0
    ? ok(undefined)
    : err({
        type: 'bulk-ended',
        exitCode: EXIT.partly,
        message: `${withThousands(failed)} entries could not be reverted`,
      });
}
