import { errAsync, type LookupCache } from '@ops-admin/core';
import { InMemoryLookupCache, InMemoryMetrics } from '@ops-admin/testing';
import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { localServers } from '../../../../test/local-servers.ts';
import { aGateway, GAZETTEER, IN_GAZETTEER, remote } from './a-gateway.ts';
import { AServer, type Behaviour } from './a-server.ts';

describe('The metrics of address providers', () => {
  const servers = localServers();
  let server: AServer;
  let metrics: InMemoryMetrics;
  beforeEach(async () => {
    server = await AServer.start(servers, 'Vaduz');
    metrics = new InMemoryMetrics();
  });
  let clock: SinonFakeTimers | undefined;
  afterEach(() => {
    clock?.restore();
    clock = undefined;
  });
  const calls = () =>
    Object.fromEntries(Object.entries(metrics.read().providers).map(([name, { count }]) => [name, count]));
  const state = () => metrics.read().states.nominatim;

  it('count every request to a server, including retries, by its result', async () => {
    const { ask } = aGateway([remote(server)], { metrics });
    const behaviours: Behaviour[] = ['found', 'empty', 'broken', 'found', 'refused'];
    for (const [n, behaviour] of behaviours.entries()) {
      server.behaviour = behaviour;
      await ask(`text ${n}`);
    }
    await ask('not asked: it refuses');
    expect(calls()).to.deep.equal({
      'nominatim found': 2,
      'nominatim location-not-found': 1,
      'nominatim lookup-unavailable': 2,
      'nominatim lookup-refused': 1,
    });
    expect(metrics.providers).to.have.length(server.asked.length);
  });

  it('report the duration of requests in seconds', async () => {
    server.delayMs = 80;
    const started = performance.now();
    await aGateway([remote(server)], { metrics }).ask('a');
    const most = (performance.now() - started) / 1000;
    expect(metrics.providers[0]?.seconds).to.be.within(0.075, most);
  });

  it('count each server, and the gazetteer', async () => {
    const backup = await AServer.start(servers, 'Malbun');
    server.behaviour = 'refused';
    const order = [remote(server), remote(backup, { name: 'nominatim:backup' })];
    const { ask } = aGateway([...order, GAZETTEER], { metrics, nextOnEmpty: true });
    await ask('a');
    backup.behaviour = 'empty';
    await ask('b');
    await ask(IN_GAZETTEER);
    expect(calls()).to.deep.equal({
      'nominatim lookup-refused': 1,
      'nominatim:backup found': 1,
      'nominatim:backup location-not-found': 2,
      'gazetteer location-not-found': 1,
      'gazetteer found': 1,
    });
  });

  it('count hits, misses and failures of the cache', async () => {
    const working = new InMemoryLookupCache(10);
    let works = true;
    const cache: LookupCache = {
      find: (key) =>
        works ? working.find(key) : errAsync({ type: 'store-unavailable', cause: new Error('locked') }),
      store: (entry) => working.store(entry),
      summarize: () => working.summarize(),
      clear: () => working.clear(),
    };
    const { ask } = aGateway([remote(server, { keepSeconds: 60 })], { cache, metrics });
    for (const text of ['a', 'a', 'A', 'b']) await ask(text);
    works = false;
    expect(await ask('a')).to.equal('Vaduz');
    expect(metrics.read().cache).to.deep.equal({
      'nominatim miss': 2,
      'nominatim hit': 2,
      'nominatim failed': 1,
    });
    expect(calls()).to.deep.equal({ 'nominatim found': 3 });
  });

  it('report that a provider is skipped after failures, tried, and used again', async () => {
    clock = useFakeTimers({ toFake: ['Date'] });
    const { ask } = aGateway([remote(server)], { metrics, cooldownMs: 400 });
    expect(state()).to.equal('closed');
    server.behaviour = 'broken';
    // Each is asked twice, until the fifth failure.
    for (let n = 0; n < 3; n++) await ask(`text ${n}`);
    expect(state()).to.equal('open');
    // The time is drawn by lot between 200 and 400 ms.
    clock.tick(400);
    server.behaviour = 'found';
    const meanwhile: (string | undefined)[] = [];
    server.whenAsked = () => meanwhile.push(state());
    expect(await ask('a')).to.equal('Vaduz');
    expect(meanwhile).to.deep.equal(['half-open']);
    expect(state()).to.equal('closed');
  });

  it('report that a provider is out of quota, or refuses, until its time is over', async () => {
    clock = useFakeTimers({ toFake: ['performance'] });
    const { ask } = aGateway([remote(server)], { metrics });
    server.behaviour = 'busy';
    server.headers = { 'retry-after': '1' };
    await ask('a');
    expect(state()).to.equal('paused');
    clock.tick(1000);
    expect(state(), 'without anybody asking').to.equal('closed');
    server.behaviour = 'refused';
    await ask('b');
    expect(state()).to.equal('paused');
    expect(calls()).to.deep.equal({ 'nominatim quota-exceeded': 1, 'nominatim lookup-refused': 1 });
  });
});
