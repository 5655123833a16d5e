import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { resultOf } from './ask-provider.ts';
import { GOOGLE, googleFailure } from './fixtures/google.ts';
import { foundBy } from './fixtures/provider-fixture.ts';

describe('Google', () => {
  const servers = localServers();

  const locate = async (
    components: readonly (readonly [type: string, name: string])[],
    givenTypes: readonly string[] = ['locality', 'political'],
  ) => {
    const address_components = components.map(([type, name]) => ({
      long_name: name,
      short_name: 'XX',
      types: ['political', type],
    }));
    const result = { types: givenTypes, address_components, geometry: { location: { lat: 47.1, lng: 9.5 } } };
    return resultOf(servers, GOOGLE, { status: 200, body: GOOGLE.answer([result]) });
  };
  const foundIn = async (...given: Parameters<typeof locate>) => (await locate(...given))._unsafeUnwrap();

  const types = [
    'locality',
    'postal_town',
    'administrative_area_level_3',
    'sublocality_level_1',
    'administrative_area_level_2',
  ];
  for (const [rank, type] of types.entries()) {
    it(`reads the city from ${type} before ${types.slice(rank + 1).join(', ') || 'none'}`, async () => {
      const components = types.slice(rank).map((key) => [key, `the ${key}`] as const);
      expect(await foundIn(components.toReversed())).to.have.property('city', `the ${type}`);
    });
  }

  it('prefers a region that is a large town to its quarters, and the municipality in Brazil', async () => {
    const inCountry = async (country: string, names: readonly (readonly [string, string])[]) => {
      const address_components = [['country', country] as const, ...names].map(([type, name]) => ({
        long_name: name,
        short_name: name,
        types: ['political', type],
      }));
      const geometry = { location: { lat: 37.5, lng: 127 } };
      const body = GOOGLE.answer([{ types: ['street_address'], address_components, geometry }]);
      return (await resultOf(servers, GOOGLE, { status: 200, body }))._unsafeUnwrap().city;
    };
    const seoul = [
      ['sublocality_level_4', 'Sejong-daero'],
      ['sublocality_level_1', 'Jung-gu'],
    ] as const;
    expect(await inCountry('KR', [...seoul, ['administrative_area_level_1', 'Seoul']])).to.equal('Seoul');
    expect(await inCountry('KR', seoul)).to.equal('Jung-gu');
    expect(await inCountry('KR', [seoul[0]])).to.equal('');
    const brazil = [
      ['sublocality_level_1', 'Centro'],
      ['administrative_area_level_2', 'Campinas'],
    ] as const;
    expect(await inCountry('BR', brazil)).to.equal('Campinas');
  });

  it('uses the long name of the state and the short name of the country', async () => {
    const components = [
      ['administrative_area_level_1', 'New York'] as const,
      ['country', 'Nowhere'] as const,
    ];
    expect(await foundIn(components)).to.include({ city: '', state: 'New York', country: 'XX' });
  });

  it('accepts a location outside cities and countries', async () => {
    expect(await foundIn([], ['point_of_interest'])).to.include({
      city: '',
      country: '',
      precision: 'address',
    });
  });

  const kinds: [types: string[], precision: string][] = [
    [['street_address'], 'address'],
    [['route'], 'street'],
    [['postal_code'], 'postcode'],
    [['political', 'sublocality', 'sublocality_level_1'], 'district'],
    [['locality', 'political'], 'town'],
    [['something_new'], 'town'],
  ];
  for (const [given, precision] of kinds) {
    it(`gives ${given.join(', ')} the precision ${precision}`, async () => {
      expect(await foundIn([['locality', 'Vaduz']], given)).to.include({ city: 'Vaduz', precision });
    });
  }

  for (const type of ['country', 'administrative_area_level_1', 'administrative_area_level_2']) {
    it(`finds nothing in a ${type}, which is larger than a town`, async () => {
      const error = (await locate([[type, 'Peru']], [type, 'political']))._unsafeUnwrapErr();
      expect(error).to.deep.equal({ type: 'location-not-found' });
    });
  }

  const outcomes: Record<string, string> = {
    ZERO_RESULTS: 'location-not-found',
    OVER_QUERY_LIMIT: 'quota-exceeded',
    OVER_DAILY_LIMIT: 'quota-exceeded',
    REQUEST_DENIED: 'lookup-refused',
    INVALID_REQUEST: 'lookup-unavailable',
    UNKNOWN_ERROR: 'lookup-unavailable',
    SOMETHING_NEW: 'lookup-unavailable',
  };
  for (const [status, type] of Object.entries(outcomes)) {
    it(`is ${type} for ${status}, with HTTP 200 as with others`, async () => {
      const body = googleFailure(status, 'This IP, site or app is not authorized: 192.0.2.1');
      for (const code of [200, 400, 500]) {
        const error = (await resultOf(servers, GOOGLE, { status: code, body }))._unsafeUnwrapErr();
        expect(error).to.have.property('type', type);
        if ('reason' in error && status !== 'SOMETHING_NEW') expect(error.reason).to.equal(status);
        expect(JSON.stringify(error)).to.not.include('192.0.2.1');
        expect(JSON.stringify(error)).to.not.include('SOMETHING_NEW');
      }
    });
  }

  it('uses the HTTP status where the body has none', async () => {
    for (const [status, type] of [
      [403, 'lookup-refused'],
      [429, 'quota-exceeded'],
      [400, 'lookup-unavailable'],
    ] as const) {
      const error = (await resultOf(servers, GOOGLE, { status, body: '<html></html>' }))._unsafeUnwrapErr();
      expect(error).to.have.property('type', type);
    }
  });

  it('finds nothing in a location that comes with a server error', async () => {
    const reply = { ...foundBy(GOOGLE), status: 500 };
    expect((await resultOf(servers, GOOGLE, reply))._unsafeUnwrapErr().type).to.equal('lookup-unavailable');
  });
});
