/** The database did not answer in time. */
export class TimedOut extends Error {
  constructor() {
    super('it did not answer in time');
  }
}

/** Gives how many milliseconds the next step can take. */
export type Timeout = () => number;

/** That many milliseconds for all steps together, from a moment of `performance.now()` on. */
export function inAll(milliseconds: number, since: number = performance.now()): Timeout {
  const end = since + milliseconds;
  return () => end - performance.now();
}

/** That many milliseconds for each step. */
export function each(milliseconds: number): Timeout {
  return () => milliseconds;
}

/** Waits for a step, but not for ever: a late result is passed to `abandon`. Rejects with {@link TimedOut}. */
export function within<T>(
  timeout: Timeout,
  step: Promise<T>,
  abandon: (late: T) => void = () => {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const timer = setTimeout(
      () => {
        isOver = true;
        reject(new TimedOut());
      },
      Math.max(0, timeout()),
    );
    step.then(
      (value) => {
        clearTimeout(timer);
        if (isOver) abandon(value);
        else resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
