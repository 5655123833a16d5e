import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import { type AuditLog, errAsync, okAsync, ResultAsync, type StoreUnavailable } from '@ops-admin/core';
import { PrometheusMetrics } from '@ops-admin/service/metrics';
import { aDraft, aSigner, aUser } from '@ops-admin/testing';
import { metricsContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { aLog } from './a-log.ts';
import { figuresOf, readScrape } from './read-scrape.ts';

describe('PrometheusMetrics', () => {
  const openOrganisation = () => {
    const { audit, sealedBy } = openSqlite({ file: ':memory:' })._unsafeUnwrap();
    return { audit, ...sealedBy(aSigner()) };
  };
  const open = (auditLog?: AuditLog, { log } = aLog()) =>
    new PrometheusMetrics({ version: '1.2.3', auditLog, log });

  metricsContract(async () => {
    const metrics = open();
    return { metrics, read: async () => figuresOf(await metrics.scrape()) };
  });

  it('describes every figure', async () => {
    const metrics = open(openOrganisation().audit);
    const text = await metrics.scrape();
    const types = [...text.matchAll(/^# TYPE (ops_admin_\w+) (\w+)$/gm)].map(
      ([, name, type]) => `${name} ${type}`,
    );
    expect(types.sort()).to.deep.equal([
      'ops_admin_audit_entries_total counter',
      'ops_admin_build_info gauge',
      'ops_admin_http_request_duration_seconds histogram',
      'ops_admin_http_requests_running gauge',
      'ops_admin_log_lines_lost_total counter',
      'ops_admin_lookup_cache_requests_total counter',
      'ops_admin_provider_request_duration_seconds histogram',
      'ops_admin_provider_state gauge',
      'ops_admin_refused_requests_total counter',
      'ops_admin_store_changes_waiting gauge',
      'ops_admin_store_connections gauge',
    ]);
    for (const [, name] of text.matchAll(/^# TYPE (\w+) /gm))
      expect(text).to.match(new RegExp(`^# HELP ${name} \\S`, 'm'));
    expect(metrics.contentType).to.match(/^text\/plain; version=0\.0\.4/);
  });

  it('counts the entries of an audit log where one exists', async () => {
    expect(await open().scrape()).to.not.include('audit_entries');
    expect(await open(openOrganisation().audit).scrape()).to.match(/^ops_admin_audit_entries_total 0$/m);
  });

  it('shows the version, and the state of the process and its event loop', async () => {
    const samples = readScrape(await open().scrape());
    const info = samples.find(({ name }) => name === 'ops_admin_build_info');
    expect(info?.labels).to.deep.equal({ version: '1.2.3', node_version: process.versions.node });
    const names = samples.map(({ name }) => name);
    expect(names).to.include.members([
      'nodejs_eventloop_lag_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'process_resident_memory_bytes',
    ]);
  });

  it('groups times from a millisecond to ten seconds', async () => {
    const metrics = open();
    const request = { method: 'GET', route: '/health/live', status: 200 };
    for (const seconds of [0.0009, 0.03, 0.7, 9, 60]) metrics.requestAnswered({ ...request, seconds });
    const buckets = readScrape(await metrics.scrape()).filter(({ name }) =>
      name.endsWith('request_duration_seconds_bucket'),
    );
    const upTo = Object.fromEntries(buckets.map(({ labels, value }) => [labels.le, value]));
    expect(upTo).to.deep.include({ '0.001': 1, '0.025': 1, '0.05': 2, '0.5': 2, '1': 3, '10': 4, '+Inf': 5 });
  });

  it('keeps figures apart from those of another in the same process', async () => {
    const one = open();
    const other = open();
    one.cacheAsked({ provider: 'nominatim', outcome: 'hit' });
    expect(figuresOf(await other.scrape()).cache).to.deep.equal({});
  });

  describe('the entries of the audit log', () => {
    const entriesIn = async (metrics: PrometheusMetrics) =>
      readScrape(await metrics.scrape()).find(({ name }) => name === 'ops_admin_audit_entries_total')?.value;

    it('equal the number in the log, for every author', async () => {
      const { audit, organisation } = openOrganisation();
      const metrics = open(audit);
      expect(await entriesIn(metrics)).to.equal(0);
      const users = [1, 2, 3].map((n) => aUser(n, { permissions: ['service.geo'] }));
      await organisation.importUsers(users, { ...aDraft(), action: 'set' });
      expect(await entriesIn(metrics)).to.equal(3);
      expect(await entriesIn(open(audit)), 'after a restart').to.equal(3);
      expect(await Promise.all([entriesIn(metrics), entriesIn(metrics)]), 'at once').to.deep.equal([3, 3]);
    });

    it('are omitted while the audit log cannot be read, which the log reports once; all others are shown', async () => {
      let works = false;
      const failing: AuditLog = {
        ...openOrganisation().audit,
        newestId: () => (works ? okAsync(7) : errAsync(unavailable)),
      };
      const { lines, log } = aLog();
      const metrics = open(failing, { log, lines });
      metrics.cacheAsked({ provider: 'nominatim', outcome: 'hit' });
      for (let round = 0; round < 2; round++) {
        expect(await entriesIn(metrics)).to.equal(undefined);
        expect(figuresOf(await metrics.scrape()).cache).to.deep.equal({ 'nominatim hit': 1 });
      }
      works = true;
      expect(await entriesIn(metrics)).to.equal(7);
      works = false;
      expect(await entriesIn(metrics)).to.equal(undefined);
      const line = 'warn the entries of the audit log cannot be counted';
      expect(lines).to.deep.equal([line, line]);
    });

    it('are correct for two concurrent scrapes of a slow audit log', async () => {
      const newestId: AuditLog['newestId'] = () => ResultAsync.fromSafePromise(sleep(10)).map(() => 7);
      const metrics = open({ ...openOrganisation().audit, newestId });
      expect(await Promise.all([entriesIn(metrics), entriesIn(metrics)])).to.deep.equal([7, 7]);
    });
  });
});

const unavailable: StoreUnavailable = { type: 'store-unavailable', cause: new Error('locked') };
