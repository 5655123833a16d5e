const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Why work is to stop. */
export type StopReason = (typeof SIGNALS)[number];

/** Hears of Ctrl-C and of a kill, so that what runs can end whole. A second one ends the process as signals do. */
export class Interruption {
  readonly #heard = new AbortController();

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#hear);
  }

  get signal(): AbortSignal {
    return this.#heard.signal;
  }

  /** Which signal came, if one did. */
  get reason(): StopReason | undefined {
    return this.signal.aborted ? this.signal.reason : undefined;
  }

  /** Leaves signals to whoever else hears them. */
  ignore(): void {
    for (const signal of SIGNALS) process.off(signal, this.#hear);
  }

  readonly #hear = (signal: StopReason): void => {
    this.ignore();
    this.#heard.abort(signal);
  };
}
