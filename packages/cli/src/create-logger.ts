import type { Logger } from '@ops-admin/core';
import { destination, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config/config.js';

/** A log of JSON lines on standard error. */
export function createLogger(level: LogLevel): Logger {
  // Synchronous, so that the last line before an exit is not lost.
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeFailure } },
    destination({ dest: 2, sync: true }),
  );
}

/** Other properties of an error may hold what must not be logged, such as the URL of a request. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error && { code: error.code }) };
}
