import type { Writable } from 'node:stream';
import type { Logger } from '@ops-admin/core';
import { shownText } from '@ops-admin/core/operations';
import { type DestinationStream, pino, symbols } from 'pino';
import type { LogLevel } from './config/config.js';
import { StandardErrorLog } from './standard-error-log.js';

/** A log that counts the lines that were lost because nobody read them. */
export interface CountingLogger extends Logger {
  linesLost(): number;
}

/** A log of JSON lines on standard error. No data in it can control the terminal. */
export function createLogger(level: LogLevel, stderr: Writable): CountingLogger {
  const reportLoss = (lost: number) => log.error({ lost }, 'log lines were lost: the reader was too slow');
  const own = stderr === process.stderr ? new StandardErrorLog(2, reportLoss) : undefined;
  const to = own ? ownStandardError(own) : { write: (line: string) => stderr.write(shownText(line)) };
  const log = pino({ level, base: null, timestamp: timeMember(), serializers: { err: describeFailure } }, to);
  return Object.assign(log, { linesLost: () => own?.lostInAll ?? 0 });
}

/** pino's number of the level of normal events. */
const INFO = 30;

/** The standard error of the process. A warning or an error is written at once: it can be the last line. */
function ownStandardError(log: StandardErrorLog): DestinationStream {
  const stream = {
    // pino sets `lastLevel` before it writes.
    [symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write: (line: string) => {
      log.write(line, stream.lastLevel > INFO);
    },
  };
  return stream;
}

/** The time in a line of pino: ISO 8601, made once for all lines of a millisecond. */
function timeMember(): () => string {
  let made = { at: Number.NaN, member: '' };
  return () => {
    const at = Date.now();
    if (at !== made.at) made = { at, member: `,"time":"${new Date(at).toISOString()}"` };
    return made.member;
  };
}

/** Other properties of an error can hold what must not be logged, such as the URL of a request. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error && { code: error.code }) };
}
