import { createRequire } from 'node:module';
import type { CannotListen, PrometheusMetrics } from '@ops-admin/adapter-prometheus';
import { type Logger, ok, ResultAsync } from '@ops-admin/core';
import { AUDIT_LOG, LOGGER, type Port, port } from '@ops-admin/core/ports';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';

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

/** The metrics to show. */
export const METRICS_SERVER: Port<MetricsServer> = port('ops-admin.service.MetricsServer');

/** Makes the metrics. */
export async function openMetricsServer(bound: Bound, { version }: ServiceSettings): Promise<OpenedPart> {
  const { openMetrics } = await import('@ops-admin/adapter-prometheus');
  const { prometheusModule } = await import('@ops-admin/adapter-prometheus/inversify');
  const log = bound.get(LOGGER);
  const opened = openMetrics({ version: version ?? ownVersion(), auditLog: bound.find(AUDIT_LOG), log });
  return ok([prometheusModule(opened), bindValue(METRICS_SERVER, metricsServer(opened.metrics, log))]);
}

function metricsServer(metrics: PrometheusMetrics, log: Logger): MetricsServer {
  return {
    start: (where) =>
      ResultAsync.fromSafePromise(import('@ops-admin/adapter-prometheus'))
        .andThen(({ startMetricsServer }) => startMetricsServer(metrics, { ...where, log }))
        .map((running) => {
          log.info({ metricsUrl: running.url }, 'metrics are shown');
          return running;
        }),
  };
}

function ownVersion(): string {
  return createRequire(import.meta.url)('@ops-admin/service/package.json').version;
}
