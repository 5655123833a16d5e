import { StoreFault } from '@ops-admin/core/adapter';

/** No place came free in time; nothing was changed. */
export class WaitedInVain extends StoreFault {
  constructor(what: string) {
    super(`${what} took too long`);
  }
}

/** Lets at most so many callers in at a time, in the order of arrival. */
export class Semaphore {
  readonly #what: string;
  readonly #waiting: (() => void)[] = [];
  #free: number;

  /** `what` is what a caller waits for, for the message: `other changes`. */
  constructor(places: number, what: string) {
    this.#free = places;
    this.#what = what;
  }

  /** Takes a place; call the result to give it back. Rejects with {@link WaitedInVain}. */
  async acquire(waitMs: number): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await this.#place(waitMs);
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  /** The same for the time of some work. */
  async run<T>(waitMs: number, work: () => T | Promise<T>): Promise<T> {
    const release = await this.acquire(waitMs);
    try {
      return await work();
    } finally {
      release();
    }
  }

  #place(waitMs: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(
        () => {
          this.#waiting.splice(this.#waiting.indexOf(enter), 1);
          reject(new WaitedInVain(this.#what));
        },
        Math.max(0, waitMs),
      );
      this.#waiting.push(enter);
    });
  }
}
