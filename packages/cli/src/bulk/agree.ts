import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { err, ok, ResultAsync } from '@ops-admin/core';
import { type CliError, type InvalidInput, invalidInput } from '../cli-error.js';
import { Interruption, stoppedBy } from '../interruption.js';
import { type Io, isTerminal } from '../io.js';

/** Whether there is a person who can be asked. */
export function canAsk({ stderr, stdin }: Io): boolean {
  return isTerminal(stdin) && isTerminal(stderr);
}

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

/** Asks on the terminal, and listens to signals meanwhile. */
export function asking(io: Io, question: string): ResultAsync<undefined, CliError> {
  const interruption = new Interruption(io);
  const done = () => interruption.ignore();
  return agree(io, question, interruption).andTee(done).orTee(done);
}

/** Asks on the terminal: only y and yes mean yes. The end of input and a signal mean no. */
export async function confirm(
  { stderr, stdin }: Io,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  // Without editing, so that the terminal itself turns Ctrl-C into a signal.
  const asking = createInterface({ input: stdin, terminal: false });
  stderr.loud.write(`${question} [y/N] `);
  const ended = once(asking, 'close').then(() => []);
  try {
    const [answer] = await Promise.race([once(asking, 'line', { signal }), ended]);
    if (answer !== undefined) return /^\s*y(?:es)?\s*$/i.test(answer);
  } catch {
    // A signal.
  } finally {
    asking.close();
  }
  // The next output begins on a line of its own.
  stderr.loud.write('\n');
  return false;
}
