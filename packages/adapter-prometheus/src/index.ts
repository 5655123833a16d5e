export * from './open-metrics.js';
export * from './prometheus-metrics.js';
export * from './prometheus-module.js';
export * from './start-metrics-server.js';
