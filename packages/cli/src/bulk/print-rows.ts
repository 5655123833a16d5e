import { err, ok, type PermissionRow, type Result } from '@ops-admin/core';
import { shownLine } from '@ops-admin/service/config';
import type { CliError } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import { type Io, writeText } from '../io.js';
import { rowLine } from '../present/permission-row.js';
import { jsonLine } from '../present/report.js';
import { type Only, Tally } from './tally.js';

/** How the rows of a run that is done are printed. */
export interface PrintedRun {
  readonly json?: boolean;
  readonly only?: Only;
  /** Its name, if it can be found by that. */
  readonly batch: string | null;
  /** What people read of a row; one line by default. */
  linesOf?(row: PermissionRow): readonly string[];
  /** What people read at the end. */
  closing(tally: Tally): readonly string[];
  /** How the run ends where rows failed. */
  failed(tally: Tally): string;
}

/** Prints rows, and their counts. Errors: `bulk-ended` if rows failed. */
export async function printRows(
  { stderr, stdout }: Io,
  rows: readonly PermissionRow[],
  { batch, closing, failed, json = false, linesOf = (row) => [rowLine(row)], ...options }: PrintedRun,
): Promise<Result<undefined, CliError>> {
  const tally = new Tally(options);
  for (const row of tally.add(rows)) {
    const lines = json ? [jsonLine(row)] : linesOf(row).map((line) => `${shownLine(line)}\n`);
    await writeText(stdout, lines.join(''));
  }
  if (json) await writeText(stdout, jsonLine(tally.summary(batch)));
  const again = json ? [] : tally.failedAgain(linesOf);
  for (const line of [...again, ...closing(tally)]) stderr.write(`${shownLine(line)}\n`);
  if (tally.failed === 0) return ok(undefined);
  return err({ type: 'bulk-ended', exitCode: EXIT.partly, message: failed(tally) });
}
