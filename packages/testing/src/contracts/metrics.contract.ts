import assert from 'node:assert/strict';
import type { Metrics, ProviderState } from '@ops-admin/core';
import type { MetricsFigures } from '../in-memory/in-memory-metrics.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** Metrics that have counted nothing yet, and a way to look at them. */
export interface OpenMetrics {
  readonly metrics: Metrics;
  read(): Promise<MetricsFigures>;
}

/** The tests that every {@link Metrics} must pass. */
export function metricsContract(open: () => Promise<OpenMetrics>, options?: SuiteOptions): void {
  const { describe, it } = runnerOf(options);
  describe('Metrics contract', () => {
    it('counts nothing that did not happen', async () => {
      const { read } = await open();
      const none = { requests: {}, refusals: {}, providers: {}, cache: {}, states: {}, levels: {} };
      assert.deepEqual(await read(), none);
    });

    it('counts each request under its method, route and status, with the seconds it took', async () => {
      const { metrics, read } = await open();
      const request = { method: 'GET', route: '/department/list/:start/:end', status: 200, seconds: 0.25 };
      metrics.requestAnswered(request);
      metrics.requestAnswered({ ...request, seconds: 0.5 });
      metrics.requestAnswered({ ...request, status: 401 });
      metrics.requestAnswered({ ...request, method: 'HEAD' });
      metrics.requestAnswered({ method: 'other', route: 'none', status: 400, seconds: 0 });
      assert.deepEqual((await read()).requests, {
        'GET /department/list/:start/:end 200': { count: 2, seconds: 0.75 },
        'GET /department/list/:start/:end 401': { count: 1, seconds: 0.25 },
        'HEAD /department/list/:start/:end 200': { count: 1, seconds: 0.25 },
        'other none 400': { count: 1, seconds: 0 },
      });
    });

    it('counts each request that was refused for load under its reason too', async () => {
      const { metrics, read } = await open();
      const request = { method: 'GET', route: '/audit/list', status: 503, seconds: 5 };
      metrics.requestAnswered({ ...request, refusal: 'overloaded' });
      metrics.requestAnswered({ ...request, refusal: 'overloaded' });
      metrics.requestAnswered({ ...request, refusal: 'store-busy' });
      const { refusals, requests } = await read();
      assert.deepEqual(refusals, { overloaded: 2, 'store-busy': 1 });
      assert.deepEqual(requests, { 'GET /audit/list 503': { count: 3, seconds: 15 } });
    });

    it('reads each level at the moment it is asked', async () => {
      const { metrics, read } = await open();
      let running = 3;
      metrics.watchLevel('requests-running', () => running);
      metrics.watchLevel('changes-waiting', () => 2);
      metrics.watchLevel('log-lines-lost', async () => 5);
      for (running of [3, 0, 7]) {
        const levels = { 'requests-running': running, 'changes-waiting': 2, 'log-lines-lost': 5 };
        const now = Object.entries((await read()).levels).map(async ([level, value]) => [level, await value]);
        assert.deepEqual(Object.fromEntries(await Promise.all(now)), levels);
      }
    });

    it('counts what each provider and the cache before it answered', async () => {
      const { metrics, read } = await open();
      metrics.providerAsked({ provider: 'nominatim', outcome: 'found', seconds: 0.5 });
      metrics.providerAsked({ provider: 'nominatim', outcome: 'found', seconds: 0.25 });
      metrics.providerAsked({ provider: 'nominatim:backup', outcome: 'lookup-unavailable', seconds: 8 });
      for (const outcome of ['hit', 'hit', 'miss', 'failed'] as const)
        metrics.cacheAsked({ provider: 'nominatim', outcome });
      metrics.cacheAsked({ provider: 'nominatim:backup', outcome: 'miss' });
      const { providers, cache } = await read();
      assert.deepEqual(providers, {
        'nominatim found': { count: 2, seconds: 0.75 },
        'nominatim:backup lookup-unavailable': { count: 1, seconds: 8 },
      });
      const hits = { 'nominatim hit': 2, 'nominatim miss': 1, 'nominatim failed': 1 };
      assert.deepEqual(cache, { ...hits, 'nominatim:backup miss': 1 });
    });

    it('reports the state that each provider is in at the moment it is asked', async () => {
      const { metrics, read } = await open();
      let state: ProviderState = 'closed';
      metrics.watchProvider('nominatim', () => state);
      metrics.watchProvider('nominatim:backup', () => 'paused');
      for (state of ['open', 'half-open', 'closed'] as const) {
        assert.deepEqual((await read()).states, { nominatim: state, 'nominatim:backup': 'paused' });
      }
    });

    it('is looked at by several at once, who all see the same', async () => {
      const { metrics, read } = await open();
      metrics.cacheAsked({ provider: 'nominatim', outcome: 'hit' });
      const all = await Promise.all([read(), read(), read()]);
      for (const { cache } of all) assert.deepEqual(cache, { 'nominatim hit': 1 });
    });
  });
}
