import { AsyncLocalStorage } from 'node:async_hooks';
import type { Patience } from '@ops-admin/core';

/** How long a request waits in all: for its turn, and for its store (decision 19). */
export const WAIT_MS = 5_000;

/** The patience of one request. Once that is answered it has no end: what the request began can go on for others. */
class RequestPatience implements Patience {
  #before = 0;
  #running = 0;
  #since = 0;
  #isOver = false;

  get spent(): number {
    if (this.#isOver) return 0;
    return this.#before + (this.#running > 0 ? performance.now() - this.#since : 0);
  }

  wait(): () => void {
    if (this.#running === 0) this.#since = performance.now();
    this.#running++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#running--;
      if (this.#running === 0) this.#before += performance.now() - this.#since;
    };
  }

  renew(): void {
    this.#before = 0;
    this.#since = performance.now();
  }

  end(): void {
    this.#isOver = true;
  }
}

const current = new AsyncLocalStorage<RequestPatience>();

/** Serves a request, whose waits are counted together. */
export async function servePatiently(serve: () => Promise<void>): Promise<void> {
  const patience = new RequestPatience();
  try {
    await current.run(patience, serve);
  } finally {
    patience.end();
  }
}

/**
 * The patience of the request that the call is part of. Given to stores (`openSqlite`, `openPostgres`), it has all that a request of
 * this app waits for be 5 seconds together, and not 5 for each.
 */
export function patienceOfRequest(): Patience | undefined {
  return current.getStore();
}

/** Ends the patience of a request that waits for something to happen. */
export function waitFreely(): void {
  current.getStore()?.end();
}
