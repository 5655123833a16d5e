import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Io } from '../io.js';

/** Whether there is a person who can be asked. */
export function canAsk({ stderr, stdin }: Io): boolean {
  return isTerminal(stdin) && isTerminal(stderr);
}

export function isTerminal(stream: object): boolean {
  return 'isTTY' in stream && stream.isTTY === true;
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
  // What follows has a line of its own.
  stderr.loud.write('\n');
  return false;
}
