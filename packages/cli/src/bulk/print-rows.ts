import { setImmediate } from 'node:timers/promises';
import { err, ok, type PermissionRow, type Result } from '@ops-admin/core';
import { shownLine } from '@ops-admin/service/config';
import type { CliError } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import { type Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { rowLine } from '../present/permission-row.js';
import { ProgressBar } from '../present/progress-bar.js';
import { cannotPrint, RowPrinter } from './row-printer.js';
import { type Only, Tally } from './tally.js';

/** How the rows of a batch are printed that comes in parts, each of which is done. */
export interface PrintedBatch {
  readonly json?: boolean;
  readonly only?: Only;
  /** Stops it between two parts. */
  readonly interruption?: Interruption;
  /** How many rows are to come. */
  readonly size?: number;
  /** What people read of a row; one line by default. */
  linesOf?(row: PermissionRow): readonly string[];
  /** Its name, if it can be found by that. */
  batch(tally: Tally): string | null;
  /** What people read at the end. */
  closing(tally: Tally): readonly string[];
  /** How the batch ends where rows failed. */
  failed(tally: Tally): string;
}

/** Prints rows, and their counts. Errors: that of a part, which ends it; `bulk-ended` if rows failed or the batch was stopped. */
export async function printRows(
  io: Io,
  parts: Iterable<Part> | AsyncIterable<Part>,
  {
    closing,
    failed,
    interruption,
    json = false,
    linesOf = (row) => [rowLine(row)],
    ...options
  }: PrintedBatch,
): Promise<Result<undefined, CliError>> {
  const tally = new Tally(options);
  const bar = new ProgressBar(io);
  const printer = new RowPrinter(io, bar, { json, linesOf });
  let ended: Result<undefined, CliError> = ok(undefined);
  for await (const part of parts) {
    if (part.isErr()) {
      ended = err(part.error);
      break;
    }
    await printer.print(tally.add(part.value));
    bar.draw(tally.rows, options.size ? tally.rows / options.size : undefined);
    // Signals are heard only here.
    await setImmediate();
    const reason = interruption?.reason;
    if (reason)
      ended = err(stoppedBy(reason, 'only the rows above are done; run the command again for the rest'));
    else if (printer.failure)
      ended = err(cannotPrint(printer.failure, 'stopped, ', 'only the rows above are done'));
    if (ended.isErr()) break;
  }
  if (ended.isOk() || tally.rows > 0) await printer.end(tally.summary(options.batch(tally)));
  printer.close();
  const again = json ? [] : tally.failedAgain(linesOf);
  const lines = ended.isOk() || tally.rows > 0 ? [...again, ...closing(tally)] : [];
  for (const line of lines) io.stderr.write(`${shownLine(line)}\n`);
  if (ended.isErr()) return ended;
  if (printer.failure) return err(cannotPrint(printer.failure, '', 'every row is done'));
  if (tally.failed === 0) return ok(undefined);
  return err({ type: 'bulk-ended', exitCode: EXIT.partly, message: failed(tally) });
}

/** The rows of a part, or why there are none. */
type Part = Result<readonly PermissionRow[], CliError>;
