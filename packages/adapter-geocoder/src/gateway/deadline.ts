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

  /** Aborts when the deadline has passed. */
  get signal(): AbortSignal {
    return AbortSignal.timeout(Math.ceil(this.left));
  }
}
