import { setImmediate } from 'node:timers/promises';
import { err, ok, okAsync, type PermissionRow, type Result, ResultAsync } from '@ops-admin/core';
import { shownLine } from '@ops-admin/service/config';
import { type BulkEnded, type CliError, describeError } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import { type Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { noAdminWarning, rowLine } from '../present/permission-row.js';
import { jsonLine } from '../present/report.js';
import { agree, cannotAgree } from './agree.js';
import type { ChangeOptions } from './change-options.js';
import { RowPrinter } from './row-printer.js';
import { Tally } from './tally.js';

export interface StepDone {
  readonly rows: readonly PermissionRow[];
  readonly leavesNoAdmin: boolean;
}

export interface RowRun<Asked> {
  readonly io: Io;
  readonly interruption: Interruption;
  readonly options: Pick<ChangeOptions, 'atomic' | 'dryRun' | 'ignoreNotFound' | 'json' | 'only' | 'yes'>;
  /** The name under which it is undone; a dry run writes nothing under it. */
  readonly batch: string;
  /** The steps, one after the other; each is durable when it is done. */
  readonly steps: readonly (readonly Asked[])[];
  readonly total?: number | undefined;
  readonly change: (asked: readonly Asked[], dryRun: boolean) => ResultAsync<StepDone, CliError>;
  /** The question before the first change, by the rows of a dry run; `undefined` asks nothing. */
  readonly question?: ((tried: readonly PermissionRow[]) => string | undefined) | undefined;
  /** The verb for the change of permissions. */
  readonly changed?: 'added' | 'removed' | 'changed';
  /** The text of a row for people; one line by default. */
  readonly linesOf?: (row: PermissionRow) => readonly string[];
  /** The text at the end for people; by default the number of changed permissions. */
  readonly closing?: (tally: Tally) => readonly string[];
  /** How the run ends where rows failed. */
  readonly failed?: (tally: Tally) => string;
  /** Whether an undo finds something of it; true by default. */
  readonly isUndoable?: boolean;
  /** Prints warnings before the counts. */
  readonly warn?: () => void;
}

interface WithLine {
  readonly line?: number | undefined;
}

/**
 * Asks if that is needed. Then does one step after the other, and prints its rows once they are durable. Errors: `bulk-ended` if rows
 * failed, the run was stopped, or the output cannot be written; `invalid-input` if the answer is no; the errors of a step.
 */
export function runRows<Asked extends WithLine>(run: RowRun<Asked>): ResultAsync<undefined, CliError> {
  const { dryRun = false, yes = false } = run.options;
  const agreed: ResultAsync<unknown, CliError> =
    run.question && !dryRun && !yes ? new ResultAsync(ask(run)) : okAsync(undefined);
  return agreed.andThen(() => new ResultAsync(execute(run)));
}

async function ask<Asked extends WithLine>({
  change,
  interruption,
  io,
  options,
  question,
  steps,
}: RowRun<Asked>): Promise<Result<unknown, CliError>> {
  const rows: PermissionRow[] = [];
  for (const asked of steps) {
    const { reason } = interruption;
    if (reason) return err(stoppedBy(reason, 'nothing was changed'));
    const tried = await change(asked, true);
    if (tried.isErr()) return err(tried.error);
    rows.push(...tried.value.rows);
    // Signals are heard only here.
    await setImmediate();
  }
  const text = question?.(rows);
  if (text === undefined) return ok(undefined);
  const refusal = cannotAgree(io, text.replace(/\?$/, ''), options);
  return refusal ? err(refusal) : await agree(io, text, interruption);
}

async function execute<Asked extends WithLine>({
  batch,
  change,
  changed = 'changed',
  interruption,
  io,
  isUndoable = true,
  linesOf = (row) => [rowLine(row)],
  options,
  steps,
  total,
  warn,
  ...words
}: RowRun<Asked>): Promise<Result<undefined, CliError>> {
  const { atomic = false, dryRun = false, json = false } = options;
  const {
    closing = (counts: Tally) => counts.closing(changed, isUndoable ? batch : undefined, dryRun),
    failed = (counts: Tally) => `${counts.describeFailed()}${atomic ? ', so no row is done' : ''}`,
  } = words;
  const tally = new Tally(options);
  const printer = new RowPrinter(io);
  const textOf = (row: PermissionRow) => (json ? jsonLine(row) : linesIn(linesOf(row)));
  let [isNamed, leavesNoAdmin] = [false, false];
  // Before anything is changed, so that the run can be found and undone after any stop; if it is one transaction, after that.
  const name = () => {
    if (!isNamed && !dryRun) io.stderr.write(`batch ${batch}\n`);
    isNamed ||= !dryRun;
  };
  const stopped = (): BulkEnded | undefined => {
    const { reason } = interruption;
    if (reason) return stoppedBy(reason, 'only the rows above are done; run the command again for the rest');
    return printer.cannotPrint('stopped, ', 'only the rows above are done');
  };
  let ended: CliError | undefined;
  for (const asked of steps) {
    ended = stopped();
    if (ended) break;
    if (!atomic) name();
    const done = await change(asked, dryRun);
    if (done.isErr()) {
      ended = endedBy(done.error, asked, tally.rows, batch, dryRun);
      break;
    }
    // A change that was refused as a whole, or changed nothing, has no entry to find it by.
    if (done.value.rows.some(({ entry }) => entry !== undefined)) name();
    leavesNoAdmin ||= done.value.leavesNoAdmin;
    await printer.print(tally.add(done.value.rows).map(textOf).join(''));
    printer.draw(tally.rows, total);
    // Signals are heard only here.
    await setImmediate();
  }
  if (!ended && interruption.reason) ended = stopped();
  // A change that is refused as a whole is not a run.
  const isRun = !ended || tally.rows > 0;
  if (isRun && json) await printer.print(jsonLine(tally.summary(isNamed ? batch : null)));
  printer.close();
  if (!ended) warn?.();
  const lines = json ? [] : tally.failedAgain(linesOf);
  if (isRun) lines.push(...closing(tally));
  if (leavesNoAdmin) lines.push(noAdminWarning(dryRun));
  io.stderr.write(linesIn(lines));
  ended ??= printer.cannotPrint('', 'every row is done');
  if (ended) return err(ended);
  if (tally.failed === 0) return ok(undefined);
  return err({ type: 'bulk-ended', exitCode: EXIT.partly, message: failed(tally) });
}

function linesIn(lines: readonly string[]): string {
  return lines.map((line) => `${shownLine(line)}\n`).join('');
}

/** Returns the error that ended the run; it names the rows if their result is unknown, or if earlier rows are done. */
function endedBy(
  error: CliError,
  asked: readonly WithLine[],
  done: number,
  batch: string,
  dryRun: boolean,
): CliError {
  const mayBeDone = error.type === 'service-failed' && error.mayBeDone;
  const [exitCode, ...text] = describeError(error);
  // That would say that nothing was changed.
  const isLate = exitCode === EXIT.invalid && done > 0 && !dryRun;
  if (!mayBeDone && !isLate) return error;
  // One change as a whole says so itself.
  if (mayBeDone && asked.length === 1 && asked[0]?.line === undefined) return error;
  const lines = asked.flatMap(({ line }) => line ?? []);
  const [first = done + 1, last = done + asked.length] = [lines[0], lines.at(-1)];
  const which = `${lines.length > 0 ? 'lines' : 'rows'} ${first} to ${last}`;
  const message = mayBeDone
    ? `${error.message}; ${which} may have been made: run it again with --batch ${batch}, which skips what has been made`
    : `${text.join('; ')}; ${which} and all later ones are not done`;
  return { type: 'bulk-ended', exitCode: EXIT.failed, message };
}
