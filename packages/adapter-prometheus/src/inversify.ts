// For programs with an Inversify container; the main entry needs none.
import { METRICS, type Port, port } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { OpenedMetrics } from './open-metrics.js';
import type { PrometheusMetrics } from './prometheus-metrics.js';

/** The metrics, for code that shows them. */
export const PROMETHEUS_METRICS: Port<PrometheusMetrics> = port('ops-admin.prometheus.Metrics');

/** Serves opened metrics (see `openMetrics`). */
export function prometheusModule({ metrics }: OpenedMetrics): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(PROMETHEUS_METRICS).toConstantValue(metrics);
    bind(METRICS).toConstantValue(metrics);
  });
}
