import { PrometheusMetrics, type PrometheusMetricsOptions } from './prometheus-metrics.js';

/** Counts, and shows the counts; it keeps nothing open. */
export interface OpenedMetrics {
  readonly metrics: PrometheusMetrics;
}

/** Makes the metrics of a service. */
export function openMetrics(settings: PrometheusMetricsOptions): OpenedMetrics {
  return { metrics: new PrometheusMetrics(settings) };
}
