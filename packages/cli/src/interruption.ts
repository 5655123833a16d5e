import { once } from 'node:events';
import type { BulkEnded } from './cli-error.js';
import { EXIT } from './exit-code.js';
import { type Io, STOP_SIGNALS, type StopSignal } from './io.js';

/** How a run ends at a signal. */
export function stoppedBy(signal: StopSignal, done: string): BulkEnded {
  const exitCode = signal === 'SIGINT' ? EXIT.interrupted : EXIT.terminated;
  return { type: 'bulk-ended', exitCode, message: `stopped by ${signal}: ${done}` };
}

/** Listens for Ctrl-C and kill, so that running work can finish. A second signal ends the process as usual. */
export class Interruption {
  readonly #heard = new AbortController();

  readonly #io: Io;

  constructor(io: Io) {
    this.#io = io;
    for (const signal of STOP_SIGNALS) io.on(signal, this.#hear);
  }

  get signal(): AbortSignal {
    return this.#heard.signal;
  }

  /** Which signal came, if one did. */
  get reason(): StopSignal | undefined {
    return this.signal.aborted ? this.signal.reason : undefined;
  }

  /** Waits for a signal, which can already have come. */
  async heard(): Promise<StopSignal> {
    if (!this.signal.aborted) await once(this.signal, 'abort');
    return this.signal.reason;
  }

  /** Leaves signals to the other listeners. */
  ignore(): void {
    for (const signal of STOP_SIGNALS) this.#io.off(signal, this.#hear);
  }

  readonly #hear = (signal: StopSignal): void => {
    this.ignore();
    this.#heard.abort(signal);
  };
}

/** Does work that a signal stops where it can be stopped. */
export async function interruptible<T>(io: Io, work: (interruption: Interruption) => Promise<T>): Promise<T> {
  const interruption = new Interruption(io);
  try {
    return await work(interruption);
  } finally {
    interruption.ignore();
  }
}
