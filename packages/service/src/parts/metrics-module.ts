import { createRequire } from 'node:module';
import { PROMETHEUS_METRICS } from '@ops-admin/adapter-prometheus/inversify';
import type { AuditLog, Logger } from '@ops-admin/core';
import { AUDIT_LOG, LOGGER, METRICS } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import { optional } from '../optional.js';
import { metricsServer } from '../serve/metrics-server.js';
import { PARTS } from '../service-parts.js';
import type { ServiceSettings } from '../settings.js';

/** The metrics. Where it is loaded, the other parts count. */
export function metricsModule({ version = ownVersion() }: ServiceSettings): ContainerModule {
  const open = async (log: Logger, auditLog: AuditLog | undefined) => {
    const { openMetrics } = await import('@ops-admin/adapter-prometheus');
    return openMetrics({ version, auditLog, log }).metrics;
  };
  return new ContainerModule(({ bind }) => {
    bind(PROMETHEUS_METRICS).toResolvedValue(open, [LOGGER, optional(AUDIT_LOG)]);
    bind(METRICS).toResolvedValue((metrics) => metrics, [PROMETHEUS_METRICS]);
    bind(PARTS.metrics).toResolvedValue(metricsServer, [PROMETHEUS_METRICS, LOGGER]);
  });
}

function ownVersion(): string {
  return createRequire(import.meta.url)('@ops-admin/service/package.json').version;
}
