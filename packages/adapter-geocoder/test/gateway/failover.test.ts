import type { LocalGeocoder } from '@ops-admin/adapter-geocoder';
import { type FoundLocation, okAsync } from '@ops-admin/core';
import { InMemoryRegionNames } from '@ops-admin/testing';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { aGateway, GAZETTEER, IN_GAZETTEER, remote } from './a-gateway.ts';
import { AServer, type Behaviour } from './a-server.ts';

describe('The order of address providers', () => {
  const servers = localServers();
  let first: AServer;
  let second: AServer;
  beforeEach(async () => {
    first = await AServer.start(servers, 'First');
    second = await AServer.start(servers, 'Second');
  });
  const both = () => [
    remote(first, { name: 'nominatim:first', timeoutMs: first.behaviour === 'silent' ? 150 : 5_000 }),
    remote(second, { name: 'nominatim:second', timeoutMs: 5_000 }),
  ];

  it('calls only the first while it answers', async () => {
    expect(await aGateway(both()).ask('Vaduz')).to.equal('First');
    expect(second.asked).to.deep.equal([]);
  });

  for (const behaviour of ['busy', 'refused', 'broken', 'garbage', 'silent'] satisfies Behaviour[]) {
    it(`calls the second where the first is ${behaviour}`, async () => {
      first.behaviour = behaviour;
      expect(await aGateway(both()).ask('Vaduz')).to.equal('Second');
    });
  }

  for (const behaviour of ['nowhere', 'overlong'] satisfies Behaviour[]) {
    it(`calls the second where the answer of the first is ${behaviour}, and the first again each time`, async () => {
      first.behaviour = behaviour;
      const gateway = aGateway(both());
      const texts = Array.from({ length: 8 }, (_, at) => `Suva ${at}`);
      for (const text of texts) expect(await gateway.ask(text)).to.equal('Second');
      expect(first.texts).to.deep.equal(texts);
    });
  }

  it('calls the second where the first refuses connections', async () => {
    const [nobody, other] = both();
    const gateway = aGateway([
      { ...nobody, baseUrl: new URL('http://127.0.0.1:1') } as never,
      other as never,
    ]);
    expect(await gateway.ask('Vaduz')).to.equal('Second');
  });

  it('names airport as the source of an airport by name, as by code, and otherwise the provider', async () => {
    const malbun = { city: 'Malbun', state: '', country: 'LI', lat: 47, long: 9 };
    const knowing = (found: FoundLocation): LocalGeocoder => ({
      kind: 'gazetteer',
      lookup: { lookup: () => okAsync(found) },
    });
    const sourceOf = async (found: FoundLocation) =>
      (await aGateway([knowing(found)]).lookup('Malbun'))._unsafeUnwrap().source;
    expect(await sourceOf({ ...malbun, source: 'airport', precision: 'airport' })).to.equal('airport');
    expect(await sourceOf({ ...malbun, source: 'any', precision: 'town' })).to.equal('gazetteer');
  });

  it('accepts "no such place" as an answer', async () => {
    first.behaviour = 'empty';
    expect(await aGateway(both()).ask('Vaduz')).to.equal('location-not-found');
    expect(second.asked).to.deep.equal([]);
  });

  it('calls the next after "no such place" on request', async () => {
    first.behaviour = 'empty';
    expect(await aGateway(both(), { nextOnEmpty: true }).ask('Vaduz')).to.equal('Second');
  });

  it('continues after "no such place" where the gazetteer comes last, unless disabled', async () => {
    first.behaviour = 'empty';
    second.behaviour = 'empty';
    const order = [...both(), GAZETTEER];
    expect(await aGateway(order).ask(IN_GAZETTEER)).to.equal(IN_GAZETTEER);
    expect([first, second].map(({ texts }) => texts)).to.deep.equal([[IN_GAZETTEER], [IN_GAZETTEER]]);
    expect(await aGateway(order, { nextOnEmpty: false }).ask(IN_GAZETTEER)).to.equal('location-not-found');
    expect(await aGateway([GAZETTEER, ...both()]).ask('Vaduz')).to.equal('location-not-found');
    expect(second.texts).to.have.length(1);
  });

  it('uses the same name of a region from every provider', async () => {
    const place = { lat: '52', lon: '13', address: { city: 'Berlin', 'ISO3166-2-lvl4': 'DE-BE' } };
    const baseUrl = await servers.http((_, response) => response.end(JSON.stringify([place])));
    const regions = new InMemoryRegionNames({ 'DE-BE': 'Berlin' });
    const { lookup } = aGateway([{ ...remote(first), baseUrl }], { regions });
    expect((await lookup('Berlin'))._unsafeUnwrap().state).to.equal('Berlin');
  });

  it('uses the same name of a large town from every provider, unless another language is set', async () => {
    const place = { lat: '50.9', lon: '6.9', address: { city: 'Köln', country_code: 'de' } };
    const baseUrl = await servers.http((_, response) => response.end(JSON.stringify([place])));
    const regions = new InMemoryRegionNames({}, { 'DE Köln': { city: 'Cologne', lat: 50.9, long: 6.9 } });
    const cityIn = async (language?: string) => {
      const { lookup } = aGateway([{ ...remote(first), baseUrl, ...(language && { language }) }], {
        regions,
      });
      return (await lookup('Domkloster 4'))._unsafeUnwrap().city;
    };
    expect(await cityIn()).to.equal('Cologne');
    expect(await cityIn('de')).to.equal('Köln');
  });

  it('answers from the gazetteer when every server fails, and reports addresses it does not know', async () => {
    first.behaviour = 'broken';
    second.behaviour = 'busy';
    const gateway = aGateway([...both(), GAZETTEER]);
    expect(await gateway.ask(IN_GAZETTEER)).to.equal(IN_GAZETTEER);
    expect(await gateway.ask('Atlantis')).to.equal('location-not-found');
  });

  it('leaves time for providers after a slow one, and answers within the deadline', async () => {
    first.behaviour = 'silent';
    const slow = both().map((geocoder) => ({ ...geocoder, timeoutMs: 60_000 }));
    const started = performance.now();
    expect(await aGateway(slow, { deadlineMs: 4000 }).ask('Vaduz')).to.equal('Second');
    expect(performance.now() - started).to.be.within(1950, 4000);
  });

  it('gives up at the deadline, but still reads the gazetteer', async () => {
    first.behaviour = 'silent';
    second.behaviour = 'silent';
    const slow = both().map((geocoder) => ({ ...geocoder, timeoutMs: 60_000 }));
    const started = performance.now();
    expect(await aGateway([...slow, GAZETTEER], { deadlineMs: 400 }).ask(IN_GAZETTEER)).to.equal(
      IN_GAZETTEER,
    );
    expect(performance.now() - started).to.be.at.least(350);
  });

  describe('where none finds the location', () => {
    const failures: [first: Behaviour, second: Behaviour, type: string][] = [
      ['busy', 'busy', 'quota-exceeded'],
      ['refused', 'refused', 'lookup-refused'],
      ['broken', 'broken', 'lookup-unavailable'],
      ['busy', 'broken', 'lookup-unavailable'],
      ['refused', 'busy', 'lookup-unavailable'],
      ['broken', 'empty', 'location-not-found'],
      ['refused', 'empty', 'location-not-found'],
    ];
    for (const [one, other, type] of failures) {
      it(`reports ${type} for ${one} and ${other}`, async () => {
        first.behaviour = one;
        second.behaviour = other;
        expect(await aGateway(both()).ask('Vaduz')).to.equal(type);
      });
    }

    it('keeps "no such place" from the first where the next fails', async () => {
      first.behaviour = 'empty';
      second.behaviour = 'broken';
      expect(await aGateway(both(), { nextOnEmpty: true }).ask('Vaduz')).to.equal('location-not-found');
    });

    it('reports when the first provider answers again', async () => {
      first.behaviour = second.behaviour = 'busy';
      first.headers = { 'Retry-After': '90' };
      second.headers = { 'Retry-After': '30' };
      const error = (await aGateway(both()).lookup('Vaduz'))._unsafeUnwrapErr();
      expect(error).to.deep.equal({ type: 'quota-exceeded', retryAfter: 30 });
    });

    it('names each provider with its reason', async () => {
      first.behaviour = 'garbage';
      second.behaviour = 'refused';
      const error = (await aGateway(both()).lookup('Vaduz'))._unsafeUnwrapErr();
      expect(error).to.deep.equal({
        type: 'lookup-unavailable',
        reason: 'nominatim:first: the answer is not a list of places; nominatim:second: status 403',
      });
    });
  });
});
