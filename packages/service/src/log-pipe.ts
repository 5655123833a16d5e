import { writeSync } from 'node:fs';

/** What waits for a reader that stands still; some 15,000 requests. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** Written at once: what a pipe holds. */
const MAX_WRITE_BYTES = 64 * 1024;
/** How often a full pipe is tried again. */
const RETRY_INTERVAL_MS = 10;
/** How long the end of the process waits for the reader. */
const LAST_WRITE_MS = 2_000;

/**
 * Writes lines into a pipe or socket that does not block, which Node makes of `process.stderr`, without ever waiting for its
 * reader. What does not fit waits in memory, up to 4 MiB. What comes then is lost, until half of that is read, and counted.
 * The end of the process writes what waits, for at most two seconds.
 *
 * Not by pino's own destination: written synchronously it waits for the reader, and otherwise in a thread whose write would
 * keep the process from ending.
 */
export class LogPipe {
  readonly #fd: number;

  readonly #reportLoss: (lines: number) => void;

  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lost = 0;
  #retry: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `reportLoss` is to write a line that says how many were lost. */
  constructor(fd: number, reportLoss: (lines: number) => void) {
    this.#fd = fd;
    this.#reportLoss = reportLoss;
  }

  write(line: string): void {
    if (this.#isClosed) return;
    const bytes = Buffer.from(line);
    const isFull = this.#waitingBytes > 0 && this.#waitingBytes + bytes.length > MAX_WAITING_BYTES;
    if (isFull || this.#lost > 0) {
      this.#lost++;
      return;
    }
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (!this.#retry) this.#writeWaiting();
  }

  readonly #writeWaiting = (): void => {
    const hadToWait = this.#retry !== undefined;
    while (this.#writeSome());
    if (this.#waitingBytes > 0) {
      this.#retry = setTimeout(this.#writeWaiting, RETRY_INTERVAL_MS).unref();
      if (!hadToWait) process.once('exit', this.#writeLast);
    } else {
      this.#retry = undefined;
      if (hadToWait) process.off('exit', this.#writeLast);
    }
  };

  /** Returns whether something was written, so that more may be. */
  #writeSome(): boolean {
    if (this.#waitingBytes === 0) return false;
    const bytes = this.#takeWaiting();
    const written = this.#tryWrite(bytes);
    if (this.#isClosed) return false;
    if (written < bytes.length) this.#waiting.unshift(bytes.subarray(written));
    this.#waitingBytes -= written;
    if (this.#lost > 0 && this.#waitingBytes <= MAX_WAITING_BYTES / 2) {
      const lost = this.#lost;
      this.#lost = 0;
      this.#reportLoss(lost);
    }
    return written > 0;
  }

  /** As many lines as are written at once, or the rest of one. */
  #takeWaiting(): Buffer {
    let bytes = 0;
    let count = 0;
    for (const { length } of this.#waiting) {
      bytes += length;
      if (count > 0 && bytes > MAX_WRITE_BYTES) break;
      count++;
    }
    const taken = this.#waiting.splice(0, count);
    return taken.length === 1 ? (taken[0] as Buffer) : Buffer.concat(taken);
  }

  #tryWrite(bytes: Buffer): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') this.#close();
      return 0;
    }
  }

  /** The reader is gone: there is nobody to write to, nor to say so. */
  #close(): void {
    this.#isClosed = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#lost = 0;
  }

  readonly #writeLast = (): void => {
    const until = performance.now() + LAST_WRITE_MS;
    while (this.#waitingBytes > 0 && performance.now() < until) {
      if (!this.#writeSome()) Atomics.wait(CELL, 0, 0, RETRY_INTERVAL_MS);
    }
  };
}

/** Nobody changes it, so that waiting for a change is sleeping. */
const CELL = new Int32Array(new SharedArrayBuffer(4));
