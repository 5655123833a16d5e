import { fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import type { Logger } from '@ops-admin/core';
import { shownText } from '@ops-admin/core/jobs';
import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';
import type { LogLevel } from './config/config.js';
import { LogPipe } from './log-pipe.js';

/** A log of JSON lines on standard error, which no data in it can make steer the terminal. */
export function createLogger(level: LogLevel, stderr: Writable): Logger {
  const reportLoss = (lost: number) => log.error({ lost }, 'lines of the log were lost: nobody read it');
  const to = stderr === process.stderr ? ownStandardError(reportLoss) : stderr;
  const log = pino(
    { level, base: null, timestamp: stdTimeFunctions.isoTime, serializers: { err: describeFailure } },
    { write: (line) => to.write(shownText(line)) },
  );
  return log;
}

/** That of the process, so that the last line before an exit is not lost, and a reader that stands still is not waited for. */
function ownStandardError(reportLoss: (lines: number) => void): DestinationStream {
  const fd = 2;
  const kind = fstatSync(fd);
  return kind.isFIFO() || kind.isSocket()
    ? new LogPipe(fd, reportLoss)
    : destination({ dest: fd, sync: true });
}

/** Other properties of an error may hold what must not be logged, such as the URL of a request. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error && { code: error.code }) };
}
