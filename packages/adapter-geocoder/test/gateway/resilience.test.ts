import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { localServers } from '../../../../test/local-servers.ts';
import { until } from '../../../../test/until.ts';
import { aGateway, aLog, GAZETTEER, IN_GAZETTEER, remote } from './a-gateway.ts';
import { AServer } from './a-server.ts';

describe('The resilience of an address provider', () => {
  const servers = localServers();
  let server: AServer;
  beforeEach(async () => {
    server = await AServer.start(servers, 'Vaduz');
  });
  let clock: SinonFakeTimers | undefined;
  afterEach(() => {
    clock?.restore();
    clock = undefined;
  });
  const texts = (count: number) => Array.from({ length: count }, (_, n) => `text ${n}`);

  describe('one request', () => {
    it('is sent for concurrent callers with the same text in any spelling', async () => {
      server.delayMs = 50;
      const { ask } = aGateway([remote(server)]);
      const answers = await Promise.all(
        ['Städtle 37', 'städtle  37', 'STÄDTLE 37', ...texts(1)].map((text) => ask(text)),
      );
      expect(answers).to.deep.equal(['Vaduz', 'Vaduz', 'Vaduz', 'Vaduz']);
      expect(server.asked).to.have.length(2);
    });

    it('fails for all waiting callers, and does not block later ones', async () => {
      server.behaviour = 'refused';
      const { ask } = aGateway([remote(server)]);
      expect(await Promise.all([ask('a'), ask('a')])).to.deep.equal(['lookup-refused', 'lookup-refused']);
      expect(server.asked).to.have.length(1);
      const answering = aGateway([remote(server)]);
      server.behaviour = 'found';
      expect([await answering.ask('a'), await answering.ask('a')]).to.deep.equal(['Vaduz', 'Vaduz']);
    });
  });

  describe('that fails', () => {
    it('retries the request once', async () => {
      server.behaviour = 'broken';
      const { ask } = aGateway([remote(server)]);
      const asked = ask('a');
      await until(() => server.asked.length === 1, 'a first request');
      server.behaviour = 'found';
      expect(await asked).to.equal('Vaduz');
      expect(server.asked).to.have.length(2);
    });

    it('does not retry twice, nor after an answer', async () => {
      const { ask } = aGateway([remote(server)]);
      server.behaviour = 'broken';
      expect(await ask('a')).to.equal('lookup-unavailable');
      server.behaviour = 'empty';
      expect(await ask('b')).to.equal('location-not-found');
      server.behaviour = 'refused';
      expect(await ask('c')).to.equal('lookup-refused');
      expect(server.texts).to.deep.equal(['a', 'a', 'b', 'c']);
    });

    it('skips it after five failures, tries one request later, and uses it again', async () => {
      clock = useFakeTimers({ toFake: ['Date'] });
      const { ask } = aGateway([remote(server), GAZETTEER], { cooldownMs: 400 });
      server.behaviour = 'broken';
      for (const text of texts(6)) await ask(text);
      expect(server.asked).to.have.length(5);
      expect(await ask(IN_GAZETTEER)).to.equal(IN_GAZETTEER);
      expect(server.asked).to.have.length(5);

      // The time is drawn by lot between 200 and 400 ms, then between 400 and 800.
      clock.tick(400);
      await Promise.all(texts(10).map((text) => ask(text)));
      expect(server.asked, 'one of ten tries it out').to.have.length(6);

      server.behaviour = 'found';
      clock.tick(800);
      expect(await ask('b')).to.equal('Vaduz');
      expect(await Promise.all(texts(10).map((text) => ask(text)))).to.deep.equal(Array(10).fill('Vaduz'));
    });

    it('neither retries nor skips it where the address may be the cause', async () => {
      const { ask } = aGateway([remote(server)]);
      server.behaviour = 'odd';
      for (const text of texts(7)) expect(await ask(text)).to.equal('lookup-unavailable');
      expect(server.asked).to.have.length(7);
      server.behaviour = 'found';
      expect(await ask('a')).to.equal('Vaduz');
    });

    it('reports why it is skipped', async () => {
      server.behaviour = 'broken';
      const { ask, lookup } = aGateway([remote(server)]);
      for (const text of texts(3)) await ask(text);
      expect((await lookup('a'))._unsafeUnwrapErr()).to.deep.equal({
        type: 'lookup-unavailable',
        reason: 'nominatim: paused after a failure: status 503',
      });
    });
  });

  describe('that is out of quota', () => {
    it('skips it for the stated time, and reports that time to callers', async () => {
      server.behaviour = 'busy';
      server.headers = { 'Retry-After': '1' };
      clock = useFakeTimers({ toFake: ['performance'] });
      const { ask, lookup } = aGateway([remote(server)]);
      await ask('a');
      clock.tick(300);
      expect((await lookup('b'))._unsafeUnwrapErr()).to.deep.equal({ type: 'quota-exceeded', retryAfter: 1 });
      expect(server.asked).to.have.length(1);
      server.behaviour = 'found';
      clock.tick(750);
      expect(await ask('b')).to.equal('Vaduz');
    });

    it('skips it for a while where it states no time', async () => {
      server.behaviour = 'busy';
      const { ask, lookup } = aGateway([remote(server)]);
      await ask('a');
      expect((await lookup('b'))._unsafeUnwrapErr()).to.deep.equal({ type: 'quota-exceeded' });
      expect(server.asked).to.have.length(1);
    });
  });

  it('does not retry a refused request', async () => {
    server.behaviour = 'refused';
    const { ask } = aGateway([remote(server)]);
    for (const text of texts(5)) expect(await ask(text)).to.equal('lookup-refused');
    expect(server.asked).to.have.length(1);
  });

  describe('with a limit', () => {
    it('spaces the requests of all callers evenly', async () => {
      const { ask } = aGateway([remote(server, { requestsPerSecond: 20 })]);
      const started = performance.now();
      await Promise.all(texts(8).map((text) => ask(text)));
      expect(server.asked).to.have.length(8);
      // A request may come late, on a busy machine, and the next close after it; none comes before its slot.
      for (const [n, { at }] of server.asked.entries()) expect(at - started).to.be.at.least(n * 50 - 5);
    });

    it('counts retries too', async () => {
      server.behaviour = 'broken';
      const { ask } = aGateway([remote(server, { requestsPerSecond: 4 })]);
      const started = performance.now();
      await ask('a');
      expect((server.asked[1]?.at ?? 0) - started).to.be.at.least(245);
    });

    it('refuses immediately callers who would wait too long, and uses no slot for them', async () => {
      // No request takes a slot in the last half second.
      const { ask, lookup } = aGateway([remote(server, { requestsPerSecond: 1 })], { deadlineMs: 2400 });
      const waiting = Promise.all(texts(2).map((text) => ask(text)));
      const refused = await Promise.all(['x', 'y', 'z'].map((text) => lookup(text)));
      expect(server.asked.length, 'before the second has its slot').to.be.below(2);
      for (const result of refused) {
        expect(result._unsafeUnwrapErr()).to.deep.equal({ type: 'quota-exceeded', retryAfter: 2 });
      }
      expect(await waiting).to.deep.equal(['Vaduz', 'Vaduz']);
      expect(server.texts).to.deep.equal(texts(2));
    });
  });

  describe('in the log', () => {
    it('reports once that a provider fails, and once that it answers again', async () => {
      const { log, lines } = aLog();
      const { ask } = aGateway([remote(server)], { log });
      for (const behaviour of ['found', 'broken', 'garbage', 'found', 'empty'] as const) {
        server.behaviour = behaviour;
        await ask(behaviour);
      }
      expect(lines.filter((line) => !line.startsWith('debug'))).to.deep.equal([
        'warn address provider fails {"provider":"nominatim","type":"lookup-unavailable","reason":"status 503"}',
        'info address provider answers again {"provider":"nominatim"}',
      ]);
    });

    it('contains an address only at debug', async () => {
      const { log, lines } = aLog();
      const { ask } = aGateway([remote(server)], { log });
      for (const behaviour of ['found', 'broken', 'empty', 'refused'] as const) {
        server.behaviour = behaviour;
        await ask(`Geheimgasse ${behaviour}`);
      }
      const [debug, others] = [true, false].map((is) =>
        lines.filter((line) => line.startsWith('debug') === is),
      );
      expect(debug).to.have.length(5);
      expect(debug?.[0]).to.include('"address":"Geheimgasse found"').and.to.include('"outcome":"found"');
      expect(others).to.not.be.empty;
      expect(others?.join()).to.not.include('Geheimgasse');
    });
  });
});
