import { createRequire } from 'node:module';
import type { Logger } from '@ops-admin/core';
import type { CountingLogger } from '../create-logger.js';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.js';
import type { ServiceSettings } from '../settings.js';
import type { OpenedStore } from './open-store.js';

/** Makes the metrics, which also show the load of the database if one is open. */
export async function openMetrics(
  { version = ownVersion() }: ServiceSettings,
  log: Logger,
  store: OpenedStore | undefined,
): Promise<PrometheusMetrics> {
  const { PrometheusMetrics } = await import('../metrics/prometheus-metrics.js');
  const metrics = new PrometheusMetrics({ version, auditLog: store?.audit, log });
  if ('linesLost' in log) metrics.watchLevel('log-lines-lost', () => (log as CountingLogger).linesLost());
  if (store) {
    metrics.watchLevel('changes-waiting', () => store.changesWaiting());
  }
  const { connections } = store ?? {};
  if (connections) {
    metrics.watchLevel('connections-in-use', () => connections().inUse);
    metrics.watchLevel('connections-waiting', () => connections().waiting);
  }
  return metrics;
}

function ownVersion(): string {
  return createRequire(import.meta.url)('@ops-admin/service/package.json').version;
}
