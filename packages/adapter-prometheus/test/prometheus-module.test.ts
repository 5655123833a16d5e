import { openMetrics } from '@ops-admin/adapter-prometheus';
import { PROMETHEUS_METRICS, prometheusModule } from '@ops-admin/adapter-prometheus/inversify';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import type { AuditLog } from '@ops-admin/core';
import { METRICS } from '@ops-admin/core/ports';
import { expect } from 'chai';
import { Container } from 'inversify';
import { aLog } from './a-log.ts';

describe('prometheusModule', () => {
  function aContainer(auditLog?: AuditLog): Container {
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(prometheusModule(openMetrics({ version: '1.2.3', log: aLog().log, auditLog })));
    return container;
  }

  it('counts and shows the same figures', async () => {
    const container = aContainer();
    container.get(METRICS).cacheAsked({ provider: 'nominatim', outcome: 'hit' });
    expect(await container.get(PROMETHEUS_METRICS).scrape()).to.match(/_cache_requests_total\{.*\} 1/);
  });

  it('counts the entries of an audit trail where there is one', async () => {
    expect(await aContainer().get(PROMETHEUS_METRICS).scrape()).to.not.include('audit_entries');
    const { audit } = openSqlite({ file: ':memory:' })._unsafeUnwrap();
    const withTrail = aContainer(audit);
    expect(await withTrail.get(PROMETHEUS_METRICS).scrape()).to.match(/^ops_admin_audit_entries_total 0$/m);
  });
});
