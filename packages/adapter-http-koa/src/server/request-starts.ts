import { connectionAccepted } from './is-its-turn.js';

/** How many requests start in a turn of the event loop: some milliseconds of work. */
const MAX_STARTS = 64;

/** After so many starts the end of the turn is looked for: that costs each turn microseconds, which few requests need not pay. */
const UNWATCHED_STARTS = 32;

/** So many turns in a row with a new connection come before requests. */
const ACCEPTING_TURNS = 128;

/**
 * When requests start. Node.js accepts one connection in a turn of the event loop, so a health check on a new connection waits as
 * many turns as connections are before it. So turns are kept short, and none but health starts in a turn with a new connection.
 */
export class RequestStarts {
  readonly #waiting: (() => void)[] = [];
  #started = 0;
  #hasAccepted = false;
  #acceptedInARow = 0;
  #isTurnWatched = false;

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** A connection was accepted in this turn. How many turns in a row had one. */
  accepted(): number {
    this.#hasAccepted = true;
    this.#watchTurn();
    connectionAccepted();
    return ++this.#acceptedInARow;
  }

  /** Starts a request now, if nothing comes before it. */
  start(run: () => void, hasBegun = false): void {
    if (this.#waiting.length > 0 || this.#hasAccepted || this.#started === MAX_STARTS)
      this.startLater(run, hasBegun);
    else {
      if (++this.#started === UNWATCHED_STARTS) this.#watchTurn();
      run();
    }
  }

  /** Starts a request after what other connections have sent meanwhile; what has begun, and holds memory, comes first. */
  startLater(run: () => void, hasBegun = false): void {
    if (hasBegun) this.#waiting.unshift(run);
    else this.#waiting.push(run);
    this.#watchTurn();
  }

  #watchTurn(): void {
    if (this.#isTurnWatched) return;
    this.#isTurnWatched = true;
    setImmediate(this.#endTurn);
  }

  readonly #endTurn = (): void => {
    this.#isTurnWatched = false;
    const hasAccepted = this.#hasAccepted;
    this.#hasAccepted = false;
    this.#started = 0;
    if (!hasAccepted) this.#acceptedInARow = 0;
    if (hasAccepted || this.#waiting.length > 0) this.#watchTurn();
    if (hasAccepted && this.#acceptedInARow % ACCEPTING_TURNS > 0) return;
    const runs = this.#waiting.splice(0, MAX_STARTS);
    this.#started = runs.length;
    for (const run of runs) run();
  };
}
