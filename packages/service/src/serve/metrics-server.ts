import { type Logger, ResultAsync } from '@ops-admin/core';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.js';
import type { CannotListen } from '../metrics/start-metrics-server.js';

/** Where to listen; port 0 means any free port. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A listening server. */
export interface Running {
  readonly url: string;
  /** Stops it. */
  stop(): Promise<void>;
}

/** The metrics of a service for Prometheus, on a separate port. */
export interface MetricsServer {
  /** Starts before the service, so that a port in use is noticed, and stops after it. */
  start(where: Address): ResultAsync<Running, CannotListen>;
}

/** {@link MetricsServer} of these metrics. */
export function metricsServer(metrics: PrometheusMetrics, log: Logger): MetricsServer {
  return {
    start: (where) =>
      ResultAsync.fromSafePromise(import('../metrics/start-metrics-server.js'))
        .andThen(({ startMetricsServer }) => startMetricsServer(metrics, { ...where, log }))
        .map((running) => {
          log.info({ metricsUrl: running.url }, 'metrics are shown');
          return running;
        }),
  };
}
