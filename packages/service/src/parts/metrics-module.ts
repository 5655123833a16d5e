import { createRequire } from 'node:module';
import type { OpenedPostgres } from '@ops-admin/adapter-postgres';
import { POSTGRES } from '@ops-admin/adapter-postgres/inversify';
import type { OpenedSqlite } from '@ops-admin/adapter-sqlite';
import { SQLITE } from '@ops-admin/adapter-sqlite/inversify';
import type { AuditLog, Logger } from '@ops-admin/core';
import { AUDIT_LOG, LOGGER, METRICS, type Port, port } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type { CountingLogger } from '../create-logger.js';
import type { PrometheusMetrics } from '../metrics/prometheus-metrics.js';
import { optional } from '../optional.js';
import { metricsServer } from '../serve/metrics-server.js';
import { PARTS } from '../service-parts.js';
import type { ServiceSettings } from '../settings.js';

const PROMETHEUS_METRICS: Port<PrometheusMetrics> = port('ops-admin.service.PrometheusMetrics');

/** The metrics. Where it is loaded, the other parts count. */
export function metricsModule({ version = ownVersion() }: ServiceSettings): ContainerModule {
  const open = async (
    log: Logger,
    auditLog: AuditLog | undefined,
    file: OpenedSqlite | undefined,
    server: OpenedPostgres | undefined,
  ) => {
    const { PrometheusMetrics } = await import('../metrics/prometheus-metrics.js');
    const metrics = new PrometheusMetrics({ version, auditLog, log });
    if ('linesLost' in log) metrics.watchLevel('log-lines-lost', () => (log as CountingLogger).linesLost());
    const store = file ?? server;
    if (store) {
      metrics.watchLevel('connections-in-use', () => store.load().inUse);
      metrics.watchLevel('connections-waiting', () => store.load().waiting);
      metrics.watchLevel('changes-waiting', () => store.load().changesWaiting);
    }
    return metrics;
  };
  return new ContainerModule(({ bind }) => {
    bind(PROMETHEUS_METRICS).toResolvedValue(open, [
      LOGGER,
      optional(AUDIT_LOG),
      optional(SQLITE),
      optional(POSTGRES),
    ]);
    bind(METRICS).toResolvedValue((metrics) => metrics, [PROMETHEUS_METRICS]);
    bind(PARTS.metrics).toResolvedValue(metricsServer, [PROMETHEUS_METRICS, LOGGER]);
  });
}

function ownVersion(): string {
  return createRequire(import.meta.url)('@ops-admin/service/package.json').version;
}
