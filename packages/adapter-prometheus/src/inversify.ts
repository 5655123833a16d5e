// For programs with an Inversify container; the main entry needs none.
export { PROMETHEUS_METRICS, prometheusModule } from './prometheus-module.js';
