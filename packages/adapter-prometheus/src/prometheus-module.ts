import { AUDIT_LOG, LOGGER, METRICS, type Port, port } from '@ops-admin/core';
import { ContainerModule } from 'inversify';
import { PrometheusMetrics, type PrometheusMetricsOptions } from './prometheus-metrics.js';

/** The figures, for whoever shows them. */
export const PROMETHEUS_METRICS: Port<PrometheusMetrics> = port('ops-admin.prometheus.Metrics');

/**
 * Serves the metrics. Wants a `LOGGER`, takes an `AUDIT_LOG` where there is one, and wants the default scope
 * `Singleton`.
 */
export function prometheusModule({ version }: Pick<PrometheusMetricsOptions, 'version'>): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PROMETHEUS_METRICS).toDynamicValue(
      ({ get }) =>
        new PrometheusMetrics({ version, auditLog: get(AUDIT_LOG, { optional: true }), log: get(LOGGER) }),
    );
    bind(METRICS).toService(PROMETHEUS_METRICS);
  });
}
