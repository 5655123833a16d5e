import { shownText } from '@ops-admin/core/operations';
import { type DestinationStream, pino, symbols } from 'pino';

/** The bytes that wait for a reader that has stopped; about 15,000 requests. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** The time between two attempts to write what waits, in milliseconds. */
const RETRY_INTERVAL_MS = 10;
/** How long the end of the process waits for the reader, in milliseconds. */
const LAST_WRITE_MS = 2_000;
/** pino's number of the level of normal events. */
const INFO = 30;
/** Temporary errors of a write: the reader has stopped, or the disk is full. */
const TEMPORARY: ReadonlySet<string | undefined> = new Set(['EAGAIN', 'EDQUOT', 'ENOSPC']);

/** The destination of a log on standard error. */
export interface StandardError extends DestinationStream {
  /** Returns how many lines were dropped since the start. */
  linesLost(): number;
}

/**
 * Writes a log to standard error without waiting for a reader. The lines of one turn of the event loop are one write; a
 * warning or an error is written immediately, because it can be the last line. Lines that are not accepted wait in pino's buffer.
 * Further ones are dropped and counted; `reportLoss` logs how many, once the reader continues.
 */
export function standardError(reportLoss: (lines: number) => void): StandardError {
  let lines = '';
  let isStuck = false;
  let dropped = 0;
  let reported = 0;
  let isDue = false;
  // Asynchronous writes would wait in a thread, which keeps the process from ending.
  const destination = pino.destination({
    fd: 2,
    sync: true,
    minLength: 1,
    maxLength: MAX_WAITING_BYTES,
    retryEAGAIN: () => false,
  });
  destination.on('drop', (batch: string) => {
    dropped += batch.split('\n').length - 1;
  });
  destination.on('error', ({ code }: NodeJS.ErrnoException) => {
    isStuck = TEMPORARY.has(code);
  });

  const flush = () => {
    // First what waits: lines that are dropped are not tried.
    if (isStuck) {
      isStuck = false;
      destination.flush();
    }
    const batch = lines;
    lines = '';
    if (batch !== '') destination.write(shownText(batch));
  };
  const writeDue = () => {
    flush();
    if (!isStuck && dropped > reported) {
      const lost = dropped - reported;
      reported = dropped;
      reportLoss(lost);
    }
    isDue = isStuck || lines !== '';
    if (isDue) setTimeout(writeDue, RETRY_INTERVAL_MS).unref();
    else process.off('exit', writeLast);
  };
  const writeLast = () => {
    const until = performance.now() + LAST_WRITE_MS;
    for (flush(); isStuck && performance.now() < until; flush()) Atomics.wait(CELL, 0, 0, RETRY_INTERVAL_MS);
  };

  const stream = {
    // pino sets `lastLevel` before it writes.
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    linesLost: () => dropped,
    write: (line: string) => {
      lines += line;
      if (!isDue) {
        isDue = true;
        setImmediate(writeDue);
        process.once('exit', writeLast);
      }
      if (stream.lastLevel > INFO) flush();
    },
  };
  return stream;
}

/** Nothing changes it, so waiting for a change is sleeping. */
const CELL = new Int32Array(new SharedArrayBuffer(4));
