/** Lets one caller through at a time, in the order of arrival. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the ones before; call the result to let the next one through. */
  async acquire(): Promise<() => void> {
    const before = this.#last;
    let release = (): void => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }
}
