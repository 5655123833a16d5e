export { type OpenedMetrics, openMetrics } from './open-metrics.js';
export { PrometheusMetrics, type PrometheusMetricsOptions } from './prometheus-metrics.js';
export {
  type CannotListen,
  type MetricsServerOptions,
  type RunningMetricsServer,
  type Scraped,
  startMetricsServer,
} from './start-metrics-server.js';
