import { err, ok, type PermissionRow, type Result, ResultAsync, shownLine } from '@ops-admin/core';
import type { CliError } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import { type Io, writeText } from '../io.js';
import { rowLine } from '../present/permission-row.js';
import { jsonLine } from '../present/report.js';
import { Tally } from './tally.js';

/** What the end of a run says. */
export interface PrintedRun {
  readonly batch: string;
  readonly dryRun: boolean;
  readonly json?: boolean;
  readonly verb: 'changed';
}

/** Prints the rows of a run that is one transaction, with its counts. Errors: `bulk-ended` where rows failed. */
export function printRows(
  io: Io,
  rows: readonly PermissionRow[],
  run: PrintedRun,
): ResultAsync<undefined, CliError> {
  return new ResultAsync(print(io, rows, run));
}

async function print(
  { stderr, stdout }: Io,
  rows: readonly PermissionRow[],
  { batch, dryRun, json = false, verb }: PrintedRun,
): Promise<Result<undefined, CliError>> {
  const tally = new Tally();
  for (const row of rows) {
    tally.add(row);
    await writeText(stdout, json ? jsonLine(row) : `${shownLine(rowLine(row))}\n`);
  }
  if (json) await writeText(stdout, jsonLine(tally.summary(dryRun ? null : batch)));
  const counts = tally.describe(verb);
  stderr.write(`${dryRun ? `dry run, nothing is written: ${counts}` : counts}\n`);
  if (tally.changed > 0 && !dryRun) stderr.write(`to undo it: ops-admin audit revert --batch ${batch}\n`);
  if (tally.failed === 0) return ok(undefined);
  const message = `${tally.failed - tally.undone} of ${tally.rows} rows failed, so none is done`;
  return err({ type: 'bulk-ended', exitCode: EXIT.partly, message });
}
