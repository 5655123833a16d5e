import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { errAsync, okAsync } from '@ops-admin/core';
import { expect } from 'chai';
import { type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';
import { rawClient, readAnswer } from './raw-client.ts';

describe('Unusual requests', () => {
  let service: OpenService;
  let token: string;
  before(async () => {
    service = await openService();
    token = await service.tokenOf(service.ports && PLAIN_USER.id);
  });
  after(() => service.close());
  afterEach('the service lives on', async () => {
    expect((await fetch(`${service.url}/health/live`)).status).to.equal(200);
    const entries = (await service.ports.audit.list({ limit: 100 }))._unsafeUnwrap();
    expect(
      entries.every(({ source }) => source !== 'cli'),
      'nothing is written',
    ).to.equal(true);
    expect(entries).to.have.length(2);
  });

  /** Sends bytes, and reads until the server closes. */
  async function raw(request: string): Promise<{ status: number; headers: string; body: string }> {
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request);
    const answer = await text(socket);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), headers: head.toLowerCase(), body };
  }
  const codeOf = (body: string) => (JSON.parse(body) as { error: { code: string } }).error.code;

  const unknown = [
    '/',
    '/department',
    '/departments',
    '/department/list/0',
    '/department/list/0/1/2',
    '/Department/list/0/1',
    '/user',
    '/geo-locations',
    '/geo-locations/address/a/b',
    '/%zz',
    '//',
    '/health',
    `/${'x'.repeat(10_000)}`,
  ];
  for (const path of unknown) {
    it(`answers 404 to ${path.slice(0, 30)}`, async () => {
      for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await service.request(path, { method });
        expect((await problemOf(response)).slice(0, 2)).to.deep.equal([404, 'NOT_FOUND']);
      }
    });
  }

  const methods: [path: string, allowed: string[]][] = [
    ['/department/list/0/10', ['HEAD', 'GET']],
    ['/department/hierarchy', ['HEAD', 'GET']],
    ['/user/remove-permissions', ['PUT']],
    ['/user/add-permissions', ['PUT']],
    ['/geo-locations/address/MUC', ['HEAD', 'GET']],
    ['/health/live', ['HEAD', 'GET']],
    ['/health/ready', ['HEAD', 'GET']],
  ];
  for (const [path, allowed] of methods) {
    it(`answers 405 with Allow to other methods at ${path}`, async () => {
      for (const method of ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) {
        if (allowed.includes(method)) continue;
        const response = await service.request(path, { method });
        expect(response.headers.get('allow')?.split(', ')).to.have.members(allowed);
        expect((await problemOf(response)).slice(0, 2)).to.deep.equal([405, 'METHOD_NOT_ALLOWED']);
      }
    });
  }

  it('answers HEAD as GET, without a body', async () => {
    for (const [path, allowed] of methods) {
      const head = await service.request(path, { method: 'HEAD' });
      expect(await head.text()).to.equal('');
      if (!allowed.includes('GET')) {
        expect(head.status).to.equal(405);
        continue;
      }
      const got = await service.request(path);
      expect(head.status).to.equal(got.status);
      expect(head.headers.get('content-length')).to.equal(got.headers.get('content-length'));
    }
    expect((await fetch(`${service.url}/department/list/0/1`, { method: 'HEAD' })).status).to.equal(401);
  });

  it('treats more than one Authorization header as an invalid token', async () => {
    const line = `Authorization: Bearer ${token}\r\n`;
    const request = `GET /geo-locations/address/MUC HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}`;
    expect((await raw(`${request}\r\n`)).status).to.equal(200);
    const twice = await raw(`${request}${line}\r\n`);
    expect(twice.status).to.equal(401);
    expect(codeOf(twice.body)).to.equal('AUTH_ERROR');
    expect(twice.headers).to.include('www-authenticate: bearer error="invalid_token"');
  });

  it('does not miss a second Authorization header after many others', async () => {
    const line = `Authorization: Bearer ${token}\r\n`;
    const request = `GET /geo-locations/address/MUC HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${line}`;
    expect((await raw(`${request}${'a:b\r\n'.repeat(900)}\r\n`)).status).to.equal(200);
    expect((await raw(`${request}${'a:b\r\n'.repeat(900)}${line}\r\n`)).status).to.equal(401);
    for (const others of [998, 1500, 4000]) {
      const answer = await raw(`${request}${'a:b\r\n'.repeat(others)}${line}\r\n`);
      expect([answer.status, codeOf(answer.body)]).to.deep.equal([431, 'HEADERS_TOO_LARGE']);
    }
  });

  it('ignores unknown parameters on the lists of departments, which the interface specifies, and refuses them elsewhere', async () => {
    for (const path of ['/department/list/0/10?search=night', '/department/hierarchy?depth=1'])
      expect((await service.request(path)).status).to.equal(200);
    const id = '65b100000000000000000001';
    const [status, code, message] = await problemOf(await service.request(`/department/${id}?depth=1`));
    expect([status, code]).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(message).to.include('is not a parameter of this query; it has none');
  });

  it('explains in the answer for an unknown path how to encode a slash', async () => {
    const [, , message] = await problemOf(await service.request('/geo-locations/address/12/4 High St'));
    expect(message).to.include('%2F');
  });

  it('refuses a body in another charset than UTF-8', async () => {
    const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.x'] } });
    const statusOf = async (charset: string) => {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      return (
        await problemOf(await service.request('/user/add-permissions', { method: 'PUT', body, headers }))
      )[2];
    };
    for (const charset of ['latin1', 'utf-16', 'bogus']) {
      expect(await statusOf(charset)).to.equal(
        'The body must be in UTF-8, not in the charset of Content-Type',
      );
    }
  });

  it('names the refused header before the body is read, in the answer and in the log', async () => {
    for (const request of [
      'hello\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ]) {
      const { headers, status } = await raw(request);
      const [, id] = /x-request-id: ([\w-]{36})/.exec(headers) ?? [];
      const line = service.logged.find(({ fields }) => fields.requestId === id);
      expect(line?.fields).to.include({ status });
    }
  });

  const broken: Record<string, readonly [request: string, status: number, code: string]> = {
    'text that is not HTTP': ['hello\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'an unknown method': ['BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'a space in the path': ['GET /a b HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'two lengths': [
      'PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'VALIDATION_ERROR',
    ],
    'a length and chunks': [
      'PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'VALIDATION_ERROR',
    ],
    'no host': ['GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'headers of 100 kB': [
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    'a path of 100 kB': [`GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    'a strange expectation': [
      'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: cake\r\n\r\n',
      404,
      'NOT_FOUND',
    ],
    'an absolute address': [
      'GET http://evil.example/nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      404,
      'NOT_FOUND',
    ],
    'an asterisk': ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404, 'NOT_FOUND'],
    'an upgrade': [
      'GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n',
      404,
      'NOT_FOUND',
    ],
    'two hosts': ['GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'an invalid host': ['GET / HTTP/1.1\r\nHost: a b<>:x\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'a host of two': ['GET / HTTP/1.1\r\nHost: evil.org,good\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'a host of dots': ['GET / HTTP/1.1\r\nHost: ..\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'a host with a user': ['GET / HTTP/1.1\r\nHost: a@b\r\n\r\n', 400, 'VALIDATION_ERROR'],
    'a host with two ports': ['GET / HTTP/1.1\r\nHost: a:1:2\r\n\r\n', 400, 'VALIDATION_ERROR'],
    ...Object.fromEntries(
      ['ops_admin-1.example.org.:3000', '127.0.0.1:80', '[::ffff:127.0.0.1]:3000', 'x:', ''].map((host) => [
        `the host "${host}"`,
        [`GET /nowhere HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, 404, 'NOT_FOUND'] as const,
      ]),
    ),
    'an invalid address': [
      'GET http://[::1/geo-locations/address/12%20Secret%20Street HTTP/1.1\r\nHost: x\r\n\r\n',
      400,
      'VALIDATION_ERROR',
    ],
    'a tunnel': [
      'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n',
      400,
      'VALIDATION_ERROR',
    ],
    'an old version without a host': ['GET /nowhere HTTP/1.0\r\n\r\n', 404, 'NOT_FOUND'],
  };
  for (const [what, [request, status, code]] of Object.entries(broken)) {
    it(`answers ${status} to ${what}, in the form of the interface`, async () => {
      const answer = await raw(request);
      expect(answer.status).to.equal(status);
      expect(answer.headers).to.include('content-type: application/json');
      expect(codeOf(answer.body)).to.equal(code);
    });
  }

  it('answers a malformed request also after a good one', async () => {
    const good = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    for (const [bad, status] of [
      ['GET / HTTP/1.1\r\n\r\n', 400],
      ['hello\r\n\r\n', 400],
      [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`, 431],
    ] as const) {
      const socket = connect(service.port, '127.0.0.1');
      socket.write(good);
      await once(socket, 'data');
      socket.write(bad);
      expect(await text(socket)).to.match(new RegExp(`^HTTP/1.1 ${status} `));
    }
  });

  it('answers requests for another protocol, with and without a body, and then closes the connection', async () => {
    const upgrade = `Authorization: Bearer ${token}\r\nConnection: keep-alive, Upgrade\r\nUpGrade: h2c\r\n`;
    const body =
      '{"subject":{"type":"user","id":"x"},"action":{"name":"a"},"resource":{"type":"b","id":"c"}}';
    const post = (length: string) =>
      `POST /access/v1/evaluation HTTP/1.1\r\nHost: x\r\n${upgrade}Content-Type: application/json\r\n${length}\r\n\r\n`;
    const hidden = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
    const requests: Readonly<Record<string, string>> = {
      [`GET /health/live HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`]: '200',
      [`${post(`Content-Length: ${body.length}`)}${body}`]: '403',
      [`${post('Transfer-Encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`]: '403',
    };
    for (const [request, status] of Object.entries(requests))
      for (const size of [1_000, 97, 1]) {
        const sent = request + hidden;
        const { ended, socket } = await rawClient(service.port);
        socket.setNoDelay(true);
        for (let at = 0; at < sent.length; at += size) {
          socket.write(sent.slice(at, at + size));
          if (at % 20 === 0) await new Promise((resolve) => setImmediate(resolve));
        }
        const statuses = [...(await ended).text.matchAll(/HTTP\/1.1 (\d+) /g)].map(([, one]) => one);
        expect(statuses, `${size} bytes a piece`).to.deep.equal([status]);
      }
  });

  it('does not log data that cannot become a request', () => {
    expect(JSON.stringify(service.logged)).to.not.include('Secret');
  });

  it('is answered before its connection ends, also while its body is still being sent', async () => {
    const half = ' '.repeat(500);
    const head = `Host: x\r\nConnection: close\r\nContent-Length: ${2 * half.length}\r\n\r\n`;
    const { ended, socket } = await rawClient(
      service.port,
      `PUT /user/add-permissions HTTP/1.1\r\n${head}${half}`,
    );
    // Reads only once it has written, as a client that is busy does.
    socket.pause();
    for (const byte of half) {
      socket.write(byte);
      if (socket.bytesWritten % 100 === 0) await service.request('/health/live');
    }
    socket.resume();
    expect(readAnswer((await ended).text).status).to.equal(401);
  });

  it('is answered where the rest of its body never arrives', async () => {
    const head = 'Host: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\n';
    const { ended } = await rawClient(service.port, `PUT /user/add-permissions HTTP/1.1\r\n${head}x`);
    expect(readAnswer((await ended).text).status).to.equal(401);
  });

  it('survives a client that disconnects during a body', async () => {
    const admin = await service.tokenOf(
      (await service.ports.users.list())._unsafeUnwrap()[0]?.id as typeof PLAIN_USER.id,
    );
    const socket = connect(service.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      'PUT /user/remove-permissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
        `Authorization: Bearer ${admin}\r\nContent-Length: 5000\r\n\r\n{"payload":{"userId":"`,
    );
    // Later data is read later.
    await service.request('/health/live');
    socket.destroy();
    await once(socket, 'close');
    await service.request('/health/live');
    expect(service.logged.filter(({ level }) => level === 'error')).to.deep.equal([]);
  });
});

describe('Health', () => {
  it('is answered without a token', async () => {
    const service = await openService();
    for (const path of ['/health/live', '/health/ready']) {
      const response = await fetch(service.url + path);
      expect(response.status).to.equal(200);
      expect(await response.json()).to.deep.equal({ status: 'ok' });
    }
    await service.close();
  });

  it('is live but not ready when the database cannot be read', async () => {
    const health = { check: () => errAsync({ type: 'store-unavailable', cause: 'gone' } as const) };
    const service = await openService({ ports: { health } });
    expect((await fetch(`${service.url}/health/live`)).status).to.equal(200);
    const problem = await problemOf(await fetch(`${service.url}/health/ready`));
    expect(problem.slice(0, 2)).to.deep.equal([503, 'SERVICE_UNAVAILABLE']);
    await service.close();
  });
});

describe('An answer that cannot be written', () => {
  it('is a 500 in the form of the interface', async () => {
    const health = { check: () => okAsync(undefined) };
    const circular: { list?: unknown } = {};
    circular.list = circular;
    const departments = {
      list: () => okAsync({ total: circular as unknown as number, departments: [] }),
    };
    const service = await openService({ ports: { departments, health } });
    const response = await service.request('/department/list/0/0');
    expect((await problemOf(response)).slice(0, 2)).to.deep.equal([500, 'SERVER_ERROR']);
    const line = service.logged.find(({ level }) => level === 'error');
    expect(line?.fields).to.include({ requestId: response.headers.get('x-request-id') });
    await service.close();
  });
});

describe('An unexpected exception', () => {
  it('is a 500 and a log line', async () => {
    const health = {
      check: () => {
        throw new Error('oops');
      },
    };
    const service = await openService({ ports: { health } });
    const response = await fetch(`${service.url}/health/ready`);
    const [status, code, message] = await problemOf(response);
    await service.close();
    expect([status, code]).to.deep.equal([500, 'SERVER_ERROR']);
    expect(message).to.include(response.headers.get('x-request-id')).and.to.not.include('oops');
    expect(String(service.logged[0]?.fields.err)).to.include('oops');
  });
});
