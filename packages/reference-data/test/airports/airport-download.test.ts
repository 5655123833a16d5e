import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Result } from '@ops-admin/core';
import type { AirportFilesError } from '@ops-admin/reference-data';
import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { AirportDownload } from '../../dist/airports/airport-download.js';
import { airportFilesAt, OFFICIAL_AIRPORTS } from '../../dist/airports/airport-place.js';
import { type OurAirports, readOurAirports } from '../../dist/airports/read-ourairports.js';
import { aRow, csvOf, REGIONS, rows } from './csv-files.ts';

describe('AirportDownload', () => {
  const servers = localServers();
  const AIRPORTS = csvOf(rows(20));
  const content = (path: string | undefined): string => (path?.includes('regions') ? REGIONS : AIRPORTS);

  const read = (url: URL, timeoutMs?: number): PromiseLike<Result<OurAirports, AirportFilesError>> =>
    readOurAirports(new AirportDownload(url, timeoutMs));
  const reasonOf = async (url: URL, timeoutMs?: number): Promise<string> => {
    const error = (await read(url, timeoutMs))._unsafeUnwrapErr();
    expect(error.type).to.equal('download-failed');
    return (error as { reason: string }).reason;
  };
  /** Answers for airports.csv as it is set to; regions are there. */
  const serve = (airports: RequestListener) =>
    servers.http((request, response) => {
      if (request.url?.includes('regions')) response.end(REGIONS);
      else airports(request, response);
    });

  it('reads the files below a URL, and reports from where and from which day', async () => {
    const asked: (string | undefined)[] = [];
    const url = await servers.http((request, response) => {
      asked.push(request.url);
      response.setHeader('last-modified', 'Fri, 07 Aug 2026 03:12:00 GMT').end(content(request.url));
    });
    const { airports, airportSource } = (await read(new URL('/data?key=secret#top', url)))._unsafeUnwrap();
    expect(asked).to.deep.equal(['/data/regions.csv?key=secret', '/data/airports.csv?key=secret']);
    expect(airports.counts.airports).to.equal(20);
    expect(airportSource).to.include({
      source: `OurAirports, from ${url.origin}/data`,
      date: '2026-08-07',
    });
    await servers.allConnectionsClosed();
  });

  it('has no date where the server states none, or none that is one', async () => {
    for (const headers of [{}, { 'last-modified': 'yesterday' }]) {
      const url = await servers.http(({ url }, response) =>
        response.writeHead(200, headers).end(content(url)),
      );
      expect((await read(url))._unsafeUnwrap().airportSource.date).to.equal('');
    }
  });

  it('says who it is', async () => {
    const url = await servers.http(({ headers, url }, response) =>
      response.writeHead(headers['user-agent'] === 'ops-admin' ? 200 : 403).end(content(url)),
    );
    expect((await read(url)).isOk()).to.equal(true);
  });

  it('takes gzip, as content or as its encoding, and with the plain file’s fingerprint', async () => {
    const plain = await servers.http(({ url }, response) => response.end(content(url)));
    const packed = await servers.http(({ headers, url }, response) => {
      const isEncoded = url?.includes('regions') === true;
      expect(headers['accept-encoding']).to.equal('gzip');
      response
        .writeHead(200, isEncoded ? { 'content-encoding': 'gzip' } : { 'content-type': 'application/gzip' })
        .end(gzipSync(content(url)));
    });
    const fingerprints = [plain, packed].map(
      async (url) => (await read(url))._unsafeUnwrap().airportSource.fingerprint,
    );
    expect(await fingerprints[1]).to.equal(await fingerprints[0]);
  });

  it('asks for the .gz file where there is no plain one', async () => {
    const asked: (string | undefined)[] = [];
    const url = await servers.http((request, response) => {
      asked.push(request.url);
      if (!request.url?.endsWith('.gz')) response.writeHead(404).end('no such file');
      else response.end(gzipSync(content(request.url)));
    });
    expect((await read(url))._unsafeUnwrap().airports.counts.airports).to.equal(20);
    expect(asked).to.deep.equal(['/regions.csv', '/regions.csv.gz', '/airports.csv', '/airports.csv.gz']);
  });

  for (const status of [201, 204, 304, 400, 401, 403, 404, 410, 429, 500, 503]) {
    it(`refuses ${status}`, async () => {
      const url = await serve((_request, response) => response.writeHead(status).end());
      expect(await reasonOf(url)).to.equal(`the server answers with ${status}`);
    });
  }

  it('hangs up where the body of a refusal never ends', async () => {
    for (const status of [302, 404, 500]) {
      const url = await servers.http((_request, response) => {
        response.writeHead(status, { location: '/elsewhere' }).write('one moment');
      });
      expect((await read(url)).isErr()).to.equal(true);
      await servers.allConnectionsClosed();
    }
  });

  describe('redirects', () => {
    const redirect = (to: (path: string) => string, status = 302) =>
      servers.http(({ url = '' }, response) => {
        if (url.startsWith('/new')) response.end(content(url));
        else response.writeHead(status, { location: to(url) }).end('elsewhere');
      });

    for (const status of [301, 302, 303, 307, 308]) {
      it(`are followed on the same host: ${status}`, async () => {
        expect((await read(await redirect((path) => `/new${path}`, status))).isOk()).to.equal(true);
      });
    }

    it('are followed three times, no more', async () => {
      const after = (times: number) =>
        redirect((path) => (path.split('/x').length === times ? `/new${path}` : `/x${path}`));
      expect((await read(await after(3))).isOk()).to.equal(true);
      expect(await reasonOf(await after(4))).to.equal('it redirects more than 3 times');
    });

    it('to another host or port are refused, which is never asked', async () => {
      let asked = 0;
      const other = await servers.http(({ url }, response) => {
        asked += 1;
        response.end(content(url));
      });
      const elsewhere = [other.origin, `http://localhost:${other.port}`, 'ftp://127.0.0.1'];
      for (const origin of elsewhere) {
        const url = await redirect((path) => `${origin}${path}?key=secret`);
        expect(await reasonOf(url)).to.match(/^it redirects to \S+, which is not followed$/);
      }
      expect(asked).to.equal(0);
    });

    for (const [what, location] of [
      ['nowhere', undefined],
      ['no URL', 'http://['],
    ] as const) {
      it(`to ${what} are refused`, async () => {
        const url = await servers.http((_request, response) =>
          response.writeHead(302, location ? { location } : {}).end(),
        );
        expect(await reasonOf(url)).to.equal('it redirects to nowhere, which is not followed');
      });
    }
  });

  const head = (...headers: string[]) => ['HTTP/1.1 200 OK', ...headers, '', ''].join('\r\n');
  const half = AIRPORTS.slice(0, csvOf(rows(10)).length);
  const packed = gzipSync(AIRPORTS);
  const broken: [what: string, answer: (string | Buffer)[], reason: RegExp][] = [
    [
      'a body shorter than its Content-Length',
      [head(`content-length: ${AIRPORTS.length}`), half],
      /connection broke/,
    ],
    [
      'chunks without an end',
      [head('transfer-encoding: chunked'), `${half.length.toString(16)}\r\n${half}\r\n`],
      /connection broke/,
    ],
    ['a chunk that is cut', [head('transfer-encoding: chunked'), `ffff\r\n${half}`], /connection broke/],
    ['gzip data that is cut', [head(), packed.subarray(0, -9)], /^the gzip data is damaged or cut short$/],
    ['encoded data that is cut', [head('content-encoding: gzip'), packed.subarray(0, -9)], /^the gzip data/],
    ['no answer', [], /connection broke/],
    ['no HTTP', ['220 ready\r\n'], /^the server cannot be used/],
  ];
  for (const [what, answer, reason] of broken) {
    it(`refuses ${what}`, async () => {
      const regions = await servers.http((_request, response) => response.end(REGIONS));
      const url = await servers.raw((socket) => {
        for (const part of answer) socket.write(part);
        socket.end();
      });
      // Regions come from a whole server, so that it is the airports that fail.
      const files = new AirportDownload(url);
      const whole = new AirportDownload(regions);
      const mixed = {
        description: files.description,
        open: (name: 'airports.csv' | 'regions.csv') => (name === 'regions.csv' ? whole : files).open(name),
        broken: files.broken.bind(files),
      };
      const error = (await readOurAirports(mixed))._unsafeUnwrapErr();
      expect(error).to.include({ type: 'download-failed' });
      expect((error as { reason: string }).reason).to.match(reason);
      await servers.allConnectionsClosed();
    });
  }

  it('gives up on a server that is silent, before or after its first bytes', async () => {
    for (const begin of ['', head('content-length: 100000')]) {
      const url = await servers.raw((socket) => socket.write(begin));
      expect(await reasonOf(url, 500)).to.equal('the file did not arrive within 0.5 s');
      await servers.allConnectionsClosed();
    }
  });

  it('gives up on a server that is slow', async () => {
    const url = await serve((_request, response) => {
      const timer = setInterval(() => response.write('"'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect(await reasonOf(url, 500)).to.equal('the file did not arrive within 0.5 s');
    await servers.allConnectionsClosed();
  });

  it('refuses a server that nobody listens at, or that does not speak TLS', async () => {
    const url = await serve((_request, response) => response.end());
    expect(await reasonOf(new URL('http://127.0.0.1:1'))).to.equal('the server cannot be used: ECONNREFUSED');
    expect(await reasonOf(new URL(url.href.replace('http', 'https')))).to.match(
      /cannot be used|connection broke/,
    );
  });

  it('refuses other contents, and hangs up at once', async () => {
    const url = await serve((_request, response) => {
      response.write('<!doctype html>\n');
      const timer = setInterval(() => response.write('<p>\n'.repeat(10_000)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const error = (await read(url))._unsafeUnwrapErr();
    expect(error).to.include({ type: 'not-ourairports', file: `${url.origin}/airports.csv` });
    await servers.allConnectionsClosed();
  });

  it('refuses what is too large, however small it is packed, and hangs up', async () => {
    const wide = csvOf([aRow(1, { keywords: 'x'.repeat(200_000) })]);
    const packed = gzipSync(Buffer.alloc(70_000_000, wide));
    const url = await serve((_request, response) => response.end(packed));
    const error = (await readOurAirports(new AirportDownload(url)))._unsafeUnwrapErr();
    expect(error).to.deep.equal({
      type: 'not-ourairports',
      file: `${url.origin}/airports.csv`,
      reason: 'it holds more than 64 MiB',
    });
    await servers.allConnectionsClosed();
  });

  it('never repeats the query of the URL in an error', async () => {
    const url = await serve((_request, response) => response.writeHead(500).end());
    for (const asked of [new URL('/?key=secret', url), new URL('http://127.0.0.1:1/?key=secret')]) {
      const error = (await read(asked))._unsafeUnwrapErr();
      expect(JSON.stringify(error)).to.not.include('secret');
    }
  });

  it('is what a URL gives, the official one too', () => {
    for (const place of [OFFICIAL_AIRPORTS, 'http://mirror.example:8080', 'HTTPS://EXAMPLE.ORG/data']) {
      expect(airportFilesAt(place)._unsafeUnwrap()).to.be.instanceOf(AirportDownload);
    }
  });
});
