import type { Writable } from 'node:stream';
import type { Logger } from '@ops-admin/core';
import { shownText } from '@ops-admin/core/operations';
import { pino } from 'pino';
import type { LogLevel } from './config/config.js';
import { standardError } from './standard-error.js';

/** A log that counts the lines that were lost because nobody read them. */
export interface CountingLogger extends Logger {
  linesLost(): number;
}

/** A log of JSON lines on standard error. No data in it can control the terminal. */
export function createLogger(level: LogLevel, stderr: Writable): CountingLogger {
  const reportLoss = (lost: number) => log.error({ lost }, 'log lines were lost: the reader was too slow');
  const own = stderr === process.stderr ? standardError(reportLoss) : undefined;
  const to = own ?? { write: (line: string) => stderr.write(shownText(line)) };
  const log = pino({ level, base: null, timestamp: timeMember(), serializers: { err: describeFailure } }, to);
  return Object.assign(log, { linesLost: () => own?.linesLost() ?? 0 });
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
