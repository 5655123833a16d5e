import type { Logger } from '@ops-admin/core';
import type { Expiry } from '@ops-admin/core/operations';

/** Between two looks at what has ended, in milliseconds: it is written down within a minute. */
const PAUSE_MS = 30_000;

/**
 * Writes the entries of ended permissions regularly, until it is stopped. Only the entries wait for it: nobody holds what has
 * ended. A failed write is tried again the next time.
 */
export function expireRegularly(expiry: Expiry, log: Logger): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const once = async (): Promise<void> => {
    try {
      const done = await expiry.run();
      if (done.isErr())
        log.warn({ error: done.error.cause }, 'cannot write the entries of ended permissions; trying again');
      else if (done.value.users > 0) log.info({ ...done.value }, 'permissions have ended');
    } catch (error) {
      log.error({ error }, 'cannot write the entries of ended permissions');
    }
    if (!isStopped) timer = setTimeout(look, PAUSE_MS).unref();
  };
  let running: Promise<void>;
  const look = () => {
    running = once();
  };
  look();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
