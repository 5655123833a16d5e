import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { Io } from '../io.js';

/** Whether somebody sits there who can be asked. */
export function canAsk({ stderr, stdin }: Io): boolean {
  return isTerminal(stdin) && isTerminal(stderr);
}

export function isTerminal(stream: object): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
}

/** Asks on the terminal; all but y and yes is no, and so are the end of input and the signal. */
export async function confirm(
  { stderr, stdin }: Io,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  // Without editing: the terminal itself turns Ctrl-C into a signal then.
  const asking = createInterface({ input: stdin, output: stderr.loud, terminal: false });
  const ended = once(asking, 'close').then(() => '');
  try {
    const answer = await Promise.race([asking.question(`${question} [y/N] `, { signal }), ended]);
    return /^\s*y(?:es)?\s*$/i.test(answer);
  } catch {
    return false;
  } finally {
    asking.close();
  }
}
