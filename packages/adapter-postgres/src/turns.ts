/** Lets one through at a time, in the order they came. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for a turn; call the result when it is over. */
  async take(): Promise<() => void> {
    const before = this.#last;
    let done = (): void => {};
    this.#last = new Promise((resolve) => {
      done = resolve;
    });
    await before;
    return done;
  }
}
