import { setTimeout as sleep } from 'node:timers/promises';

/** On the busiest machine, only what really fails takes so long. */
const LIMIT_MS = 60_000;
const BETWEEN_MS = 5;

/**
 * Waits until a condition gives something true, and gives that. Throws with `what` after a minute. Tests wait for what
 * they need, never for a time in which it should have happened.
 */
export async function until<T>(
  condition: () => T | PromiseLike<T>,
  what: string | (() => string),
): Promise<NonNullable<T>> {
  const end = performance.now() + LIMIT_MS;
  for (;;) {
    const seen = await condition();
    if (seen) return seen;
    if (performance.now() > end) {
      throw new Error(`not seen within ${LIMIT_MS / 1000} s: ${typeof what === 'string' ? what : what()}`);
    }
    await sleep(BETWEEN_MS);
  }
}
