import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditLog } from '@ops-admin/core';
import type { Readiness } from '../readiness.js';

/** How many requests can wait at the same time; others are answered immediately. */
const MAX_WAITING = 1_000;

/** How often the audit log is looked at for what other processes have written, while anybody waits. */
const TURN_MS = 250;

/** Changes that follow each other this closely are seen together. */
const GATHER_MS = 20;

export interface TrailWaiter {
  /** True once the audit log can have entries after this one. False at the first look after the wait is over. */
  entryAfter(id: number): Promise<boolean>;
  /** Ends the wait: the request is answered, or its client is gone. Always to be called. */
  end(): void;
}

/**
 * Wakes requests that wait for entries of the audit log: immediately after a change by this process, and after one by
 * others within a quarter of a second. One small read serves all who wait. It is the same for every database: a notice from a
 * server would not come through a pooler of connections.
 */
export class TrailWatch {
  readonly #log: Pick<AuditLog, 'newestId'>;
  readonly #readiness: Readiness;
  #waiting = 0;
  /** The next look at the newest entry, which all who wait share. */
  #look: Promise<number | undefined> | undefined;
  #isChanged = false;
  #wake: () => void = () => {};
  #shared = new Map<string, Promise<unknown>>();

  constructor(log: Pick<AuditLog, 'newestId'>, readiness: Readiness) {
    this.#log = log;
    this.#readiness = readiness;
  }

  /** Takes a request that waits at most so long; undefined if too many wait, or the service is about to stop. */
  begin(milliseconds: number): TrailWaiter | undefined {
    if (this.#waiting >= MAX_WAITING || this.#readiness.isWithdrawn) return undefined;
    this.#waiting += 1;
    const deadline = performance.now() + milliseconds;
    let isOver = false;
    const end = () => {
      if (!isOver) this.#waiting -= 1;
      isOver = true;
      if (this.#waiting === 0) this.#shared.clear();
    };
    const entryAfter = async (id: number): Promise<boolean> => {
      while (!isOver && performance.now() < deadline && !this.#readiness.isWithdrawn) {
        this.#look ??= this.#lookLater();
        // A store that fails can be there again before the wait is over.
        const newestId = await this.#look;
        // A smaller one is that of a database that was restored.
        if (newestId !== undefined && newestId !== id) return true;
      }
      return false;
    };
    return { entryAfter, end };
  }

  /** To be called after a change by this process. */
  changed(): void {
    this.#isChanged = true;
    this.#wake();
  }

  /** Requests that wake together share one read. */
  share<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const answer = (this.#shared.get(question) as Promise<T> | undefined) ?? ask();
    this.#shared.set(question, answer);
    return answer;
  }

  /** Returns the id of the newest entry after the next change, or after a turn; `undefined` if it cannot be read. */
  async #lookLater(): Promise<number | undefined> {
    if (!this.#isChanged)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        setTimeout(resolve, TURN_MS);
      });
    await sleep(GATHER_MS);
    // Requests that arrive during the read wait for the next look.
    this.#look = undefined;
    this.#isChanged = false;
    const newest = await this.#log.newestId();
    this.#shared = new Map();
    return newest.unwrapOr(undefined);
  }
}
