import { setImmediate } from 'node:timers/promises';
import type { BulkEnded } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { ProgressLine } from '../present/progress-line.js';

/** Prints rows on standard output, above a line of progress. */
export class RowPrinter {
  readonly #progress: ProgressLine;
  readonly #stdout: Io['stdout'];
  readonly #others: ((error: Error) => void)[];
  #failure: NodeJS.ErrnoException | undefined;

  constructor(io: Io) {
    this.#progress = new ProgressLine(io);
    this.#stdout = io.stdout;
    // A listener that ends the process at a closed pipe would end it before the run reports its progress.
    this.#others = io.stdout.listeners('error') as ((error: Error) => void)[];
    io.stdout.removeAllListeners('error').on('error', this.#fail);
  }

  /** Done when the text is passed on, or cannot be. */
  async print(text: string): Promise<void> {
    this.#progress.erase();
    if (text === '' || this.#failure) return;
    const failed = await new Promise((resolve) => this.#stdout.write(text, resolve));
    // The event with the reason comes after the callback.
    if (failed) await setImmediate();
  }

  draw(rows: number, total: number | undefined): void {
    this.#progress.draw(rows, total);
  }

  /** Returns how a run ends if its output failed; `done` says which rows are carried out. */
  cannotPrint(how: 'stopped, ' | '', done: string): BulkEnded | undefined {
    if (!this.#failure) return undefined;
    const { code, message: reason } = this.#failure;
    const isClosed = code === 'EPIPE';
    const why = isClosed
      ? 'the program that reads the output has ended'
      : `cannot write the output: ${reason}`;
    const exitCode = isClosed ? EXIT.pipeClosed : EXIT.failed;
    return { type: 'bulk-ended', exitCode, message: `${how}${why}: ${done}` };
  }

  close(): void {
    this.#progress.erase();
    this.#stdout.off('error', this.#fail);
    for (const other of this.#others) this.#stdout.on('error', other);
  }

  readonly #fail = (error: Error): void => {
    this.#failure ??= error;
  };
}
