import { setTimeout as sleep } from 'node:timers/promises';
import { LOGGER, METRICS, ResultAsync } from '@ops-admin/core';
import type { CliError } from './cli-error.js';
import type { Session } from './command-context.js';
import type { ServeOptions } from './commands/serve.js';
import { PREPARE_TOKENS } from './compose.js';
import { type DemoTokens, demoGuide } from './demo/demo-guide.js';
import { prepareDemo } from './demo/prepare-demo.js';
import { warningOfForeignEntry } from './foreign-entry.js';
import { Interruption } from './interruption.js';
import type { Io } from './io.js';
import { printReport } from './present/report.js';
import { withMetrics } from './with-metrics.js';

/** How long running requests may take once the service is told to stop, in milliseconds. */
const STOP_GRACE = 10_000;

/** Serves until the process is told to stop, then lets running requests finish. */
export function serve(io: Io, options: ServeOptions, session: Session): ResultAsync<undefined, CliError> {
  // Before anything is printed: whoever waits for that may tell us to stop at once.
  const interruption = new Interruption(io);
  const served = withMetrics(session, options, (metricsUrl) =>
    serveHttp(io, options, session, interruption, metricsUrl),
  );
  const ended = async () => {
    try {
      return await served;
    } finally {
      interruption.ignore();
    }
  };
  return new ResultAsync(ended());
}

function serveHttp(
  io: Io,
  { db: place, demo, host, json = false, port }: ServeOptions,
  session: Session,
  interruption: Interruption,
  metricsUrl: string | undefined,
): ResultAsync<undefined, CliError> {
  const { adapters, config, container } = session;
  const log = container.get(LOGGER);
  const metrics = container.get(METRICS, { optional: true });
  const db = adapters.shownPlace(place);

  const warned = warningOfForeignEntry(session).then((warning) => {
    if (warning) log.warn({ db }, warning);
  });
  const prepared = ResultAsync.fromSafePromise(warned).andThen(() => prepareTokens(session, demo));
  const http = ResultAsync.fromSafePromise(adapters.http());
  return ResultAsync.combine([prepared, http]).andThen(
    ([tokens, { HTTP_APP, READINESS, startHttpServer }]) => {
      const limits = { connections: config.limits.connections };
      return startHttpServer(container.get(HTTP_APP), { host, port, limits, log, metrics }).andThen(
        ({ url, stop }) => {
          const lines = tokens ? demoGuide(url, tokens) : [`ops-admin listens on ${url}`];
          if (metricsUrl) lines.push(`Metrics: ${metricsUrl}`);
          const urls = { url, ...(metricsUrl && { metricsUrl }) };
          printReport(io, { json: { ...urls, ...tokens }, lines }, json);
          log.info({ ...urls, db }, 'listening');
          if (!config.provider)
            log.warn({}, 'tokens are verified with local keys: no identity provider is set up');

          const stopped = interruption.heard().then(async (signal) => {
            log.info({ signal, drainSeconds: config.drainSeconds }, 'stopping');
            container.get(READINESS).withdraw();
            await sleep(config.drainSeconds * 1000);
            await stop(STOP_GRACE);
          });
          return ResultAsync.fromSafePromise(stopped).map(() => {
            log.info({}, 'stopped');
            return undefined;
          });
        },
      );
    },
  );
}

/** Makes the tokens of the demo, or fetches the keys of the provider, so that the first request need not wait for them. */
function prepareTokens(session: Session, demo = false): ResultAsync<DemoTokens | undefined, CliError> {
  if (demo) return prepareDemo(session);
  const prepare = session.container.get(PREPARE_TOKENS);
  return prepare().map(() => undefined);
}
