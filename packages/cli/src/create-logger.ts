import type { Logger } from '@ops-admin/core';
import { destination, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config/config.js';

/** A log of JSON lines on standard error. */
export function createLogger(level: LogLevel): Logger {
  // Synchronous, so that the last line before an exit is not lost.
  return pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime },
    destination({ dest: 2, sync: true }),
  );
}
