/** A moment when work must be done, in milliseconds of the process's monotonic clock. */
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

  /** A deadline after one of that many equal shares of the time left. */
  share(shares: number): Deadline {
    return Deadline.in(this.left / shares);
  }

  /** Aborts when the deadline has passed. */
  get signal(): AbortSignal {
    return AbortSignal.timeout(Math.ceil(this.left));
  }
}
