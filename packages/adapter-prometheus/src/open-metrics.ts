import { PrometheusMetrics, type PrometheusMetricsOptions } from './prometheus-metrics.js';

/** What counts, and shows what was counted; it keeps nothing open. */
export interface OpenedMetrics {
  readonly metrics: PrometheusMetrics;
}

/** Makes the metrics of a service. */
export function openMetrics(settings: PrometheusMetricsOptions): OpenedMetrics {
  return { metrics: new PrometheusMetrics(settings) };
}
