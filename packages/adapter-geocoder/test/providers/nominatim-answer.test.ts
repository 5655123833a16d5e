import type { ProviderOptions } from '@ops-admin/adapter-geocoder';
import { errAsync } from '@ops-admin/core';
import { InMemoryRegionNames } from '@ops-admin/testing';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { aLookup, LOCATION, PLACE } from './nominatim-lookup.ts';

describe('The answer of Nominatim', () => {
  const servers = localServers();

  const answered = async (
    status: number,
    body: unknown,
    headers: Record<string, string> = {},
    options: Partial<ProviderOptions> = {},
  ) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const baseUrl = await servers.http((_, response) => response.writeHead(status, headers).end(text));
    return aLookup(baseUrl, options);
  };
  const foundIn = async (place: object) => (await answered(200, [place]))._unsafeUnwrap();
  const foundWith = async (options: Partial<ProviderOptions>, place: object) =>
    (await answered(200, [place], {}, options))._unsafeUnwrap();
  const withAddress = (address: unknown) => ({ ...PLACE, address });

  describe('with a result', () => {
    it('is a location', async () => {
      expect(await foundIn(PLACE)).to.deep.equal(LOCATION);
    });

    it('is its first result, before any others', async () => {
      expect((await answered(200, [PLACE, 'nonsense']))._unsafeUnwrap()).to.deep.equal(LOCATION);
    });

    const cities = [
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
    const states = ['state', 'region', 'state_district', 'county'];
    for (const [member, keys] of Object.entries({ city: cities, state: states })) {
      for (const [rank, key] of keys.entries()) {
        it(`reads its ${member} from ${key} before ${keys.slice(rank + 1).join(', ') || 'none'}`, async () => {
          const address = Object.fromEntries(keys.slice(rank).map((name) => [name, `the ${name}`]));
          if (member === 'state') address.city = 'a city';
          expect(await foundIn(withAddress(address))).to.have.property(member, `the ${key}`);
        });
      }
    }

    it('ignores empty names', async () => {
      const address = {
        city: '',
        town: ' \n',
        village: null,
        hamlet: 'Malbun',
        state: '\u0000',
        region: 'Oberland',
      };
      expect(await foundIn(withAddress(address))).to.include({ city: 'Malbun', state: 'Oberland' });
    });

    it('writes names on one line, without control characters', async () => {
      const address = { city: ' San\u0000\tJosé\u0085\u2028de\n\nlas Lajas ', state: 'a\u001b[31mb' };
      expect(await foundIn(withAddress(address))).to.include({
        city: 'San José de las Lajas',
        state: 'a [31mb',
      });
    });

    for (const address of [undefined, null, {}, { country: 'Nowhere' }]) {
      it(`finds nothing larger than a town in the address ${JSON.stringify(address)}`, async () => {
        const error = (await answered(200, [withAddress(address)]))._unsafeUnwrapErr();
        expect(error).to.deep.equal({ type: 'location-not-found' });
      });
    }

    const kinds: [place: object, precision: string][] = [
      [{ addresstype: 'house', address: { house_number: '37', road: 'Städtle', town: 'Vaduz' } }, 'address'],
      [{ addresstype: 'road', address: { road: 'Städtle', town: 'Vaduz' } }, 'street'],
      [{ addresstype: 'shop', address: { road: 'Städtle', town: 'Vaduz' } }, 'address'],
      [{ addresstype: 'postcode', address: { postcode: '9490', town: 'Vaduz' } }, 'postcode'],
      [{ addresstype: 'suburb', address: { suburb: 'Ebenholz', town: 'Vaduz' } }, 'district'],
      [{ addresstype: 'town', address: { town: 'Vaduz' } }, 'town'],
    ];
    for (const [place, precision] of kinds) {
      it(`calls ${JSON.stringify(place).slice(16, 60)} ${precision}`, async () => {
        expect(await foundIn({ ...PLACE, ...place })).to.include({ city: 'Vaduz', precision });
      });
    }

    for (const addresstype of ['country', 'state', 'county']) {
      it(`finds nothing in a ${addresstype}, which is larger than a town`, async () => {
        const place = { ...PLACE, addresstype, address: { county: 'Oberland', country_code: 'li' } };
        const error = (await answered(200, [place]))._unsafeUnwrapErr();
        expect(error).to.deep.equal({ type: 'location-not-found' });
      });
    }

    it('accepts the poles and both sides of the date line', async () => {
      expect(await foundIn({ ...PLACE, lat: '90', lon: '-180.0' })).to.include({ lat: 90, long: -180 });
      expect(await foundIn({ ...PLACE, lat: '-90.000', lon: '180' })).to.include({ lat: -90, long: 180 });
    });

    const NO_DEGREES = [
      '',
      ' ',
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      '12abc',
      '12,5',
      ' 12',
      '12\n',
      '1.2.3',
      '--1',
      '١٢',
    ];
    const wrongLatitudes = [...NO_DEGREES, '90.0001', '-91', '9'.repeat(400), [], ['12'], null, 12, true, {}];
    for (const lat of wrongLatitudes) {
      it(`is unavailable with the latitude ${JSON.stringify(lat)?.slice(0, 20)}`, async () => {
        const error = (await answered(200, [{ ...PLACE, lat }]))._unsafeUnwrapErr();
        expect(error).to.have.property('type', 'lookup-unavailable');
        expect(error).to.have.property('reason').that.includes('lat');
      });
    }

    for (const place of [
      { ...PLACE, lat: undefined },
      { ...PLACE, lon: undefined },
      { ...PLACE, lon: '180.1' },
      { ...PLACE, lon: '1e1' },
      withAddress('Darwin'),
      withAddress({ city: 42 }),
      withAddress({ city: ['Darwin'] }),
      withAddress({ country_code: 'AUS' }),
      withAddress({ country_code: 'a1' }),
      null,
      42,
      'Darwin',
      [],
      [PLACE],
    ]) {
      it(`is unavailable for ${JSON.stringify(place)}`, async () => {
        expect((await answered(200, [place]))._unsafeUnwrapErr().type).to.equal('lookup-unavailable');
      });
    }
  });

  describe('with the codes of regions', () => {
    const regions = new InMemoryRegionNames({ 'DE-BE': 'Berlin', 'IT-25': 'Lombardy', 'IT-MI': 'Milan' });
    const berlin = withAddress({ city: 'Berlin', country_code: 'de', 'ISO3166-2-lvl4': 'DE-BE' });
    const milan = withAddress({
      city: 'Milan',
      state: 'Lombardia',
      'ISO3166-2-lvl10': 'IT-X',
      'ISO3166-2-lvl6': 'IT-MI',
      'ISO3166-2-lvl4': 'IT-25',
      country_code: 'it',
    });

    it('reads the state from a code where nothing else names it', async () => {
      expect(await foundWith({ regions }, berlin)).to.include({ city: 'Berlin', state: 'Berlin' });
    });

    it('prefers the code of the largest known region to the name', async () => {
      expect(await foundWith({ regions }, milan)).to.have.property('state', 'Lombardy');
      const others = withAddress({ ...(milan.address as object), 'ISO3166-2-lvl4': 'IT-99' });
      expect(await foundWith({ regions }, others)).to.have.property('state', 'Milan');
    });

    it('keeps the name where the answer is in another language, and uses the code where it is missing', async () => {
      expect(await foundWith({ regions, language: 'it' }, milan)).to.have.property('state', 'Lombardia');
      expect(await foundWith({ regions, language: 'it,en' }, berlin)).to.have.property('state', 'Berlin');
      expect(await foundWith({ regions, language: 'en-GB,en' }, milan)).to.have.property('state', 'Lombardy');
    });

    it('keeps the name where no code is known, or the names cannot be read', async () => {
      const gone = () => errAsync({ type: 'store-unavailable', cause: 'gone' } as const);
      const broken = { nameOf: gone, townOf: gone };
      for (const names of [new InMemoryRegionNames({}), broken, undefined]) {
        expect(await foundWith({ regions: names }, milan)).to.have.property('state', 'Lombardia');
        expect(await foundWith({ regions: names }, berlin)).to.have.property('state', '');
      }
    });

    it('ignores malformed codes', async () => {
      const odd = withAddress({
        city: 'Berlin',
        'ISO3166-2-lvl4': 4,
        'ISO3166-2-lvl6': null,
        'ISO3166-2-lvl': 'DE-BE',
      });
      expect(await foundWith({ regions }, odd)).to.include({ city: 'Berlin', state: '' });
    });
  });

  describe('in a city-state', () => {
    const cities: [address: Record<string, string>, city: string][] = [
      [{ country: 'Singapore', country_code: 'sg' }, 'Singapore'],
      [{ suburb: 'Bukit Merah', county: 'Central', country_code: 'sg' }, 'Singapore'],
      [{ suburb: 'Monaco-Ville', city: 'Monaco', country_code: 'mc' }, 'Monaco'],
      [{ town: 'Sha Tin', country_code: 'hk' }, 'Sha Tin'],
      [{ country_code: 'va' }, 'Vatican City'],
    ];
    for (const [address, city] of cities) {
      it(`is in ${JSON.stringify(city)} with ${JSON.stringify(address)}`, async () => {
        expect(await foundIn(withAddress(address))).to.have.property('city', city);
      });
    }
  });

  describe('without a result', () => {
    const nothing = { error: { code: 400, message: 'Nothing to search for.' } };
    const rows: [status: number, body: unknown, type: string][] = [
      [200, [], 'location-not-found'],
      [400, nothing, 'location-not-found'],
      [400, '<h1>Bad Request</h1>', 'lookup-unavailable'],
      [400, { error: 'bad' }, 'lookup-unavailable'],
      [401, {}, 'lookup-refused'],
      [403, '<h1>Access blocked</h1>', 'lookup-refused'],
      [404, nothing, 'lookup-unavailable'],
      [429, 'slow down', 'quota-exceeded'],
      [500, { title: '500 Internal Server Error' }, 'lookup-unavailable'],
      [503, 'Query took too long to process.', 'lookup-unavailable'],
      [500, [PLACE], 'lookup-unavailable'],
      [201, [PLACE], 'lookup-unavailable'],
      [204, '', 'lookup-unavailable'],
      [304, '', 'lookup-unavailable'],
      [599, '', 'lookup-unavailable'],
      [200, { error: { code: 500, message: 'no' } }, 'lookup-unavailable'],
      [200, { error: 'Unable to geocode' }, 'lookup-unavailable'],
      [200, PLACE, 'lookup-unavailable'],
      [200, {}, 'lookup-unavailable'],
      [200, 'null', 'lookup-unavailable'],
      [200, '""', 'lookup-unavailable'],
      [200, '', 'lookup-unavailable'],
      [200, '<html></html>', 'lookup-unavailable'],
      [200, '[', 'lookup-unavailable'],
      [200, '[]]', 'lookup-unavailable'],
      [200, '['.repeat(500_000), 'lookup-unavailable'],
    ];
    for (const [status, body, type] of rows) {
      it(`is ${type} for ${status} ${JSON.stringify(body).slice(0, 60)}`, async () => {
        expect((await answered(status, body))._unsafeUnwrapErr().type).to.equal(type);
      });
    }
  });

  describe('that means too many requests', () => {
    const clock = new Date('2026-11-20T11:59:58.400Z');
    const rows: [retryAfter: string, seconds: number | undefined][] = [
      ['0', 0],
      ['120', 120],
      ['Fri, 20 Nov 2026 12:00:00 GMT', 2],
      ['Fri, 20 Nov 2026 13:00:00 GMT', 3602],
      ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
      ['', undefined],
      ['-5', undefined],
      ['1.5', undefined],
      ['1e3', undefined],
      ['0x10', undefined],
      ['soon', undefined],
      ['banana 1', undefined],
      ['60, 120', undefined],
      ['9'.repeat(30), undefined],
      ['Fri, 20 Nov 2026 12:00:00', undefined],
      ['Fri, 99 Nov 2026 12:00:00 GMT', undefined],
      ['Fri, 20 Abc 2026 12:00:00 GMT', undefined],
    ];
    for (const [retryAfter, seconds] of rows) {
      it(`reads ${seconds} seconds in Retry-After: ${retryAfter}`, async () => {
        const error = (
          await answered(429, '', { 'retry-after': retryAfter }, { clock: () => clock })
        )._unsafeUnwrapErr();
        expect(error).to.deep.equal({
          type: 'quota-exceeded',
          ...(seconds !== undefined && { retryAfter: seconds }),
        });
      });
    }

    it('has no time without the header', async () => {
      expect((await answered(429, ''))._unsafeUnwrapErr()).to.deep.equal({ type: 'quota-exceeded' });
    });
  });
});
