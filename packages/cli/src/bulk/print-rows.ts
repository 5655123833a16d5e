import { err, ok, type PermissionRow, type Result, ResultAsync } from '@ops-admin/core';
import { shownLine } from '@ops-admin/service/config';
import type { CliError } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import { type Io, writeText } from '../io.js';
import { rowLine } from '../present/permission-row.js';
import { jsonLine } from '../present/report.js';
import { type Only, Tally } from './tally.js';

/** The end of a run. */
export interface PrintedRun {
  readonly batch: string;
  readonly dryRun: boolean;
  readonly json?: boolean;
  readonly only?: Only;
}

/** Prints the rows of a run that is one transaction, with its counts. Errors: `bulk-ended` if rows failed. */
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
  { batch, dryRun, json = false, ...options }: PrintedRun,
): Promise<Result<undefined, CliError>> {
  const tally = new Tally(options);
  // One that was refused as a whole, or changed nothing, has no entry to find it by.
  const isNamed = rows.some(({ entry }) => entry !== undefined);
  if (isNamed) stderr.write(`batch ${batch}\n`);
  for (const row of tally.add(rows)) {
    await writeText(stdout, json ? jsonLine(row) : `${shownLine(rowLine(row))}\n`);
  }
  if (json) await writeText(stdout, jsonLine(tally.summary(isNamed ? batch : null)));
  const failed = json ? [] : tally.failedAgain((row) => [rowLine(row)]);
  for (const line of [...failed, ...tally.closing('changed', batch, dryRun)]) {
    stderr.write(`${shownLine(line)}\n`);
  }
  if (tally.failed === 0) return ok(undefined);
  const message = `${tally.describeFailed()}, so no row is done`;
  return err({ type: 'bulk-ended', exitCode: EXIT.partly, message });
}
