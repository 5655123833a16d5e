import { setImmediate } from 'node:timers/promises';
import type { PermissionRow } from '@ops-admin/core';
import { shownLine } from '@ops-admin/service/config';
import type { BulkEnded } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { rowLine } from '../present/permission-row.js';
import type { ProgressBar } from '../present/progress-bar.js';
import { jsonLine } from '../present/report.js';

/** Why the output cannot be written. */
export interface CannotPrint {
  readonly isClosed: boolean;
  readonly reason: string;
}

/** How a batch ends whose rows cannot be printed; `done` says which of them are carried out. */
export function cannotPrint(
  { isClosed, reason }: CannotPrint,
  how: 'stopped, ' | '',
  done: string,
): BulkEnded {
  const exitCode = isClosed ? EXIT.pipeClosed : EXIT.failed;
  const why = isClosed ? 'nobody reads the output' : `cannot write the output: ${reason}`;
  return { type: 'bulk-ended', exitCode, message: `${how}${why}: ${done}` };
}

const ROWS_PER_WRITE = 1000;

/** Prints results on standard output, one a line, without mixing them with the progress bar. */
export class RowPrinter {
  readonly #io: Io;
  readonly #bar: ProgressBar;
  readonly #isJson: boolean;
  readonly #linesOf: (row: PermissionRow) => readonly string[];
  readonly #others: ((error: Error) => void)[];
  #failure: CannotPrint | undefined;

  constructor(
    io: Io,
    bar: ProgressBar,
    {
      json = false,
      linesOf = (row) => [rowLine(row)],
    }: { readonly json?: boolean; readonly linesOf?: (row: PermissionRow) => readonly string[] },
  ) {
    this.#linesOf = linesOf;
    this.#io = io;
    this.#bar = bar;
    this.#isJson = json;
    // A listener that ends the process at a closed pipe would end it before the run reports its progress.
    this.#others = io.stdout.listeners('error') as ((error: Error) => void)[];
    io.stdout.removeAllListeners('error').on('error', this.#fail);
  }

  /** Why nothing more can be printed, if so. */
  get failure(): CannotPrint | undefined {
    return this.#failure;
  }

  /** Done when the lines are passed on, or cannot be. */
  async print(results: readonly PermissionRow[]): Promise<void> {
    this.#bar.erase();
    for (let start = 0; start < results.length && !this.#failure; start += ROWS_PER_WRITE) {
      const lines = results.slice(start, start + ROWS_PER_WRITE).map((result) => this.#lineOf(result));
      const failed = await new Promise((resolve) => this.#io.stdout.write(lines.join(''), resolve));
      // The event with the reason only comes now.
      if (failed) await setImmediate();
    }
  }

  /** Prints the end of a run, for programs. */
  async end(summary: object): Promise<void> {
    this.#bar.erase();
    if (!this.#isJson || this.#failure) return;
    const failed = await new Promise((resolve) => this.#io.stdout.write(jsonLine(summary), resolve));
    if (failed) await setImmediate();
  }

  close(): void {
    this.#bar.erase();
    this.#io.stdout.off('error', this.#fail);
    for (const other of this.#others) this.#io.stdout.on('error', other);
  }

  #lineOf(result: PermissionRow): string {
    if (this.#isJson) return jsonLine(result);
    return this.#linesOf(result)
      .map((line) => `${shownLine(line)}\n`)
      .join('');
  }

  readonly #fail = (error: NodeJS.ErrnoException): void => {
    this.#failure ??= { isClosed: error.code === 'EPIPE', reason: error.message };
  };
}
