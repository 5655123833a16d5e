import type { Writable } from 'node:stream';
import { type Logger, shownText } from '@ops-admin/core';
import { destination, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config/config.js';

/** A log of JSON lines on standard error, which no data in it can make steer the terminal. */
export function createLogger(level: LogLevel, stderr: Writable): Logger {
  // That of the process is written synchronously, so that the last line before an exit is not lost.
  const to = stderr === process.stderr ? destination({ dest: 2, sync: true }) : stderr;
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeFailure } },
    { write: (line) => to.write(shownText(line)) },
  );
}

/** Other properties of an error may hold what must not be logged, such as the URL of a request. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error && { code: error.code }) };
}
