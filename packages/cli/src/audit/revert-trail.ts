import {
  CLOCK,
  err,
  type NoAdminLeft,
  ok,
  type Result,
  ResultAsync,
  RevertChanges,
  type RevertTarget,
  type UserNotFound,
} from '@ops-admin/core';
import { newBatchId } from '../bulk/batch-id.js';
import type { CliError } from '../cli-error.js';
import type { Session } from '../command-context.js';
import { EXIT } from '../exit-code.js';
import { type Io, writeText } from '../io.js';
import { type OperatorOptions, operatorAs } from '../operator.js';
import type { DatabaseOption, JsonOption } from '../options.js';
import { type Report, withoutControls } from '../present/report.js';
import { type PresentedReversal, presentReversal, reversalLines } from '../present/reversal.js';

export interface RevertTrailOptions extends DatabaseOption, JsonOption, OperatorOptions {
  readonly batch?: string;
  readonly dryRun?: boolean;
  readonly force?: boolean;
}

/** Undoes an entry, or a run; undoing a run is a run of its own. */
export function revertTrail(
  io: Io,
  { container }: Session,
  target: RevertTarget,
  { dryRun = false, force = false, json = false, ...options }: RevertTrailOptions,
): ResultAsync<Report | undefined, CliError> {
  const isRun = 'batch' in target;
  const { batch: _, ...operator } = options;
  const batch = isRun ? newBatchId(container.get(CLOCK)) : undefined;
  const origin = operatorAs('cli', { ...operator, ...(batch !== undefined && { batch }) });
  return container
    .get(RevertChanges)
    .execute(target, { origin, keepAdmin: !force, dryRun })
    .andThen((reversals) => {
      const presented = reversals.map((one) => presentReversal(one, dryRun));
      if (batch !== undefined) return new ResultAsync(printRun(io, presented, { batch, dryRun, json }));
      return oneOf(presented).map((only) => ({ json: only, lines: reversalLines(only, dryRun) }));
    });
}

function oneOf(
  reversals: readonly PresentedReversal[],
): Result<PresentedReversal, UserNotFound | NoAdminLeft> {
  const [only] = reversals;
  if (!only) throw new Error('the revert of an entry gave none');
  const { result: type, user } = only;
  return type === 'no-admin-left' || type === 'user-not-found'
    ? err({ type, user: user as NoAdminLeft['user'] })
    : ok(only);
}

async function printRun(
  { stderr, stdout }: Io,
  reversals: readonly PresentedReversal[],
  { batch, dryRun, json }: { readonly batch: string; readonly dryRun: boolean; readonly json: boolean },
): Promise<Result<undefined, CliError>> {
  for (const reversal of reversals) {
    const lines = json ? [JSON.stringify(reversal)] : reversalLines(reversal, dryRun).map(withoutControls);
    await writeText(stdout, `${lines.join('\n')}\n`);
  }
  const count = (...results: PresentedReversal['result'][]) =>
    reversals.filter(({ result }) => results.includes(result)).length;
  const done = count('reverted');
  const failed = count('no-admin-left', 'user-not-found');
  const [were, nothing] = dryRun ? ['would be reverted', 'nothing would be written'] : ['reverted', ''];
  const rest = [`${count('nothing-left')} with nothing left to undo`, `${failed} failed`];
  stderr.write(`${reversals.length} entries: ${done} ${were}, ${rest.join(', ')}\n`);
  if (dryRun) stderr.write(`${nothing}\n`);
  else if (done > 0) stderr.write(`batch ${batch}; ops-admin audit revert --batch ${batch} undoes this\n`);
  return failed === 0
    ? ok(undefined)
    : err({ type: 'bulk-ended', exitCode: EXIT.partly, message: `${failed} entries could not be reverted` });
}
