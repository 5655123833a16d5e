import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { errAsync } from '@ops-admin/core';
import { aDepartment, aDraft } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

const READS = ['/department/list/0/0', '/department/hierarchy'];

/** A service with more departments than fit into a small answer. */
async function openLarge(parts: Parameters<typeof openService>[0] = {}): Promise<OpenService> {
  const service = await openService(parts);
  await service.ports.organisation.importDepartments(
    Array.from({ length: 24 }, (_, n) => aDepartment(n + 1)),
    aDraft(),
  );
  return service;
}

describe('Pages of other origins', () => {
  const origin = 'https://ops.example.org';
  let service: OpenService;
  before(async () => {
    service = await openService({ allowedOrigins: [origin, 'http://localhost:5173'] });
  });
  after(() => service.close());

  const allowed = (response: Response) => response.headers.get('access-control-allow-origin');
  const preflight = (path: string, from: string, headers: Record<string, string> = {}) =>
    fetch(service.url + path, {
      method: 'OPTIONS',
      headers: { origin: from, 'access-control-request-method': 'PUT', ...headers },
    });

  it('may call when they are on the list, and read the headers of the interface', async () => {
    const response = await service.request('/geo-locations/address/MUC', { headers: { origin } });
    expect(response.status).to.equal(200);
    expect(allowed(response)).to.equal(origin);
    expect(response.headers.get('access-control-expose-headers')?.split(', ')).to.include.members([
      'ETag',
      'X-Audit-Entry',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Request-Id',
    ]);
    expect(response.headers.get('access-control-allow-credentials')).to.equal(null);
    expect(response.headers.get('vary')?.split(', ')).to.have.members(['Origin', 'Accept-Encoding']);
  });

  it('may read errors, also those of unknown paths', async () => {
    const headers = { origin: 'http://localhost:5173' };
    for (const path of ['/department/list/0/x', '/nowhere']) {
      expect(allowed(await service.request(path, { headers }))).to.equal(headers.origin);
    }
    expect(allowed(await fetch(`${service.url}/department/list/0/1`, { headers }))).to.equal(headers.origin);
  });

  it('may not call when they are not exactly on the list', async () => {
    for (const other of [
      'https://ops.example.org.evil.example',
      'https://evil.example',
      'http://ops.example.org',
      'https://OPS.example.org',
      'https://ops.example.org:8443',
      'null',
    ]) {
      const response = await service.request('/health/live', { headers: { origin: other } });
      expect(response.status).to.equal(200);
      expect(allowed(response), other).to.equal(null);
      expect(response.headers.get('vary')).to.include('Origin');
    }
  });

  it('receive from a preflight the allowed methods and headers', async () => {
    const response = await preflight('/user/remove-permissions', origin);
    expect([response.status, await response.text()]).to.deep.equal([204, '']);
    expect(allowed(response)).to.equal(origin);
    expect(response.headers.get('access-control-allow-methods')).to.equal('HEAD, GET, POST, PUT');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).to.have.members([
      ...['authorization', 'content-type', 'if-match', 'if-none-match', 'x-request-id'],
      // Sent by what traces in a browser, whether the page knows it or not.
      ...['traceparent', 'tracestate', 'baggage', 'x-requested-with'],
    ]);
    expect(Number(response.headers.get('access-control-max-age'))).to.be.greaterThan(0);
  });

  it('receive no preflight answer for another origin, or without a method', async () => {
    const foreign = await preflight('/user/remove-permissions', 'https://evil.example');
    expect((await problemOf(foreign)).slice(0, 2)).to.deep.equal([405, 'METHOD_NOT_ALLOWED']);
    expect(foreign.headers.get('access-control-allow-methods')).to.equal(null);
    const options = await fetch(`${service.url}/user/remove-permissions`, {
      method: 'OPTIONS',
      headers: { origin },
    });
    expect((await problemOf(options)).slice(0, 2)).to.deep.equal([405, 'METHOD_NOT_ALLOWED']);
    expect(options.headers.get('allow')).to.equal('PUT');
  });

  it('may not call at all by default', async () => {
    const closed = await openService();
    const headers = { origin, 'access-control-request-method': 'PUT' };
    const response = await fetch(`${closed.url}/user/remove-permissions`, { method: 'OPTIONS', headers });
    await closed.close();
    expect(response.status).to.equal(405);
    expect(allowed(response)).to.equal(null);
    expect(response.headers.get('vary')).to.equal('Accept-Encoding');
  });
});

describe('Security headers', () => {
  it('are on every answer', async () => {
    const service = await openService({
      ports: {
        health: {
          check: () => {
            throw new Error('oops');
          },
        },
      },
    });
    const expected = {
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    };
    for (const path of [
      '/health/live',
      '/health/ready',
      '/nowhere',
      '/geo-locations/address/MUC',
      '/user/add-permissions',
    ]) {
      const { headers } = await service.request(path);
      for (const [name, value] of Object.entries(expected)) expect(headers.get(name), path).to.equal(value);
    }
    const socket = connect(service.port, '127.0.0.1');
    socket.end('hello\r\n\r\n');
    const refused = (await text(socket)).toLowerCase();
    for (const [name, value] of Object.entries(expected))
      expect(refused).to.include(`\r\n${name}: ${value}\r\n`);
    await service.close();
  });
});

describe('ETag', () => {
  let service: OpenService;
  before(async () => {
    service = await openLarge();
  });
  after(() => service.close());

  for (const path of READS) {
    describe(`of ${path}`, () => {
      const read = (headers: Record<string, string> = {}, method = 'GET') =>
        service.request(path, { method, headers });

      it('is weak, and equal for the same answer in every coding, and for HEAD', async () => {
        const tags = new Set<string | null>();
        for (const coding of ['identity', 'gzip', 'br']) {
          const response = await read({ 'accept-encoding': coding });
          expect(response.headers.get('cache-control')).to.equal('private, no-cache');
          tags.add(response.headers.get('etag'));
        }
        tags.add((await read({}, 'HEAD')).headers.get('etag'));
        expect(tags.size).to.equal(1);
        expect([...tags][0]).to.match(/^W\/"[\w-]{27}"$/);
      });

      it('answers 304 without a body to a client that has it', async () => {
        const first = await read();
        const etag = first.headers.get('etag') as string;
        for (const had of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
          for (const method of ['GET', 'HEAD']) {
            const again = await read({ 'if-none-match': had }, method);
            expect([again.status, await again.text()], had).to.deep.equal([304, '']);
            expect(again.headers.get('etag')).to.equal(etag);
            expect(again.headers.get('content-type')).to.equal(null);
            expect(again.headers.get('vary')).to.equal('Accept-Encoding');
          }
        }
        for (const had of ['"other"', `${etag}x`, '', 'W/""']) {
          const again = await read({ 'if-none-match': had });
          expect([again.status, await again.text()]).to.deep.equal([200, await first.clone().text()]);
        }
      });

      it('is checked only after token and access', async () => {
        const etag = (await read()).headers.get('etag') as string;
        for (const authorization of ['', 'Bearer x', `Bearer ${await service.tokenOf(PLAIN_USER.id)}`]) {
          for (const had of [etag, '*']) {
            const response = await read({ authorization, 'if-none-match': had });
            expect((await problemOf(response)).slice(0, 2)).to.deep.equal([401, 'UNAUTHORIZED']);
            expect(response.headers.get('etag')).to.equal(null);
          }
        }
      });

      it('changes with the answer', async () => {
        const before = (await read()).headers.get('etag') as string;
        const found = (await service.ports.departments.list({ start: 0 }))._unsafeUnwrap().total;
        await service.ports.organisation.importDepartments([aDepartment(found + 1)], aDraft());
        const changed = await read({ 'if-none-match': before });
        expect(changed.status).to.equal(200);
        expect(changed.headers.get('etag')).to.not.equal(before);
      });
    });
  }

  it('is absent from errors', async () => {
    const list = () => errAsync({ type: 'store-unavailable', cause: 'gone' } as const);
    const broken = await openService({ ports: { departments: { list } } });
    const failed = await broken.request('/department/list/0/0', { headers: { 'if-none-match': '*' } });
    await broken.close();
    for (const response of [failed, await service.request('/department/list/0/x')]) {
      expect(response.headers.get('etag')).to.equal(null);
      expect(response.headers.get('cache-control')).to.equal('no-store');
    }
    expect(failed.status).to.equal(500);
  });
});

describe('Compression', () => {
  let service: OpenService;
  before(async () => {
    service = await openLarge();
  });
  after(() => service.close());

  const CODINGS = { br: brotliDecompressSync, gzip: gunzipSync };

  /** An answer as it is on the wire: fetch would unpack it. */
  async function raw(path: string, acceptEncoding: string, method = 'GET') {
    const { get } = await import('node:http');
    const authorization = `Bearer ${await service.tokenOf(ADMIN.id)}`;
    return new Promise<{ headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
      get(
        service.url + path,
        { method, headers: { authorization, 'accept-encoding': acceptEncoding } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk) => chunks.push(chunk));
          response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
        },
      ).on('error', reject);
    });
  }

  for (const [coding, unpack] of Object.entries(CODINGS)) {
    it(`compresses large answers with ${coding}`, async () => {
      for (const path of [...READS, '/openapi.json']) {
        const plain = await raw(path, 'identity');
        expect(plain.headers['content-encoding']).to.equal(undefined);
        expect(plain.headers.vary).to.equal('Accept-Encoding');
        const packed = await raw(path, coding);
        expect(packed.headers).to.include({ 'content-encoding': coding, vary: 'Accept-Encoding' });
        expect(packed.headers['content-length']).to.equal(String(packed.body.length));
        expect(packed.headers['content-type']).to.equal('application/json; charset=utf-8');
        expect(packed.body.length).to.be.lessThan(plain.body.length / 2);
        expect(unpack(packed.body).equals(plain.body)).to.equal(true);
      }
    });
  }

  it('answers HEAD with the headers of GET', async () => {
    for (const coding of ['br', 'gzip', 'identity']) {
      const [head, got] = [
        await raw(READS[0] as string, coding, 'HEAD'),
        await raw(READS[0] as string, coding),
      ];
      for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'vary']) {
        expect(head.headers[name], name).to.equal(got.headers[name]);
      }
      expect(head.body).to.have.length(0);
    }
  });

  it('prefers br, and does not compress small answers or for clients that do not accept it', async () => {
    const coded = async (path: string, accept: string) =>
      (await raw(path, accept)).headers['content-encoding'];
    expect(await coded(READS[0] as string, 'gzip, deflate, br')).to.equal('br');
    expect(await coded(READS[0] as string, 'br;q=0, gzip')).to.equal('gzip');
    expect(await coded(READS[0] as string, 'deflate')).to.equal(undefined);
    for (const [accepted, coding] of [
      ['br;q=0.1, gzip;q=1.0', 'gzip'],
      ['gzip;q=0.2, br;q=0.3', 'br'],
      ['GZIP ; Q=1', 'gzip'],
      ['gzip;q=0.5, *;q=0.1', 'gzip'],
      ['*', 'br'],
      ['*;q=0', undefined],
      ['br;q=0, *', 'gzip'],
      ['identity, gzip;q=0.5', undefined],
      ['identity;q=0.5, gzip', 'gzip'],
      ['gzip;q=x', undefined],
    ] as const)
      expect(await coded(READS[0] as string, accepted), accepted).to.equal(coding);
    expect(await coded('/health/live', 'gzip, br')).to.equal(undefined);
    expect(await coded('/nowhere', 'gzip, br')).to.equal(undefined);
  });
});

describe('X-Request-Id', () => {
  let service: OpenService;
  before(async () => {
    service = await openService();
  });
  after(() => service.close());
  const named = async (given?: string) => {
    const headers = given === undefined ? {} : { 'x-request-id': given };
    return (await fetch(`${service.url}/health/live`, { headers })).headers.get('x-request-id') as string;
  };

  it("is the caller's id where it is safe", async () => {
    for (const given of ['a', 'x'.repeat(128), '0b0a1d3e-6a3c-4d0f', 'Root=1-67891233-abcdef:web/7+a=@~._']) {
      expect(await named(given)).to.equal(given);
    }
  });

  it('is generated where it is missing or unsafe', async () => {
    for (const given of [
      undefined,
      '',
      'x'.repeat(129),
      'a b',
      'a,b',
      'a"b',
      '{"a":1}',
      'a;b',
      'a<b>',
      'ä',
    ]) {
      expect(await named(given), given).to.match(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
    }
    expect(await named()).to.not.equal(await named());
  });

  it('is in the audit entry', async () => {
    await service.request('/user/add-permissions', {
      method: 'PUT',
      headers: { 'content-type': 'application/json', 'x-request-id': 'web-42' },
      body: JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.new'] } }),
    });
    const entries = (await service.ports.audit.list({ limit: 100 }))._unsafeUnwrap();
    expect(entries.map(({ requestId }) => requestId)).to.include('web-42');
  });
});
