import type { ServerResponse } from 'node:http';
import type { Metrics } from '@ops-admin/core';
import { MANY_ROWS } from '@ops-admin/core/adapter';
import { patienceOfRequest, WAIT_MS } from './request-patience.js';
import { whenAnswered } from './when-answered.js';

/** How many of a caller run at once. */
const OF_A_CALLER = 2;

/** How long what was few rows is taken for few. */
const COUNTED_FOR_MS = 1_000;

/** Rows that a request can have to look at, all of them. */
export type Rows = 'users' | 'entries';

/** How many rows there are; where that cannot be read, the request itself says so. */
export type CountRows = (of: Rows) => Promise<number>;

/** Says that a heavy request is over; more than once is once. */
export type Leave = () => void;

/**
 * Heavy requests, which can look at many rows: few run at once, so that threads and connections are left for all else, and at most
 * two of one caller. Others wait for their turn, which goes round the callers (decision 19).
 */
export class HeavyRequests {
  readonly #limit: number;
  readonly #count: CountRows;
  readonly #counted: Record<Rows, { isMany: boolean; at: number }> = {
    users: { isMany: false, at: Number.NEGATIVE_INFINITY },
    entries: { isMany: false, at: Number.NEGATIVE_INFINITY },
  };
  readonly #running = new Map<string, number>();
  /** By caller, the next to have a turn first. */
  readonly #waiting = new Map<string, Set<() => void>>();
  #total = 0;

  constructor(limit: number, count: CountRows, metrics?: Metrics) {
    this.#limit = limit;
    this.#count = count;
    metrics?.watchLevel('heavy-running', () => this.#total);
    metrics?.watchLevel('heavy-waiting', () =>
      [...this.#waiting.values()].reduce((n, { size }) => n + size, 0),
    );
    metrics?.watchLevel(
      'heavy-callers',
      () => new Set([...this.#running.keys(), ...this.#waiting.keys()]).size,
    );
  }

  /** Whether a request that can look at all of these rows is heavy. */
  async areMany(of: Rows): Promise<boolean> {
    const counted = this.#counted[of];
    const now = performance.now();
    if (!counted.isMany && now - counted.at > COUNTED_FOR_MS) {
      counted.at = now;
      counted.isMany = (await this.#count(of)) > MANY_ROWS;
    }
    return counted.isMany;
  }

  /** A turn for a caller's request; `undefined` if it got none in time, or its client is gone. */
  enter(caller: string, response: ServerResponse): Leave | Promise<Leave | undefined> {
    if (this.#waiting.size === 0 && this.#hasRoomFor(caller)) return this.#begin(caller);
    return new Promise((resolve) => {
      const patience = patienceOfRequest();
      const stopWaiting = () => {
        this.#stopWaiting(caller, begin);
        clearTimeout(timer);
        isOver?.();
      };
      const giveUp = () => {
        stopWaiting();
        resolve(undefined);
      };
      const timer = setTimeout(giveUp, WAIT_MS - (patience?.spent ?? 0));
      const isOver = patience?.wait();
      const begin = () => {
        stopWaiting();
        resolve(this.#begin(caller));
      };
      const others = this.#waiting.get(caller) ?? new Set();
      this.#waiting.set(caller, others.add(begin));
      whenAnswered(response, giveUp);
      this.#goOn();
    });
  }

  #hasRoomFor(caller: string): boolean {
    return this.#total < this.#limit && (this.#running.get(caller) ?? 0) < OF_A_CALLER;
  }

  #begin(caller: string): Leave {
    this.#total++;
    this.#running.set(caller, (this.#running.get(caller) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#total--;
      const left = (this.#running.get(caller) ?? 1) - 1;
      if (left > 0) this.#running.set(caller, left);
      else this.#running.delete(caller);
      this.#goOn();
    };
  }

  /** Whoever had a turn is the last to have another. */
  #goOn(): void {
    for (const [caller, [next]] of [...this.#waiting]) {
      if (!next || !this.#hasRoomFor(caller)) continue;
      const others = this.#waiting.get(caller);
      next();
      if (others && this.#waiting.delete(caller)) this.#waiting.set(caller, others);
    }
  }

  #stopWaiting(caller: string, one: () => void): void {
    const waiting = this.#waiting.get(caller);
    waiting?.delete(one);
    if (waiting?.size === 0) this.#waiting.delete(caller);
  }
}
