// For programs that have an Inversify container: nothing else here needs one.
export { PROMETHEUS_METRICS, prometheusModule } from './prometheus-module.js';
