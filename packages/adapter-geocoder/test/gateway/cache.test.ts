import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type OpenedLookupCache, openLookupCache } from '@ops-admin/adapter-geocoder';
import { ResultAsync } from '@ops-admin/core';
import { InMemoryLookupCache } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { aGateway, aLog, remote } from './a-gateway.ts';
import { AServer } from './a-server.ts';

describe('The cache of address providers', () => {
  const servers = localServers();
  let folder: string;
  let opened: OpenedLookupCache;
  let now: number;
  let server: AServer;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-cache-'));
    const file = join(folder, 'cache.sqlite');
    opened = openLookupCache({ file, capacity: 100, clock: () => new Date(now) })._unsafeUnwrap();
    now = Date.parse('2026-01-01');
    server = await AServer.start(servers, 'Vaduz');
  });
  afterEach(() => {
    opened.close();
    rmSync(folder, { recursive: true });
  });
  const kept = (given = {}) => remote(server, { keepSeconds: 3600, ...given });

  it('answers without a request, for every spelling of the address', async () => {
    const { ask } = aGateway([kept()], { cache: opened.cache });
    for (const text of ['Städtle 37', 'städtle  37', 'STÄDTLE 37']) expect(await ask(text)).to.equal('Vaduz');
    expect(server.asked).to.have.length(1);
  });

  it('does not end the process with an exception', async () => {
    const { log, lines } = aLog();
    const cache = new InMemoryLookupCache(10);
    cache.store = () => new ResultAsync(Promise.reject(new TypeError('a bug')));
    // An unhandled rejection would fail the test.
    expect(await aGateway([kept()], { cache, log }).ask('Vaduz')).to.equal('Vaduz');
    await setImmediate();
    expect(lines.join('\n')).to.match(/^warn the cache of addresses fails/m);
  });

  it('survives a restart', async () => {
    await aGateway([kept()], { cache: opened.cache }).ask('Vaduz');
    expect(await aGateway([kept()], { cache: opened.cache }).ask('Vaduz')).to.equal('Vaduz');
    expect(server.asked).to.have.length(1);
  });

  it("repeats the request when the provider's terms say so", async () => {
    const { ask } = aGateway([kept()], { cache: opened.cache });
    await ask('Vaduz');
    now += 3_600_000;
    await ask('Vaduz');
    expect(server.asked).to.have.length(2);
  });

  it('keeps nothing from a provider whose terms forbid it', async () => {
    const { ask } = aGateway([kept({ keepSeconds: 0 })], { cache: opened.cache });
    await ask('Vaduz');
    await ask('Vaduz');
    expect(server.asked).to.have.length(2);
    expect((await opened.cache.summarize())._unsafeUnwrap().answers).to.equal(0);
  });

  it('keeps "no such place" for ten minutes', async () => {
    server.behaviour = 'empty';
    const { ask } = aGateway([kept()], { cache: opened.cache });
    for (const later of [0, 599_999, 1]) {
      now += later;
      expect(await ask('Atlantis')).to.equal('location-not-found');
    }
    expect(server.asked).to.have.length(2);
  });

  for (const behaviour of ['broken', 'garbage', 'busy', 'refused'] as const) {
    it(`keeps no answer from a provider that is ${behaviour}`, async () => {
      server.behaviour = behaviour;
      await aGateway([kept()], { cache: opened.cache }).ask('Vaduz');
      server.behaviour = 'found';
      expect(await aGateway([kept()], { cache: opened.cache }).ask('Vaduz')).to.equal('Vaduz');
    });
  }

  it('answers for an unreachable provider, before the next is called', async () => {
    const next = await AServer.start(servers, 'Next');
    const order = () => [kept(), remote(next, { name: 'nominatim:next' })];
    await aGateway(order(), { cache: opened.cache }).ask('Vaduz');
    server.behaviour = 'broken';
    expect(await aGateway(order(), { cache: opened.cache }).ask('Vaduz')).to.equal('Vaduz');
    expect(next.asked).to.deep.equal([]);
  });

  it('does not answer for another server, or for another language', async () => {
    const other = await AServer.start(servers, 'Other');
    await aGateway([kept()], { cache: opened.cache }).ask('Vaduz');
    expect(await aGateway([kept({ baseUrl: other.url })], { cache: opened.cache }).ask('Vaduz')).to.equal(
      'Other',
    );
    await aGateway([kept({ language: 'de' })], { cache: opened.cache }).ask('Vaduz');
    expect(server.asked).to.have.length(2);
  });

  it('holds no readable address', async () => {
    await aGateway([kept()], { cache: opened.cache }).ask('Geheimgasse 5');
    const database = new Database(join(folder, 'cache.sqlite'), { readonly: true });
    const rows = JSON.stringify(database.prepare('SELECT * FROM answer').all());
    database.close();
    expect(rows)
      .to.include('Vaduz')
      .and.to.not.match(/geheimgasse/i);
  });

  it('that fails is ignored, and reported once', async () => {
    const { log, lines } = aLog();
    const { ask } = aGateway([kept()], { cache: opened.cache, log });
    opened.close();
    expect([await ask('Vaduz'), await ask('Vaduz')]).to.deep.equal(['Vaduz', 'Vaduz']);
    expect(server.asked).to.have.length(2);
    expect(lines.filter((line) => line.startsWith('warn the cache of addresses fails'))).to.have.length(1);
  });
});
