/** After this long, answers do not wait for more of the turn: small ones would wait for large ones, and those fill the memory. */
const LONGEST_WAIT_MS = 2;

let waiting: (() => void)[] = [];
let began = 0;

/**
 * Resolves at the end of this turn of the event loop, or after two milliseconds of it. Answers that wait for it are sent one
 * right after the other: the kernel then wakes a reader on this machine, such as a proxy, once for all of them.
 */
export function endOfTurn(): Promise<void> | undefined {
  const now = performance.now();
  if (waiting.length === 0) {
    began = now;
    setImmediate(release);
  }
  if (now - began <= LONGEST_WAIT_MS) return new Promise((resolve) => waiting.push(resolve));
  release();
  return undefined;
}

function release(): void {
  const released = waiting;
  waiting = [];
  for (const go of released) go();
}
