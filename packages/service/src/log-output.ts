import { writeSync } from 'node:fs';

/** What waits for a reader that stands still; some 15,000 requests. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** A pipe or a disk that is full takes more later. */
const PASSING: ReadonlySet<string | undefined> = new Set(['EAGAIN', 'EDQUOT', 'ENOSPC']);
/** How often what is full is tried again. */
const RETRY_INTERVAL_MS = 10;
/** How long the end of the process waits for the reader. */
const LAST_WRITE_MS = 2_000;

/**
 * Writes lines to a file descriptor, those of one turn of the event loop at once: each write is a system call. A reader that stands
 * still is never waited for: what does not fit into a pipe or socket, which do not block, waits in memory, up to 4 MiB. What comes
 * then is lost, until half of that is read, and counted. The end of the process writes what waits, for at most two seconds.
 *
 * Not by pino's own destination: written synchronously it waits for the reader, and otherwise in a thread whose write would
 * keep the process from ending.
 */
export class LogOutput {
  readonly #fd: number;
  readonly #reportLoss: (lines: number) => void;

  /** The lines of this turn. */
  #newest = '';
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #lost = 0;
  #next: NodeJS.Immediate | NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `reportLoss` is to write a line that says how many were lost. */
  constructor(fd: number, reportLoss: (lines: number) => void) {
    this.#fd = fd;
    this.#reportLoss = reportLoss;
  }

  write(line: string): void {
    if (this.#isClosed) return;
    const waiting = this.#waitingBytes + this.#newest.length;
    if (this.#lost > 0 || (waiting > 0 && waiting + line.length > MAX_WAITING_BYTES)) {
      this.#lost++;
      return;
    }
    this.#newest += line;
    if (this.#next) return;
    this.#next = setImmediate(this.#writeWaiting);
    process.once('exit', this.#writeLast);
  }

  readonly #writeWaiting = (): void => {
    while (this.#writeSome());
    if (this.#waitingBytes > 0) {
      this.#next = setTimeout(this.#writeWaiting, RETRY_INTERVAL_MS).unref();
    } else {
      this.#next = undefined;
      process.off('exit', this.#writeLast);
    }
  };

  /** Returns whether something was written, so that more may be. */
  #writeSome(): boolean {
    this.#queueNewest();
    const [bytes] = this.#waiting;
    if (!bytes) return false;
    const written = this.#tryWrite(bytes);
    if (this.#isClosed) return false;
    if (written < bytes.length) this.#waiting[0] = bytes.subarray(written);
    else this.#waiting.shift();
    this.#waitingBytes -= written;
    if (this.#lost > 0 && this.#waitingBytes <= MAX_WAITING_BYTES / 2) {
      const lost = this.#lost;
      this.#lost = 0;
      this.#reportLoss(lost);
    }
    return written > 0;
  }

  #queueNewest(): void {
    if (this.#newest === '') return;
    const bytes = Buffer.from(this.#newest);
    this.#newest = '';
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
  }

  #tryWrite(bytes: Buffer): number {
    try {
      return writeSync(this.#fd, bytes);
    } catch (error) {
      if (!PASSING.has((error as NodeJS.ErrnoException).code)) this.#close();
      return 0;
    }
  }

  /** The reader is gone: there is nobody to write to, nor to say so. */
  #close(): void {
    this.#isClosed = true;
    this.#newest = '';
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#lost = 0;
  }

  readonly #writeLast = (): void => {
    const until = performance.now() + LAST_WRITE_MS;
    while (performance.now() < until) {
      if (this.#writeSome()) continue;
      if (this.#waitingBytes === 0) return;
      Atomics.wait(CELL, 0, 0, RETRY_INTERVAL_MS);
    }
  };
}

/** Nobody changes it, so that waiting for a change is sleeping. */
const CELL = new Int32Array(new SharedArrayBuffer(4));
