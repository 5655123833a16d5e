import { LOGGER, type Result, ResultAsync } from '@ops-admin/core';
import type { CliError } from './cli-error.js';
import type { Session } from './command-context.js';
import type { ServeOptions } from './commands/serve.js';

/**
 * Shows the figures of a service at a port of their own, where one is given: from before it starts, so that a port that is
 * taken is noticed, until its last request is done, so that the end can be read. `run` learns their address.
 */
export function withMetrics<T>(
  { adapters, container }: Session,
  { metricsHost: host, metricsPort: port }: ServeOptions,
  run: (url: string | undefined) => ResultAsync<T, CliError>,
): ResultAsync<T, CliError> {
  if (port === undefined) return run(undefined);
  const started = ResultAsync.fromSafePromise(adapters.prometheus()).andThen(
    ({ PROMETHEUS_METRICS, startMetricsServer }) =>
      startMetricsServer(container.get(PROMETHEUS_METRICS), { host, port, log: container.get(LOGGER) }),
  );
  const runAndStop = async (url: string, stop: () => Promise<void>): Promise<Result<T, CliError>> => {
    try {
      return await run(url);
    } finally {
      await stop();
    }
  };
  return started.andThen(({ stop, url }) => new ResultAsync(runAndStop(url, stop)));
}
