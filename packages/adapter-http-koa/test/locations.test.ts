import { errAsync, FixedWindowRateLimiter, type GeoLookupError } from '@ops-admin/core';
import { InMemoryGeoLookup } from '@ops-admin/testing';
import { expect } from 'chai';
import { type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

const place = (city: string) => ({ city, state: 'S', country: 'LI', lat: 47.1, long: 9.5 });

describe('GET /geo-locations/address/{address}', () => {
  let service: OpenService;
  before(async () => {
    service = await openService({
      geoLookup: new InMemoryGeoLookup({
        'Vaduz, Städtle 37': place('street'),
        '12/4 High St': place('slash'),
        München: place('composed'),
        'a+b & c?#%25': place('odd'),
        Lima: place('word'),
        ['x'.repeat(512)]: place('long'),
        '..': place('dots'),
      }),
    });
  });
  after(() => service.close());

  const locate = (address: string) => service.request(`/geo-locations/address/${address}`);

  it('answers with an empty message and the location, with exactly its five fields', async () => {
    const response = await locate(encodeURIComponent('Vaduz, Städtle 37'));
    expect(response.status).to.equal(200);
    expect(await response.json()).to.deep.equal({ message: '', data: { address: place('street') } });
  });

  it('names the source and precision of the location, in headers that pages of other origins can read', async () => {
    const headersOf = async (address: string, status: number) => {
      const response = await service.request(`/geo-locations/address/${address}`, {
        headers: { origin: 'https://ops.example.org' },
      });
      expect(response.status).to.equal(status);
      return ['x-location-source', 'x-location-precision'].map((name) => response.headers.get(name));
    };
    expect(await headersOf('Lima', 200)).to.deep.equal(['memory', 'town']);
    expect(await headersOf('MUC', 200)).to.deep.equal(['airport', 'airport']);
    expect(await headersOf('Nowhereville', 404)).to.deep.equal([null, null]);
  });

  it('answers an airport code in the same form', async () => {
    for (const code of ['MUC', 'muc', 'EDDM', 'eddm']) {
      expect(await (await locate(code)).json()).to.deep.equal({
        message: '',
        data: { address: { city: 'Munich', state: 'Bavaria', country: 'DE', lat: 48.353802, long: 11.7861 } },
      });
    }
  });

  const found: Record<string, string> = {
    '12%2F4%20High%20St': 'slash',
    '12%2f4%20High%20St': 'slash',
    'Mu%CC%88nchen': 'composed',
    '%20%C2%A0M%C3%BCnchen%20': 'composed',
    'a+b%20%26%20c%3F%23%2525': 'odd',
    Lima: 'word',
    [`${'x'.repeat(512)}`]: 'long',
    'Lima?limit=5': 'word',
    'Lima/': 'word',
    '%2E%2E': 'dots',
  };
  for (const [path, city] of Object.entries(found)) {
    it(`reads ${path.slice(0, 40)}`, async () => {
      const body = (await (await locate(path)).json()) as { data?: { address?: { city?: string } } };
      // fetch itself takes the dots out of a path before it is sent.
      if (path !== '%2E%2E') expect(body.data?.address?.city).to.equal(city);
    });
  }

  const bad: Record<string, RegExp> = {
    '': /required/,
    '%20': /required/,
    '%E3%80%80': /required/,
    '%00': /control/,
    'a%7Fb': /control/,
    '%': /percent-encoded/,
    '%zz': /percent-encoded/,
    'Paris%': /percent-encoded/,
    '%E0%A4%A': /percent-encoded/,
    '%FF': /percent-encoded/,
    '%C0%AF': /percent-encoded/,
    ['x'.repeat(513)]: /512/,
    ['y'.repeat(10_000)]: /512/,
  };
  for (const [path, pattern] of Object.entries(bad)) {
    it(`answers 400 to ${JSON.stringify(path.slice(0, 20))}`, async () => {
      const [status, code, message] = await problemOf(await locate(path));
      expect([status, code]).to.deep.equal([400, 'VALIDATION_ERROR']);
      expect(message).to.match(pattern);
    });
  }

  it('answers 400 where the address and its slash are missing', async () => {
    const [status, code] = await problemOf(await service.request('/geo-locations/address'));
    expect([status, code]).to.deep.equal([400, 'VALIDATION_ERROR']);
  });

  it('answers 404 to an unknown location', async () => {
    expect((await problemOf(await locate('Atlantis'))).slice(0, 2)).to.deep.equal([404, 'NOT_FOUND']);
    expect((await problemOf(await locate('QQQ'))).slice(0, 2)).to.deep.equal([404, 'NOT_FOUND']);
  });

  const failures: [error: GeoLookupError, status: number, code: string, retryAfter: string | null][] = [
    [{ type: 'quota-exceeded', retryAfter: 7 }, 429, 'RATE_LIMIT_EXCEEDED', '7'],
    [{ type: 'quota-exceeded', retryAfter: 0 }, 429, 'RATE_LIMIT_EXCEEDED', '1'],
    [{ type: 'quota-exceeded', retryAfter: 2 ** 53 }, 429, 'RATE_LIMIT_EXCEEDED', '86400'],
    [{ type: 'quota-exceeded' }, 429, 'RATE_LIMIT_EXCEEDED', '60'],
    [{ type: 'lookup-refused', reason: 'OPS_GEOCODERS is not set' }, 500, 'SERVER_ERROR', null],
    [{ type: 'lookup-unavailable', reason: 'provider down' }, 500, 'SERVER_ERROR', null],
  ];
  for (const [error, status, code, retryAfter] of failures) {
    it(`answers ${status} ${code} when the provider returns ${JSON.stringify(error)}`, async () => {
      const failing = await openService({ geoLookup: { lookup: () => errAsync(error) } });
      const response = await failing.request('/geo-locations/address/Paris');
      await failing.close();
      const [gotStatus, gotCode, message] = await problemOf(response);
      expect([gotStatus, gotCode]).to.deep.equal([status, code]);
      expect(response.headers.get('retry-after')).to.equal(retryAfter);
      if ('reason' in error) {
        expect(message).to.not.include(error.reason);
        const [line] = failing.logged;
        expect(line).to.deep.include({ level: 'error', message: error.type });
        expect(line?.fields).to.include({ reason: error.reason });
        expect(JSON.stringify(failing.logged)).to.not.include('Paris');
      }
    });
  }
});

describe('The rate limit of lookups', () => {
  it('allows a caller the configured number of lookups, then answers 429 until the window ends', async () => {
    let now = 0;
    const rateLimiter = new FixedWindowRateLimiter({ limit: 2, windowSeconds: 60 }, () => now);
    const service = await openService({ rateLimiter });
    const fields = async (path: string, headers: Record<string, string> = {}) => {
      const response = await service.request(`/geo-locations/address/${path}`, { headers });
      const field = (name: string) => response.headers.get(name);
      return [response.status, field('ratelimit'), field('ratelimit-policy'), field('retry-after')];
    };
    const policy = '"default";q=2;w=60';

    expect(await fields('MUC')).to.deep.equal([200, '"default";r=1;t=60', policy, null]);
    now += 10_500;
    // A bad address counts too: the limit is checked before the input.
    expect(await fields('%zz')).to.deep.equal([400, '"default";r=0;t=50', policy, null]);
    expect(await fields('Atlantis')).to.deep.equal([429, '"default";r=0;t=50', policy, '50']);
    const authorization = `Bearer ${await service.tokenOf(PLAIN_USER.id)}`;
    expect(await fields('Atlantis', { authorization })).to.deep.equal([
      404,
      '"default";r=1;t=60',
      policy,
      null,
    ]);
    const problem = await problemOf(await service.request('/geo-locations/address/MUC'));
    expect(problem.slice(0, 2)).to.deep.equal([429, 'RATE_LIMIT_EXCEEDED']);
    // Other endpoints have no limit.
    expect((await service.request('/department/list/0/0')).headers.get('ratelimit')).to.equal(null);
    now += 49_500;
    expect(await fields('MUC')).to.deep.equal([200, '"default";r=1;t=60', policy, null]);
    await service.close();
  });

  it('answers 500 when it cannot count', async () => {
    const rateLimiter = {
      policy: { limit: 1, windowSeconds: 1 },
      consume: () => errAsync({ type: 'store-unavailable', cause: 'gone' } as const),
    };
    const service = await openService({ rateLimiter });
    const problem = await problemOf(await service.request('/geo-locations/address/MUC'));
    await service.close();
    expect(problem.slice(0, 2)).to.deep.equal([500, 'SERVER_ERROR']);
  });
});
