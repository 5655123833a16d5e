export { type OpenedMetrics, openMetrics } from './open-metrics.js';
export type { PrometheusMetrics, PrometheusMetricsOptions } from './prometheus-metrics.js';
export {
  type CannotListen,
  type MetricsServerOptions,
  type RunningMetricsServer,
  type Scraped,
  startMetricsServer,
} from './start-metrics-server.js';
