/** How many requests start in a turn of the event loop: some milliseconds of work. */
const MAX_STARTS = 64;

/** After so many starts the end of the turn is looked for: that costs each turn microseconds, which few requests need not pay. */
const UNWATCHED_STARTS = 32;

/** For so long new connections come before requests. */
const LONGEST_WAIT_MS = 100;

/**
 * When requests start. Node.js accepts one connection in a turn of the event loop, so a health check on a new connection waits as
 * many turns as connections are before it. So turns are kept short, and none but health starts in a turn with a new connection.
 */
export class RequestStarts {
  readonly #waiting: (() => void)[] = [];
  #started = 0;
  #hasAccepted = false;
  #isTurnWatched = false;
  #lastStart = 0;

  /** A connection was accepted in this turn. */
  accepted(): void {
    this.#hasAccepted = true;
    this.#watchTurn();
  }

  /** Starts a request now, if nothing comes before it. */
  start(run: () => void): void {
    if (this.#waiting.length > 0 || this.#hasAccepted || this.#started === MAX_STARTS) this.startLater(run);
    else {
      if (++this.#started === UNWATCHED_STARTS) this.#watchTurn();
      run();
    }
  }

  /** Starts a request after what other connections have sent meanwhile. */
  startLater(run: () => void): void {
    if (this.#waiting.length === 0) this.#lastStart = performance.now();
    this.#waiting.push(run);
    this.#watchTurn();
  }

  #watchTurn(): void {
    if (this.#isTurnWatched) return;
    this.#isTurnWatched = true;
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#isTurnWatched = false;
    const waits = this.#hasAccepted && performance.now() - this.#lastStart < LONGEST_WAIT_MS;
    this.#hasAccepted = false;
    this.#started = 0;
    if (this.#waiting.length === 0) return;
    this.#watchTurn();
    if (waits) return;
    this.#lastStart = performance.now();
    const runs = this.#waiting.splice(0, MAX_STARTS);
    this.#started = runs.length;
    for (const run of runs) run();
  };
}
