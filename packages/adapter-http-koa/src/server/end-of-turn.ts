/** From here on a turn is long: small answers are not to wait for many large ones. */
const LONG_TURN_MS = 2;

/** A turn of the event loop, from the first answer that waits for its end. */
class Turn {
  readonly ended: Promise<void>;
  readonly #began = performance.now();
  #end: () => void = () => {};

  constructor() {
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  get isLong(): boolean {
    return performance.now() - this.#began > LONG_TURN_MS;
  }

  readonly end = (): void => {
    if (turn === this) turn = undefined;
    this.#end();
  };
}

let turn: Turn | undefined;

/**
 * Resolves at the end of this turn of the event loop, or earlier in a long one. Answers that wait for it are sent one right
 * after the other: the kernel then wakes a reader on this machine, such as a proxy, once for all of them.
 */
export function endOfTurn(): Promise<void> {
  if (!turn) {
    turn = new Turn();
    setImmediate(turn.end);
  }
  const { ended } = turn;
  if (turn.isLong) turn.end();
  return ended;
}
