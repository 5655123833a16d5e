import { writeSync } from 'node:fs';
import { shownText } from '@ops-admin/core/operations';

/** The characters that wait for a stuck reader; about 15,000 requests. */
const MAX_WAITING = 4 * 1024 * 1024;
/** How often a write that was not accepted is tried again. */
const RETRY_INTERVAL_MS = 10;
/** How long the end of the process waits for the reader. */
const LAST_WRITE_MS = 2_000;

/** Temporary errors of a write: the reader is stuck, or the disk is full. */
const PASSING: ReadonlySet<string | undefined> = new Set(['EAGAIN', 'EDQUOT', 'ENOSPC']);

/**
 * Writes the lines of a log to a pipe, a socket, a terminal or a file, without ever waiting for a reader. The lines of one
 * turn of the event loop are one write at its end, or at the end of the process, except if an unhandled signal ends it.
 * Lines that are not accepted wait in memory, up to 4 million characters. Later ones are lost and counted, until half of
 * that is read. At the end of the process it writes the waiting lines, for at most two seconds.
 *
 * Not pino's own destination: its synchronous mode waits for the reader, and otherwise it uses a thread whose write would
 * prevent the process from ending.
 */
export class StandardErrorLog {
  readonly #fd: number;
  readonly #reportLoss: (lines: number) => void;

  /** Whole lines. */
  #waiting = '';
  /** The rest of a partly accepted write. */
  #begun: Buffer = Buffer.alloc(0);
  #lost = 0;
  #lostInAll = 0;
  #isDue = false;
  #isClosed = false;

  /** `reportLoss` must write a line that says how many were lost. */
  constructor(fd: number, reportLoss: (lines: number) => void) {
    this.#fd = fd;
    this.#reportLoss = reportLoss;
  }

  /** Writes a line at the end of this turn; if it `isUrgent`, at once, with those before it. */
  write(line: string, isUrgent: boolean): void {
    if (this.#isClosed) return;
    const isFull = this.#size > 0 && this.#size + line.length > MAX_WAITING;
    if (isFull || this.#lost > 0) {
      this.#lost++;
      this.#lostInAll++;
      return;
    }
    this.#waiting += line;
    if (!this.#isDue) {
      this.#isDue = true;
      setImmediate(this.#writeWaiting);
      process.once('exit', this.#writeLast);
    }
    if (isUrgent) while (this.#writeSome());
  }

  /** How many lines were lost since the beginning. */
  get lostInAll(): number {
    return this.#lostInAll;
  }

  get #size(): number {
    return this.#waiting.length + this.#begun.length;
  }

  readonly #writeWaiting = (): void => {
    while (this.#writeSome());
    this.#isDue = this.#size > 0;
    if (this.#isDue) setTimeout(this.#writeWaiting, RETRY_INTERVAL_MS).unref();
    else process.off('exit', this.#writeLast);
  };

  /** Returns whether something was written, so that more can be. */
  #writeSome(): boolean {
    if (this.#size === 0) return false;
    if (this.#begun.length === 0) {
      this.#begun = Buffer.from(shownText(this.#waiting));
      this.#waiting = '';
    }
    const written = this.#tryWrite(this.#begun);
    this.#begun = this.#begun.subarray(written);
    if (this.#lost > 0 && this.#size <= MAX_WAITING / 2) {
      const lost = this.#lost;
      this.#lost = 0;
      this.#reportLoss(lost);
    }
    return written > 0;
  }

  #tryWrite(bytes: Buffer): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      if (PASSING.has((error as NodeJS.ErrnoException).code)) return 0;
      // Nobody could read even an error.
      this.#isClosed = true;
      this.#waiting = '';
      this.#lost = 0;
      return bytes.length;
    }
  }

  readonly #writeLast = (): void => {
    const until = performance.now() + LAST_WRITE_MS;
    while (this.#size > 0 && performance.now() < until) {
      if (!this.#writeSome()) Atomics.wait(CELL, 0, 0, RETRY_INTERVAL_MS);
    }
  };
}

/** Nothing changes it, so waiting for a change is sleeping. */
const CELL = new Int32Array(new SharedArrayBuffer(4));
