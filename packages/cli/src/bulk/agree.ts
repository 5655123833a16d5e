import { err, ok, ResultAsync } from '@ops-admin/core';
import { type CliError, type InvalidInput, invalidInput } from '../cli-error.js';
import { Interruption, stoppedBy } from '../interruption.js';
import type { Io } from '../io.js';
import { canAsk, confirm } from './confirm.js';

/** Refuses, before anything is opened, a change of many users if nobody can be asked. */
export function cannotAgree(
  io: Io,
  what: string,
  { dryRun = false, yes = false }: { readonly dryRun?: boolean; readonly yes?: boolean },
): InvalidInput | undefined {
  if (dryRun || yes || canAsk(io)) return undefined;
  return invalidInput(`${what} requires --yes without a terminal`);
}

/** Asks on the terminal. Errors: `invalid-input` if the answer is no, `bulk-ended` at a signal. */
export function agree(
  io: Io,
  question: string,
  interruption: Interruption,
): ResultAsync<undefined, CliError> {
  const asking = confirm(io, question, interruption.signal);
  return ResultAsync.fromSafePromise(asking).andThen((isAgreed) => {
    const { reason } = interruption;
    if (reason) return err(stoppedBy(reason, 'nothing was changed'));
    return isAgreed ? ok(undefined) : err(invalidInput('not confirmed: nothing was changed'));
  });
}

/** The same for what listens to no signals yet. */
export function asking(io: Io, question: string): ResultAsync<undefined, CliError> {
  const interruption = new Interruption(io);
  const done = () => interruption.ignore();
  return agree(io, question, interruption).andTee(done).orTee(done);
}
