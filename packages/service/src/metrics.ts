// The metrics of a service, for a program that opens its own parts: this entry loads the client of Prometheus.
export { PrometheusMetrics, type PrometheusMetricsOptions } from './metrics/prometheus-metrics.js';
export {
  type Address,
  type CannotListen,
  type MetricsServerOptions,
  type Running,
  type Scraped,
  type ServiceHealth,
  startMetricsServer,
} from './metrics/start-metrics-server.js';
