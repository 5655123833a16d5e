import { once } from 'node:events';
import { createProvider } from '@ops-admin/adapter-geocoder';
import { PROVIDER_KINDS } from '@ops-admin/adapter-geocoder/config';
import type { Address, FoundLocation, GeoLookupError, Result } from '@ops-admin/core';
import { FOUND_LOCATION, type GeoLookupScenario, geoLookupContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { type Asked, askProvider, replying } from './ask-provider.ts';
import { ALL_PROVIDERS } from './fixtures/all-providers.ts';
import { foundBy, KEY, NOW, type ProviderFixture, type Reply } from './fixtures/provider-fixture.ts';

const { source: _source, precision: _precision, ...PLACE_FOUND } = FOUND_LOCATION;

describe('Every provider', () => {
  it('is in this suite', () => {
    expect(ALL_PROVIDERS.map(({ kind }) => kind)).to.have.members(Object.keys(PROVIDER_KINDS));
  });

  it('is where its documentation says, unless it is set up elsewhere', () => {
    for (const { kind, path, endpoint } of ALL_PROVIDERS) {
      const { url } = PROVIDER_KINDS[kind];
      expect(url && url + path, kind).to.equal(endpoint);
    }
  });

  for (const fixture of ALL_PROVIDERS) describe(fixture.kind, () => behavesLikeAProvider(fixture));
});

function behavesLikeAProvider(fixture: ProviderFixture): void {
  const servers = localServers();
  const found = foundBy(fixture);
  const foundText = JSON.stringify(found.body);

  const ask = (baseUrl: URL, asked?: Asked) => askProvider(fixture, baseUrl, asked);
  const resultOf = async (reply: Reply) => ask(await replying(servers, reply));
  const errorIn = (result: Result<FoundLocation, GeoLookupError>): GeoLookupError => {
    const error = result._unsafeUnwrapErr();
    const shown = JSON.stringify(error);
    for (const secret of ['Vaduz', 'Städtle', KEY, '127.0.0.1', '://', fixture.path])
      expect(shown).to.not.include(secret);
    return error;
  };
  const isUnavailable = (result: Result<FoundLocation, GeoLookupError>, reason = /./) => {
    const error = errorIn(result);
    expect(error).to.have.property('type', 'lookup-unavailable');
    expect(error).to.have.property('reason').that.matches(reason);
  };
  const placeWith = (changes: object) => ({
    status: 200,
    body: fixture.answer([fixture.place({ ...FOUND_LOCATION, ...changes })]),
  });

  const replies: Record<Exclude<GeoLookupScenario, 'silent' | 'unreachable'>, Reply> = {
    found,
    'location-not-found': fixture.notFound,
    'quota-exceeded': fixture.outOfQuotaForTwoMinutes,
    'lookup-refused': fixture.badKey,
    'lookup-unavailable': fixture.serverError,
    malformed: { status: 200, body: foundText.slice(0, -1) },
  };
  const atUrl = async (scenario: GeoLookupScenario): Promise<URL> => {
    switch (scenario) {
      case 'silent':
        return servers.http(() => {});
      case 'unreachable':
        return servers.raw((socket) => socket.destroy());
      default:
        return replying(servers, replies[scenario]);
    }
  };
  geoLookupContract(
    async (scenario) =>
      createProvider(fixture.kind, {
        baseUrl: await atUrl(scenario),
        userAgent: 'ops-admin-test/1',
        key: KEY,
        clock: () => NOW,
        timeoutMs: scenario === 'silent' ? 100 : 60_000,
      }),
    {
      found: { source: fixture.kind, precision: fixture.precision },
      retryAfter: 120,
      secrets: [KEY, '127.0.0.1', fixture.path],
    },
  );

  it('finds a place', async () => {
    expect((await resultOf(found))._unsafeUnwrap()).to.deep.include(PLACE_FOUND);
  });

  it('leaves empty what a place does not say', async () => {
    for (const nothing of [undefined, null, '']) {
      const result = await resultOf(placeWith({ state: nothing, country: nothing }));
      expect(result._unsafeUnwrap()).to.deep.include({ ...PLACE_FOUND, state: '', country: '' });
    }
  });

  it('reports an unknown location', async () => {
    expect(errorIn(await resultOf(fixture.notFound))).to.deep.equal({ type: 'location-not-found' });
  });

  it('is refused with a bad key', async () => {
    expect(errorIn(await resultOf(fixture.badKey))).to.have.property('type', 'lookup-refused');
  });

  it('is out of quota', async () => {
    expect(errorIn(await resultOf(fixture.outOfQuota))).to.deep.equal({ type: 'quota-exceeded' });
  });

  it('is out of quota for a time that it gives', async () => {
    expect(errorIn(await resultOf(fixture.outOfQuotaForTwoMinutes))).to.deep.equal({
      type: 'quota-exceeded',
      retryAfter: 120,
    });
  });

  it('is unavailable when it is slow', async () => {
    const baseUrl = await servers.http((_, response) =>
      response.writeHead(200, { 'content-length': '9999' }).write(foundText.slice(0, 20)),
    );
    isUnavailable(await ask(baseUrl, { timeoutMs: 150 }), /timed out/);
    await servers.allConnectionsClosed();
  });

  it('is unavailable when it is cut off', async () => {
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(foundText) + 1}\r\n\r\n`;
    isUnavailable(await ask(await servers.raw((socket) => socket.end(head + foundText))), /request failed/);
  });

  it('is unavailable when it sends malformed JSON', async () => {
    const bodies = ['', '<html></html>', foundText.slice(0, -1), `${foundText}}`];
    for (const body of bodies) isUnavailable(await resultOf({ status: 200, body }));
  });

  it('is unavailable when it sends wrong types', async () => {
    for (const body of ['null', '42', '"Vaduz"', '{}', '[[]]'])
      isUnavailable(await resultOf({ status: 200, body }));
    for (const place of [null, 42, 'Vaduz', [], {}])
      isUnavailable(await resultOf({ status: 200, body: fixture.answer([place]) }));
    for (const degrees of [fixture.wrongDegrees, undefined, null, true, 'north', [47], {}]) {
      isUnavailable(await resultOf(placeWith({ lat: degrees })), /no usable|lat/);
      isUnavailable(await resultOf(placeWith({ long: degrees })), /no usable|long/);
    }
    for (const name of [42, true, ['Vaduz'], { name: 'Vaduz' }]) {
      isUnavailable(await resultOf(placeWith({ city: name })), /no usable/);
      isUnavailable(await resultOf(placeWith({ state: name })), /no usable/);
      isUnavailable(await resultOf(placeWith({ country: name })), /no usable/);
    }
    isUnavailable(await resultOf(placeWith({ country: 'LIE' })), /country/);
  });

  it('is unavailable when a latitude or longitude is out of range', async () => {
    for (const lat of [90.0001, -91]) isUnavailable(await resultOf(placeWith({ lat })), /lat/);
    for (const long of [180.5, -1000]) isUnavailable(await resultOf(placeWith({ long })), /long/);
  });

  it('is unavailable when it sends 5 MB', async () => {
    isUnavailable(await resultOf({ status: 200, body: foundText.padEnd(5_000_000) }), /max-size/);
  });

  it('follows no redirect to another host', async () => {
    let requests = 0;
    const other = await servers.http((_, response) => {
      requests += 1;
      response.end(foundText);
    });
    const baseUrl = await servers.http((request, response) =>
      response.writeHead(302, { location: new URL(request.url ?? '', other).href }).end(),
    );
    isUnavailable(await ask(baseUrl), /no-redirect/);
    expect(requests).to.equal(0);
  });

  it('is unavailable on an error of its server', async () => {
    isUnavailable(await resultOf(fixture.serverError));
    for (const status of [500, 502, 503, 504])
      isUnavailable(await resultOf({ status, body: 'Bad Gateway' }), new RegExp(`^status ${status}$`));
  });

  it('is unavailable on a page that is not there', async () => {
    isUnavailable(await resultOf({ status: 404, body: '<h1>Not Found</h1>' }), /^status 404$/);
    isUnavailable(await resultOf({ status: 404, body: { error: 'Not Found', message: 'Not Found' } }), /404/);
  });

  it('stops when the signal aborts', async () => {
    const arrived = new EventTarget();
    const baseUrl = await servers.http(() => arrived.dispatchEvent(new Event('request')));
    const controller = new AbortController();
    const result = ask(baseUrl, { signal: controller.signal, timeoutMs: 60_000 });
    await once(arrived, 'request');
    controller.abort();
    isUnavailable(await result, /timed out/);
    await servers.allConnectionsClosed();
  });

  describe('asks', () => {
    const requestFor = async (asked: Asked & { readonly base?: string } = {}) => {
      const seen: string[] = [];
      const agents: (string | undefined)[] = [];
      const origin = await servers.http((request, response) => {
        seen.push(`http://${request.headers.host}${request.url}`);
        agents.push(request.headers['user-agent']);
        response.end();
      });
      await ask(new URL(asked.base ?? '', origin), asked);
      expect(seen).to.have.length(1);
      const url = new URL(seen[0] as string);
      expect(url.host).to.equal(origin.host);
      return { path: url.pathname, parameters: [...url.searchParams], agent: agents[0] };
    };
    const parametersWith = (changes: Readonly<Record<string, string | undefined>>) =>
      Object.entries({ ...fixture.parameters, ...changes }).filter(([, value]) => value !== undefined);

    it('for the one best match, with its key, in English, by the name of the application', async () => {
      const { path, parameters, agent } = await requestFor();
      expect(path).to.equal(fixture.path);
      expect(parameters).to.have.deep.members(parametersWith({ [fixture.text]: 'Städtle 37, Vaduz' }));
      expect(agent).to.equal('ops-admin-test/1');
    });

    it('without a key where none is set', async () => {
      const { parameters } = await requestFor({ key: undefined });
      const keyed = Object.entries(fixture.parameters).filter(([, value]) => value === KEY);
      const none = Object.fromEntries(keyed.map(([name]) => [name, undefined]));
      expect(parameters).to.have.deep.members(
        parametersWith({ ...none, [fixture.text]: 'Städtle 37, Vaduz' }),
      );
    });

    it('in another language', async () => {
      const { parameters } = await requestFor({ language: 'de' });
      expect(parameters).to.deep.include([fixture.language, 'de']);
    });

    it('under the path of the base URL, with its parameters, except for those it sets itself', async () => {
      for (const base of ['/geo?tenant=7&limit=50', `/geo//?tenant=7&${fixture.text}=else#top`]) {
        const { path, parameters } = await requestFor({ base });
        expect(path).to.equal(`/geo${fixture.path}`);
        const own = { limit: base.includes('limit') ? '50' : undefined, ...fixture.parameters };
        expect(parameters).to.have.deep.members(
          parametersWith({ tenant: '7', ...own, [fixture.text]: 'Städtle 37, Vaduz' }),
        );
      }
    });

    it('at the same host and path with the same parameters, whatever the address', async () => {
      for (const address of [
        '../../x?y=z#w&q=1',
        '/../admin',
        'http://evil.example/',
        '//evil.example/search',
        '@evil.example',
        '\\\\evil.example',
        '%2F..%2f',
        '100% + 1',
        'a&key=mine&limit=40&language=xx',
        '東京都 🗼',
        // No Address, but the request must not depend on it.
        'Vaduz\r\nX-Injected: 1\n',
      ]) {
        const { path, parameters } = await requestFor({ address: address as Address, base: '/n' });
        expect(path).to.equal(`/n${fixture.path}`);
        expect(parameters).to.have.deep.members(parametersWith({ [fixture.text]: address }));
      }
    });
  });
}
