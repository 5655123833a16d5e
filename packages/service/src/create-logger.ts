import type { Writable } from 'node:stream';
import type { Logger } from '@ops-admin/core';
import { shownText } from '@ops-admin/core/jobs';
import { pino } from 'pino';
import type { LogLevel } from './config/config.js';
import { LogOutput } from './log-output.js';

/** A log of JSON lines on standard error, which no data in it can make steer the terminal. */
export function createLogger(level: LogLevel, stderr: Writable): Logger {
  const reportLoss = (lost: number) => log.error({ lost }, 'lines of the log were lost: nobody read it');
  const to = stderr === process.stderr ? new LogOutput(2, reportLoss) : stderr;
  const log = pino(
    { level, base: null, timestamp: isoTimes(), serializers: { err: describeFailure } },
    { write: (line) => to.write(PLAIN.test(line) ? line : shownText(line)) },
  );
  return log;
}

/** Nothing in it has to be looked at more closely, as in almost every line. */
const PLAIN = /^[ -~]*\n$/;

/** As pino's own, but written once for all the lines of a millisecond. */
function isoTimes(): () => string {
  let [at, text] = [0, ''];
  return () => {
    const now = Date.now();
    if (now !== at) [at, text] = [now, `,"time":"${new Date(now).toISOString()}"`];
    return text;
  };
}

/** Other properties of an error may hold what must not be logged, such as the URL of a request. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack } = error;
  return { name, message, stack, ...('code' in error && { code: error.code }) };
}
