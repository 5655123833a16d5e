import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeoLookupError, Location } from '@ops-admin/core';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { aLookup } from './nominatim-lookup.ts';

interface Exchange {
  readonly status: number;
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body_text: string;
}

describe('The exchanges captured from a Nominatim server', () => {
  const folder = join(import.meta.dirname, '../../../../../shared/data/nominatim');
  const servers = localServers();

  before(function () {
    if (existsSync(folder)) return;
    console.log(`      skipped: no captures in ${folder}`);
    this.skip();
  });

  const replay = async (status: string, headers: Readonly<Record<string, string>>, body: string) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
    return aLookup(await servers.raw((socket) => socket.write(head + body)));
  };

  // Read by hand from the captures.
  const expected: Record<string, Location | GeoLookupError> = {
    '01-vaduz': { city: 'Vaduz', state: 'Oberland', country: 'LI', lat: 47.1392862, long: 9.5227962 },
    '02-staedtle-37-vaduz': {
      city: 'Vaduz',
      state: 'Oberland',
      country: 'LI',
      lat: 47.1388803,
      long: 9.5227001,
    },
    '03-schaan': { city: 'Schaan', state: 'Oberland', country: 'LI', lat: 47.1663397, long: 9.510312 },
    '04-no-result': { type: 'location-not-found' },
    '10c-schweiz-accept-language-en': {
      city: 'Monaco',
      state: '',
      country: 'MC',
      lat: 43.7311937,
      long: 7.4228643,
    },
    '10e-switzerland-en': { type: 'location-not-found' },
    '11-liechtenstein-country': { type: 'location-not-found' },
    '14-monaco-street': { city: 'Monaco', state: '', country: 'MC', lat: 43.7493278, long: 7.4379028 },
    '15-monaco-ville': { city: 'Monaco', state: '', country: 'MC', lat: 43.7311937, long: 7.4228643 },
    '16-prattville': {
      city: 'Prattville',
      state: 'Alabama',
      country: 'US',
      lat: 32.4640245,
      long: -86.4596966,
    },
    '18-prattville-street': {
      city: 'Prattville',
      state: 'Alabama',
      country: 'US',
      lat: 32.4600878,
      long: -86.4561057,
    },
    '19-hamlet-malbun': {
      city: 'Triesenberg',
      state: 'Oberland',
      country: 'LI',
      lat: 47.102619,
      long: 9.6083069,
    },
    '37-only-spaces': { type: 'location-not-found' },
    'x04-query-timeout-search': { type: 'lookup-unavailable', reason: 'status 503' },
  };
  for (const [name, outcome] of Object.entries(expected)) {
    it(`${name} is ${'type' in outcome ? outcome.type : `in ${outcome.city || outcome.country}`}`, async () => {
      const exchange = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8')) as Exchange;
      const result = await replay(
        `${exchange.status} ${exchange.reason}`,
        exchange.headers,
        exchange.body_text,
      );
      expect(
        result.match<unknown>(
          ({ source, precision, ...location }) => location,
          (error) => error,
        ),
      ).to.deep.equal(outcome);
    });
  }

  it('x12-db-stopped-midrun is lookup-unavailable while the database is unreachable', async () => {
    const log = await readFile(join(folder, 'x12-db-stopped-midrun.txt'), 'utf8');
    const bodies = [...log.matchAll(/^500 (\S+) \S+ (.*)$/gm)];
    expect(bodies).to.have.length(7);
    for (const [, type = '', body = ''] of bodies) {
      const headers = { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) };
      const error = (await replay('500 Internal Server Error', headers, body))._unsafeUnwrapErr();
      expect(error).to.deep.equal({ type: 'lookup-unavailable', reason: 'status 500' });
    }
  });

  it('are all replayed here', async () => {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.json'));
    expect(files.sort()).to.deep.equal(
      Object.keys(expected)
        .map((name) => `${name}.json`)
        .sort(),
    );
  });
});
