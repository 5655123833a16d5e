import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Readiness } from '@ops-admin/adapter-http-koa';
import { errAsync, FixedWindowRateLimiter, type GeoLookup, ResultAsync } from '@ops-admin/core';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';
import { type RawClient, rawClient, readAnswer } from './raw-client.ts';

/** An address provider that answers when it is let. */
class HeldProvider implements GeoLookup {
  #held: (() => void)[] = [];

  get held(): number {
    return this.#held.length;
  }

  lookup(): ReturnType<GeoLookup['lookup']> {
    const released = new Promise<void>((resolve) => this.#held.push(resolve));
    return ResultAsync.fromSafePromise(released).andThen(() =>
      errAsync({ type: 'location-not-found' } as const),
    );
  }

  release(): void {
    for (const release of this.#held.splice(0)) release();
  }
}

describe('Overload', () => {
  before('the description is read while it can be', async () => {
    const service = await openService();
    await fetch(`${service.url}/health/live`);
    await service.close();
  });

  const rateLimiter = new FixedWindowRateLimiter({ limit: 1e9, windowSeconds: 60 }, () => new Date());
  let service: OpenService;
  let provider: HeldProvider;
  let authorization: string;
  afterEach(async () => {
    provider.release();
    await service.close();
  });

  async function open(parts: Parameters<typeof openService>[0]): Promise<void> {
    provider = new HeldProvider();
    service = await openService({ geoLookup: provider, rateLimiter, ...parts });
    authorization = `Authorization: Bearer ${await service.tokenOf(ADMIN.id)}`;
  }

  async function until(condition: () => boolean): Promise<void> {
    for (let turn = 0; !condition(); turn++) {
      if (turn > 1000) throw new Error('it does not happen');
      await sleep(5);
    }
  }

  const ask = () => service.request('/geo-locations/address/12%20Some%20Street');

  /** Holds as many lookups as may run, and expects the next request to be refused. */
  async function expectRoomFor(requests: number): Promise<void> {
    const held = Array.from({ length: requests }, ask);
    await until(() => provider.held === requests);
    const refused = await ask();
    expect(refused.headers.get('retry-after')).to.equal('1');
    expect(refused.headers.get('x-request-id')).to.match(/^[\w-]{36}$/);
    expect(await problemOf(refused)).to.deep.equal([
      503,
      'SERVICE_UNAVAILABLE',
      'Too many requests are running; try again',
    ]);
    provider.release();
    for (const response of await Promise.all(held)) expect(response.status).to.equal(404);
  }

  describe('of requests', () => {
    it('is reported at the very number, and is over when others are done', async () => {
      await open({ maxRequests: 5 });
      for (let round = 0; round < 3; round++) await expectRoomFor(5);
    });

    it('leaves health alone, and is described for every endpoint, as pages of other origins may see', async () => {
      await open({ maxRequests: 1, allowedOrigins: ['https://ops.example.org'] });
      const held = ask();
      await until(() => provider.held === 1);
      for (const path of ['/health/live', '/health/ready']) {
        expect((await fetch(service.url + path)).status).to.equal(200);
      }
      const endpoints = [
        ['GET', '/department/list/0/0'],
        ['GET', '/department/hierarchy'],
        ['PUT', '/user/add-permissions'],
        ['PUT', '/user/remove-permissions'],
        ['GET', '/geo-locations/address/JFK'],
        ['GET', '/openapi.json'],
        ['GET', '/docs'],
      ] as const;
      for (const [method, path] of endpoints) {
        const headers = { origin: 'https://ops.example.org' };
        const response = await fetch(service.url + path, { method, headers });
        expect(response.status, path).to.equal(503);
        expect(response.headers.get('access-control-allow-origin')).to.equal('https://ops.example.org');
        expect(response.headers.get('access-control-expose-headers')).to.include('Retry-After');
      }
      provider.release();
      expect((await held).status).to.equal(404);
    });

    it('is not lasting: thousands of clients that hang up leave room as before', async function () {
      this.timeout(60_000);
      await open({ maxRequests: 20 });
      const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.a'] } });
      const put = (more: string) =>
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;
      const get = (path: string, more = authorization) =>
        `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n\r\n`;
      const lookup = get('/geo-locations/address/12%20Some%20Street');
      const rude: (string | Buffer)[] = [
        lookup,
        lookup.repeat(3),
        get('/department/list/0/0').repeat(30),
        put(`Content-Length: ${body.length}`) + body.slice(0, -1),
        put(`Content-Length: ${body.length}`) + body,
        Buffer.concat([
          Buffer.from(put('Content-Encoding: gzip\r\nContent-Length: 500')),
          gzipSync(body).subarray(0, 30),
        ]),
        `${put('Transfer-Encoding: chunked')}5\r\n{"a":`,
        `${put('Transfer-Encoding: chunked')}zz\r\n`,
        put('Expect: 100-continue\r\nContent-Length: 500'),
        `${lookup}GET / HTTP/1.1\r\n\r\n`,
        `${lookup}rubbish`,
        get('/nowhere'),
        get('/department/list/0/0', 'Connection: upgrade\r\nUpgrade: websocket'),
        `HEAD /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n`,
        'OPTIONS /department/hierarchy HTTP/1.1\r\nHost: x\r\n\r\n',
        get('/docs/swagger-ui-bundle.js').repeat(3),
      ];
      const sent = 2000;
      for (let done = 0; done < sent; done += 40) {
        const clients = await Promise.all(
          Array.from({ length: 40 }, (_, n) => rawClient(service.port, rude[(done + n) % rude.length])),
        );
        // Some before they are read, some while their work is done, some with their answer on the way.
        for (const [n, { socket }] of clients.entries()) {
          if (n % 3 > 0) await sleep(n % 3 === 1 ? 0 : 2);
          if (n % 2 === 0) socket.destroy();
          else socket.resetAndDestroy();
        }
        if (done % 400 === 0) provider.release();
      }
      await sleep(200);
      // A client that hung up is not waited for, but the provider still is: their work is not done.
      provider.release();
      await sleep(100);
      expect(provider.held).to.equal(0);
      await expectRoomFor(20);
      expect(service.logged.filter(({ level }) => level === 'error')).to.deep.equal([]);
    });

    it('counts pipelined requests one by one, and their answers until they are taken', async () => {
      await open({ maxRequests: 5 });
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const client = await rawClient(service.port, lookup.repeat(8));
      await until(() => provider.held === 5);
      expect((await ask()).status).to.equal(503);
      provider.release();
      await until(() => client.received().split('HTTP/1.1 ').length === 9);
      expect(client.received().match(/HTTP\/1\.1 \d+/g)).to.deep.equal([
        ...Array(5).fill('HTTP/1.1 404'),
        ...Array(3).fill('HTTP/1.1 503'),
      ]);
      client.socket.destroy();
      await expectRoomFor(5);
    });

    it('changes nothing for a request that is refused while its answer waits for another', async () => {
      await open({ limits: { headers: 200, request: 200, checkEvery: 20 } });
      const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.late'] } });
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const put =
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const client = await rawClient(service.port, lookup + put + body.slice(0, -1));
      await until(() => provider.held === 1);
      await sleep(400);
      client.socket.write(body.slice(-1));
      await sleep(50);
      provider.release();
      const { text } = await client.ended;
      expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 404', 'HTTP/1.1 408']);
      const held = (await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap();
      expect([...held]).to.not.include('service.late');
    });

    it('forgets answers that wait for another one when their connection is gone', async () => {
      await open({ maxRequests: 5 });
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const list = `GET /department/hierarchy HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const client = await rawClient(service.port, lookup + list.repeat(4));
      await until(() => service.logged.filter(({ fields }) => fields.status === 200).length === 4);
      expect((await ask()).status).to.equal(503);
      client.socket.destroy();
      await sleep(50);
      provider.release();
      await sleep(50);
      await expectRoomFor(5);
    });
  });

  describe('of connections', () => {
    it('is reported at the very number, and is over when others hang up', async () => {
      await open({ limits: { connections: 5 } });
      const clients = await Promise.all(Array.from({ length: 5 }, () => rawClient(service.port)));
      for (let round = 0; round < 3; round++) {
        const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
        const { after, text } = await (await rawClient(service.port, lookup)).ended;
        const { body, headers, status } = readAnswer(text);
        expect(status).to.equal(503);
        expect(headers).to.include('\r\nretry-after: 1\r\n').and.to.include('\r\nconnection: close\r\n');
        expect(headers).to.include('\r\ncontent-type: application/json; charset=utf-8');
        expect(JSON.parse(body)).to.deep.equal({
          error: { code: 'SERVICE_UNAVAILABLE', message: 'Too many connections are open; try again' },
        });
        expect(after).to.be.lessThan(1000);
      }
      expect(provider.held, 'nothing is done for them').to.equal(0);
      // Once a minute is enough.
      const warned = service.logged.filter(({ level }) => level === 'warn');
      expect(warned.map(({ fields }) => fields)).to.deep.equal([{ connections: 5 }]);
      for (const { socket } of clients) {
        socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
        await once(socket, 'data');
      }
      for (const { socket } of clients.slice(0, 2)) socket.destroy();
      await sleep(50);
      expect((await fetch(`${service.url}/health/live`)).status).to.equal(200);
      for (const { socket } of clients) socket.destroy();
    });

    it('hangs up on a flood, and serves those who were there before', async () => {
      await open({ limits: { connections: 3 } });
      const [first] = await Promise.all([1, 2, 3].map(() => rawClient(service.port)));
      const { socket, received } = first as RawClient;
      const flood = await Promise.all(
        Array.from({ length: 600 }, () => rawClient(service.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
      );
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => received().endsWith('{"status":"ok"}'));
      const answers = await Promise.all(flood.map(({ ended }) => ended));
      const refused = answers.filter(({ text }) => text.startsWith('HTTP/1.1 503'));
      expect(refused.length).to.be.within(100, 600);
      expect(answers.filter(({ text }) => text !== '' && !text.startsWith('HTTP/1.1 503'))).to.deep.equal([]);
    });

    it('frees the place of a client that is refused, also where it does not hang up', async () => {
      await open({ limits: { connections: 1 } });
      const refused = await rawClient(service.port, 'rubbish\r\n\r\n', { allowHalfOpen: true });
      await once(refused.socket, 'end');
      expect(readAnswer(refused.received()).status).to.equal(400);
      // The server lingers for a second.
      await sleep(1200);
      expect((await fetch(`${service.url}/health/live`)).status).to.equal(200);
      refused.socket.destroy();
    });

    it('frees a place with every client that goes, however it goes', async () => {
      await open({ limits: { connections: 50 } });
      const ways = ['', 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n', 'rubbish\r\n\r\n', 'GET / HT'];
      for (let round = 0; round < 20; round++) {
        const clients = await Promise.all(
          Array.from({ length: 50 }, (_, n) => rawClient(service.port, ways[n % ways.length])),
        );
        for (const [n, { socket }] of clients.entries()) {
          if (n % 2 === 0) socket.destroy();
          else socket.resetAndDestroy();
        }
        await Promise.all(clients.map(({ ended }) => ended));
        await sleep(5);
      }
      const clients = await Promise.all(Array.from({ length: 50 }, () => rawClient(service.port)));
      await sleep(50);
      expect(clients.map(({ received }) => received()).join('')).to.equal('');
      expect(readAnswer((await (await rawClient(service.port)).ended).text).status).to.equal(503);
      for (const { socket } of clients) socket.destroy();
    });
  });
});

describe('Requests that are read in one turn of the event loop', () => {
  it('do not all wait for the slowest', async () => {
    const answeredBefore = new Map<number, number[]>();
    let turn = 0;
    const verify = () => {
      if (!answeredBefore.has(turn)) setImmediate(() => turn++);
      answeredBefore.set(turn, [...(answeredBefore.get(turn) ?? []), service.logged.length]);
      const until = performance.now() + 5;
      while (performance.now() < until);
      return errAsync({ type: 'invalid-token', reason: 'a test' } as const);
    };
    const service = await openService({ tokens: { verify } });
    const accepted = 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n';
    const clients = await Promise.all(Array.from({ length: 10 }, () => rawClient(service.port, accepted)));
    for (const { received } of clients) while (received() === '') await sleep(5);

    const last =
      'GET /auth/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n';
    for (const { socket } of clients) socket.write(last);
    for (const { ended } of clients) expect((await ended).text).to.contain('HTTP/1.1 401');
    const [longest = []] = [...answeredBefore.values()].sort((a, b) => b.length - a.length);
    expect(longest.length, 'requests of one turn').to.be.above(3);
    expect(longest.at(-1), 'answers before its last request').to.be.above(longest[0] ?? 0);
    await service.close();
  });
});

describe('Readiness', () => {
  it('is gone once it is withdrawn, while requests are served on connections that end with them', async () => {
    const readiness = new Readiness();
    const service = await openService({ readiness });
    const before = await fetch(`${service.url}/health/ready`);
    expect([before.status, before.headers.get('connection')]).to.deep.equal([200, 'keep-alive']);
    readiness.withdraw();
    const ready = await fetch(`${service.url}/health/ready`);
    expect(ready.headers.get('connection')).to.equal('close');
    expect(await problemOf(ready)).to.deep.equal([503, 'SERVICE_UNAVAILABLE', 'The service is stopping']);
    for (const path of ['/health/live', '/department/hierarchy', '/geo-locations/address/JFK']) {
      const served = await service.request(path);
      expect(served.headers.get('connection'), path).to.equal('close');
      expect(served.status, path).to.be.oneOf([200, 404]);
    }
    expect((await service.request('/nowhere')).headers.get('connection')).to.equal('close');
    await service.close();
  });

  it('ends the connection of a request that ran before', async () => {
    const provider = new HeldProvider();
    const readiness = new Readiness();
    const service = await openService({ readiness, geoLookup: provider });
    const running = service.request('/geo-locations/address/12%20Some%20Street');
    while (provider.held === 0) await sleep(5);
    readiness.withdraw();
    provider.release();
    expect((await running).headers.get('connection')).to.equal('close');
    await service.close();
  });
});
