import { type Logger, ResultAsync } from '@ops-admin/core';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.js';
import type { Address, CannotListen, Running, ServiceHealth } from '../metrics/start-metrics-server.js';

/** The metrics of a service for Prometheus, on a separate port. */
export interface MetricsServer {
  /** Starts before the service, so that a port in use is noticed, and stops after it. Shows its health too, if that is given. */
  start(where: Address, health?: ServiceHealth): ResultAsync<Running, CannotListen>;
}

export function metricsServer(metrics: PrometheusMetrics, log: Logger): MetricsServer {
  return {
    start: (where, health) =>
      ResultAsync.fromSafePromise(import('../metrics/start-metrics-server.js'))
        .andThen(({ startMetricsServer }) => startMetricsServer(metrics, { ...where, log, health }))
        .map((running) => {
          log.info({ metricsUrl: running.url }, 'metrics are shown');
          return running;
        }),
  };
}
