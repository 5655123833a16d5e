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
  stop(): Promise<void>;
}

/** Whether a service can take requests. */
export interface ServiceHealth {
  /** Why it cannot; `undefined` if it can. */
  notReady(): Promise<string | undefined>;
}

/** The metrics of a service for Prometheus, on a separate port. */
export interface MetricsServer {
  /** Starts before the service, so that a port in use is noticed, and stops after it. Shows its health too, if that is given. */
  start(where: Address, health?: ServiceHealth): ResultAsync<Running, CannotListen>;
}

export function metricsServer(metrics: PrometheusMetrics, log: Logger): MetricsServer {
  return {
    start: (where, health) =>
      ResultAsync.fromSafePromise(import('../metrics/start-metrics-server.js'))
        .andThen(({ startMetricsServer }) =>
          startMetricsServer(metrics, { ...where, log, notReady: health && (() => health.notReady()) }),
        )
        .map((running) => {
          log.info({ metricsUrl: running.url }, 'metrics are shown');
          return running;
        }),
  };
}
