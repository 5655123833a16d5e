/** A moment by which work must be over, in milliseconds of the process's own clock, which nobody sets back. */
export class Deadline {
  readonly #at: number;

  private constructor(at: number) {
    this.#at = at;
  }

  static in(milliseconds: number): Deadline {
    return new Deadline(performance.now() + milliseconds);
  }

  /** Milliseconds that are left; 0 when it has passed. */
  get left(): number {
    return Math.max(0, this.#at - performance.now());
  }

  /** A deadline after so many equal shares of the time that is left have one passed. */
  share(shares: number): Deadline {
    return Deadline.in(this.left / shares);
  }

  /** Runs work with a signal that tells it when the deadline has passed. */
  async run<T>(work: (signal: AbortSignal) => PromiseLike<T>): Promise<T> {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), this.left);
    try {
      return await work(controller.signal);
    } finally {
      clearTimeout(timer);
    }
  }
}
