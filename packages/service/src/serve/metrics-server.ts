import { createRequire } from 'node:module';
import type { CannotListen, PrometheusMetrics } from '@ops-admin/adapter-prometheus';
import { type Logger, ok, ResultAsync } from '@ops-admin/core';
import { AUDIT_LOG, LOGGER, type Port, port } from '@ops-admin/core/ports';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';

/** Where to listen; port 0 takes a free one. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** A server that listens. */
export interface Running {
  readonly url: string;
  /** Ends it. */
  stop(): Promise<void>;
}

/** The figures of a service for Prometheus, at a port of their own. */
export interface MetricsServer {
  /** Starts before the service does, so that a port that is taken is noticed, and stops after it. */
  start(where: Address): ResultAsync<Running, CannotListen>;
}

/** The figures, to be shown. */
export const METRICS_SERVER: Port<MetricsServer> = port('ops-admin.service.MetricsServer');

/** Makes what counts. */
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
