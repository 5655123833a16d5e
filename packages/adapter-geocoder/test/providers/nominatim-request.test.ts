import type { IncomingMessage } from 'node:http';
import type { ProviderOptions } from '@ops-admin/adapter-geocoder';
import { type Address, parseAddress } from '@ops-admin/core';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { ADDRESS, aLookup } from './nominatim-lookup.ts';

describe('The request to Nominatim', () => {
  const servers = localServers();

  const requestFor = async (
    options: Partial<ProviderOptions> & { address?: Address; base?: string } = {},
  ) => {
    const seen: IncomingMessage[] = [];
    const origin = await servers.http((request, response) => {
      seen.push(request);
      response.end('[]');
    });
    await aLookup(new URL(options.base ?? '', origin), options);
    expect(seen).to.have.length(1);
    const { method, headers, url = '' } = seen[0] as IncomingMessage;
    const mark = url.indexOf('?');
    const parameters = [...new URLSearchParams(url.slice(mark))];
    return { method, headers, path: url.slice(0, mark), parameters, host: origin.host };
  };

  const parametersWith = (q: string, language = 'en') => [
    ['format', 'jsonv2'],
    ['addressdetails', '1'],
    ['limit', '1'],
    ['layer', 'address,poi'],
    ['accept-language', language],
    ['q', q],
  ];

  it('requests the one best match, with its address in English', async () => {
    const { method, path, parameters } = await requestFor();
    expect(method).to.equal('GET');
    expect(path).to.equal('/search');
    expect(parameters).to.deep.equal(parametersWith(ADDRESS));
  });

  it('excludes rivers, mountains and railways, which may have the name of a town', async () => {
    const { parameters } = await requestFor({ base: '/?layer=natural' });
    expect(parameters.filter(([name]) => name === 'layer')).to.deep.equal([['layer', 'address,poi']]);
  });

  it('requests names in another language', async () => {
    const { parameters } = await requestFor({ language: 'de-LI,de;q=0.9' });
    expect(parameters).to.deep.equal(parametersWith(ADDRESS, 'de-LI,de;q=0.9'));
  });

  it('names the application', async () => {
    const { headers } = await requestFor({ userAgent: 'ops-admin/1.2 (ops@example.org)' });
    expect(headers['user-agent']).to.equal('ops-admin/1.2 (ops@example.org)');
  });

  for (const [base, path] of Object.entries({
    '/': '/search',
    '/nominatim': '/nominatim/search',
    '/nominatim/': '/nominatim/search',
    '/a/b//': '/a/b/search',
    '/search': '/search/search',
    '/nominatim#top': '/nominatim/search',
  })) {
    it(`calls ${path} on a server at ${base}`, async () => {
      expect((await requestFor({ base })).path).to.equal(path);
    });
  }

  it('sends the parameters of the base URL, except for those it sets itself', async () => {
    const { parameters } = await requestFor({ base: '/maps?key=k1&limit=50&q=else' });
    expect(parameters).to.have.deep.members([...parametersWith(ADDRESS), ['key', 'k1']]);
  });

  it('does not change the base URL', async () => {
    const baseUrl = await servers.http((_, response) => response.end('[]'));
    const before = baseUrl.href;
    await aLookup(baseUrl);
    expect(baseUrl.href).to.equal(before);
  });

  for (const address of [
    '../../x?y=z#w&q=1',
    '/../admin',
    'http://evil.example/',
    '//evil.example/search',
    '@evil.example',
    '\\\\evil.example',
    '%2F..%2f',
    '100% + 1',
    'a;b=c&format=xml&limit=40',
    '東京都 🗼',
    'Größe “quoted” <b>',
    // No Address, but the request must not depend on it.
    'Vaduz\r\nX-Injected: 1\n',
  ]) {
    it(`keeps the host, the path and the parameters for ${JSON.stringify(address)}`, async () => {
      const { host, path, headers, parameters } = await requestFor({
        base: '/n',
        address: address as Address,
      });
      expect(headers.host).to.equal(host);
      expect(headers).to.not.have.property('x-injected');
      expect(path).to.equal('/n/search');
      expect(parameters).to.deep.equal(parametersWith(address));
    });
  }

  it('contains the longest possible address', async () => {
    const address = parseAddress('🗼'.repeat(512))._unsafeUnwrap();
    expect((await requestFor({ address })).parameters).to.deep.equal(parametersWith(address));
  });
});
