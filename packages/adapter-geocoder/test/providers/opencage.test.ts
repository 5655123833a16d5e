import { InMemoryRegionNames } from '@ops-admin/testing';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { askProvider, replying, resultOf } from './ask-provider.ts';
import { OPENCAGE, opencageAnswer } from './fixtures/opencage.ts';
import { NOW, RESET_AT, type Reply } from './fixtures/provider-fixture.ts';

describe('OpenCage', () => {
  const servers = localServers();
  const errorFor = async (reply: Reply) => (await resultOf(servers, OPENCAGE, reply))._unsafeUnwrapErr();

  const names = [
    ...[
      'city',
      'town',
      'village',
      'hamlet',
      'municipality',
      'township',
      'borough',
      'city_district',
      'suburb',
    ],
    ...['locality', 'quarter', 'neighbourhood', 'county'],
  ];
  for (const [rank, name] of names.entries()) {
    it(`reads the city from ${name} before ${names.slice(rank + 1).join(', ') || 'none'}`, async () => {
      const components = Object.fromEntries(names.slice(rank).map((key) => [key, `the ${key}`]));
      const result = { components, geometry: { lat: 47.1, lng: 9.5 } };
      const reply = { status: 200, body: OPENCAGE.answer([result]) };
      const { precision, ...found } = (await resultOf(servers, OPENCAGE, reply))._unsafeUnwrap();
      expect(found).to.deep.equal({
        city: `the ${name}`,
        state: '',
        country: '',
        lat: 47.1,
        long: 9.5,
        source: 'opencage',
      });
      expect(precision).to.be.oneOf(['district', 'town']);
    });
  }

  it('reads the state from the code of the region', async () => {
    const regions = new InMemoryRegionNames({ 'DE-BE': 'Berlin' });
    const stateWith = async (components: object) => {
      const body = OPENCAGE.answer([{ components, geometry: { lat: 47.1, lng: 9.5 } }]);
      const baseUrl = await replying(servers, { status: 200, body });
      return (await askProvider(OPENCAGE, baseUrl, { regions }))._unsafeUnwrap().state;
    };
    expect(await stateWith({ city: 'Berlin', 'ISO_3166-2': ['DE-BE'] })).to.equal('Berlin');
    for (const odd of ['DE-BE', null, [4], undefined])
      expect(await stateWith({ city: 'Berlin', state: 'B', 'ISO_3166-2': odd })).to.equal('B');
  });

  it('finds nothing in a country or a state, which are larger than a town', async () => {
    for (const _type of ['country', 'state', 'county']) {
      const result = { components: { _type, county: 'Oberland' }, geometry: { lat: 47.1, lng: 9.5 } };
      const error = await errorFor({ status: 200, body: OPENCAGE.answer([result]) });
      expect(error).to.deep.equal({ type: 'location-not-found' });
    }
  });

  describe('out of the quota of a day', () => {
    const exceeded = (reset: unknown, headers: Record<string, string> = {}): Reply => ({
      status: 402,
      headers,
      body: opencageAnswer({ code: 402, message: 'quota exceeded' }, [], {
        limit: 2500,
        remaining: 0,
        reset,
      }),
    });
    const now = Math.floor(NOW.getTime() / 1000);

    it('reads the time of the reset from a header where the body has none', async () => {
      const reply = { status: 402, headers: { 'x-ratelimit-reset': String(RESET_AT) }, body: '' };
      expect(await errorFor(reply)).to.deep.equal({ type: 'quota-exceeded', retryAfter: 120 });
    });

    it('prefers Retry-After', async () => {
      const error = await errorFor(exceeded(RESET_AT, { 'retry-after': '7' }));
      expect(error).to.deep.equal({ type: 'quota-exceeded', retryAfter: 7 });
    });

    for (const reset of [
      null,
      'soon',
      '',
      -5,
      1.5,
      60,
      now - 10,
      now + 40 * 86_400,
      RESET_AT * 1000,
      [],
      {},
    ]) {
      it(`has no time for a reset at ${JSON.stringify(reset)}`, async () => {
        expect(await errorFor(exceeded(reset))).to.deep.equal({ type: 'quota-exceeded' });
      });
    }
  });

  it('does not wait for the next day after too many requests in a second', async () => {
    const rate = { limit: 2500, remaining: 1200, reset: RESET_AT };
    const body = opencageAnswer({ code: 429, message: 'too many requests' }, [], rate);
    expect(await errorFor({ status: 429, body })).to.deep.equal({ type: 'quota-exceeded' });
  });

  const complaints: Record<string, string> = {
    'invalid coordinates': 'location-not-found',
    'query too short': 'location-not-found',
    'not a valid version': 'lookup-refused',
    'invalid language': 'lookup-refused',
  };
  for (const [message, type] of Object.entries(complaints)) {
    it(`is ${type} when the error is "${message}"`, async () => {
      const error = await errorFor({ status: 400, body: opencageAnswer({ code: 400, message }) });
      expect(error).to.have.property('type', type);
    });
  }

  for (const status of [400, 408, 410]) {
    it(`is unavailable for a ${status} without a message`, async () => {
      const error = await errorFor({ status, body: '<html></html>' });
      expect(error).to.deep.include({ type: 'lookup-unavailable', reason: `status ${status}` });
      expect('mayBeAddress' in error).to.equal(status === 400);
    });
  }
});
