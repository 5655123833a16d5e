import type { AuditLog } from '@ops-admin/core';
import type { Readiness } from '../readiness.js';

/** How many requests can wait at the same time; others are answered immediately. */
const MAX_WAITING = 1_000;

/** How often the trail is looked at for what other processes have written, while anybody waits. */
const TURN_MS = 250;

/** The shortest time between two looks: changes that follow each other closely are seen together. */
const SHORTEST_TURN_MS = 20;

export interface TrailWaiter {
  /** True once the trail can have entries after this one. False once the wait is over. */
  entryAfter(id: number): Promise<boolean>;
  /** Ends the wait: the request is answered, or its client is gone. */
  end(): void;
}

/** What a waiting request asked last. */
interface Asked {
  readonly after: number;
  readonly answer: (isThere: boolean) => void;
}

/**
 * Wakes requests that wait for entries of the audit log: immediately after a change by this process, and after one by
 * others within a quarter of a second. One small read serves all who wait. It is the same for every database: a notice from a
 * server would not come through a pooler of connections.
 */
export class TrailWatch {
  readonly #log: Pick<AuditLog, 'newestId'>;
  readonly #readiness: Readiness;
  readonly #waiting = new Set<TrailWaiter>();
  readonly #asked = new Map<TrailWaiter, Asked>();
  #shared = new Map<string, Promise<unknown>>();
  /** When the next look is due, in milliseconds of this process. */
  #due = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isLooking = false;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(log: Pick<AuditLog, 'newestId'>, readiness: Readiness) {
    this.#log = log;
    this.#readiness = readiness;
  }

  /** Takes a request that waits at most so long; undefined if too many wait, or the service is about to stop. */
  begin(milliseconds: number): TrailWaiter | undefined {
    if (this.#waiting.size >= MAX_WAITING || this.#readiness.isWithdrawn) return undefined;
    const waiter: TrailWaiter = {
      entryAfter: (after) =>
        new Promise((answer) => {
          if (!this.#waiting.has(waiter)) return answer(false);
          this.#asked.set(waiter, { after, answer });
          // An entry can have come since the request looked.
          this.#lookIn(SHORTEST_TURN_MS);
        }),
      end: () => {
        clearTimeout(over);
        this.#waiting.delete(waiter);
        if (this.#waiting.size === 0) this.#shared.clear();
        this.#answer(waiter, false);
      },
    };
    const over = setTimeout(waiter.end, milliseconds);
    this.#waiting.add(waiter);
    return waiter;
  }

  /** To be called after a change by this process. */
  changed(): void {
    if (this.#asked.size > 0) this.#lookIn(0);
  }

  /** Requests that wake together share one read. */
  share<T>(question: string, ask: () => Promise<T>): Promise<T> {
    const answer = (this.#shared.get(question) as Promise<T> | undefined) ?? ask();
    this.#shared.set(question, answer);
    return answer;
  }

  #lookIn(milliseconds: number): void {
    const due = Math.max(performance.now() + milliseconds, this.#lookedAt + SHORTEST_TURN_MS);
    if (due >= this.#due) return;
    this.#due = due;
    if (!this.#isLooking) this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), Math.max(0, this.#due - performance.now()));
  }

  async #look(): Promise<void> {
    this.#due = Number.POSITIVE_INFINITY;
    this.#isLooking = true;
    const newest = await this.#log.newestId();
    // A store that fails can be there again before the wait is over.
    const newestId = newest.unwrapOr(undefined);
    this.#shared = new Map();
    for (const [waiter, { after }] of [...this.#asked]) {
      // A smaller one is that of a database that was restored.
      if (newestId === undefined || newestId === after) continue;
      this.#answer(waiter, true);
    }
    if (this.#readiness.isWithdrawn) for (const waiter of [...this.#waiting]) waiter.end();
    this.#isLooking = false;
    this.#lookedAt = performance.now();
    if (this.#asked.size === 0) this.#due = Number.POSITIVE_INFINITY;
    else if (Number.isFinite(this.#due)) this.#setTimer();
    else this.#lookIn(TURN_MS);
  }

  #answer(waiter: TrailWaiter, isThere: boolean): void {
    const asked = this.#asked.get(waiter);
    this.#asked.delete(waiter);
    asked?.answer(isThere);
  }
}
