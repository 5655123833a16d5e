import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Readiness } from '@ops-admin/adapter-http-koa';
import { errAsync, FixedWindowRateLimiter, type GeoLookup, ResultAsync } from '@ops-admin/core';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';
import { liveStatus, type RawClient, rawClient, readAnswer } from './raw-client.ts';

/** An address provider that answers when it is released. */
class HeldProvider implements GeoLookup {
  #held: { address: string; release: () => void }[] = [];

  get held(): number {
    return this.#held.length;
  }

  /** Counts the lookups of one address that are held. */
  heldOf(address: string): number {
    return this.#held.filter((lookup) => lookup.address === address).length;
  }

  lookup(address: string): ReturnType<GeoLookup['lookup']> {
    const released = new Promise<void>((release) => this.#held.push({ address, release }));
    return ResultAsync.fromSafePromise(released).andThen(() =>
      errAsync({ type: 'location-not-found' } as const),
    );
  }

  release(): void {
    for (const { release } of this.#held.splice(0)) release();
  }
}

describe('Overload', () => {
  before('the description is read while it can be', async () => {
    const service = await openService();
    await fetch(`${service.url}/health/live`);
    await service.close();
  });

  const rateLimiter = new FixedWindowRateLimiter({ limit: 1e9, windowSeconds: 60 }, () => performance.now());
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

  const isHeld = (requests: number) =>
    until(() => provider.held === requests, `${requests} requests at the provider`);

  const ask = (address = '12 Some Street') =>
    service.request(`/geo-locations/address/${encodeURIComponent(address)}`);

  /**
   * Holds as many lookups as may run, and expects the next request to be refused. Earlier requests may still arrive at
   * the provider or be about to end, and take room until then: only lookups of an address of our own count as held.
   */
  async function expectRoomFor(requests: number): Promise<void> {
    const address = '7 Own Street';
    const held = await until(async () => {
      provider.release();
      let answered = 0;
      const asked = Array.from({ length: requests }, async () => {
        const response = await ask(address);
        answered++;
        return response;
      });
      await until(() => provider.heldOf(address) + answered >= requests, 'requests that are held or refused');
      if (answered === 0) return asked;
      const isOver = () => {
        provider.release();
        return answered === requests;
      };
      await until(isOver, 'an answer to each of them');
      return undefined;
    }, `room for ${requests} requests`);
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
    it('is reported at the exact limit, and ends when other requests are done', async () => {
      await open({ maxRequests: 5 });
      for (let round = 0; round < 3; round++) await expectRoomFor(5);
    });

    it('does not affect health checks, and is described for every endpoint, as pages of other origins may see', async () => {
      await open({ maxRequests: 1, allowedOrigins: ['https://ops.example.org'] });
      const held = ask();
      await isHeld(1);
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

    it('is temporary: after thousands of clients disconnect, the limit is as before', async () => {
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
          for (let turns = n % 3; turns > 0; turns--) await nextTurn();
          if (n % 2 === 0) socket.destroy();
          else socket.resetAndDestroy();
        }
        if (done % 400 === 0) provider.release();
      }
      // A client that hung up is not waited for, but the provider still is: their work is not done until it is released.
      await expectRoomFor(20);
      expect(service.logged.filter(({ level }) => level === 'error')).to.deep.equal([]);
    });

    it('counts pipelined requests one by one', async () => {
      await open({ maxRequests: 5 });
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const client = await rawClient(service.port, lookup.repeat(8));
      await isHeld(5);
      expect((await ask()).status).to.equal(503);
      provider.release();
      await until(() => client.received().split('HTTP/1.1 ').length === 9, 'eight answers');
      expect(client.received().match(/HTTP\/1\.1 \d+/g)).to.deep.equal([
        ...Array(5).fill('HTTP/1.1 404'),
        ...Array(3).fill('HTTP/1.1 503'),
      ]);
      client.socket.destroy();
      await expectRoomFor(5);
    });

    it('serves a body that follows 20 other requests on its connection', async () => {
      await open({});
      const payload = { userId: PLAIN_USER.id, permissions: ['service.late'] };
      const body = JSON.stringify({ payload });
      const list = `GET /auth/session HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const put =
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const client = await rawClient(service.port, list.repeat(20) + put + body.slice(0, 5));
      await until(() => client.received().split('HTTP/1.1 200').length === 21, 'what was asked for');
      client.socket.write(body.slice(5));
      await until(() => client.received().split('HTTP/1.1 200').length === 22, 'what was asked for');
      client.socket.destroy();
    });

    it('answers a client that half-closes after a complete request', async () => {
      await open({});
      const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.half'] } });
      const put =
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const client = await rawClient(service.port, '', { allowHalfOpen: true });
      client.socket.end(put + body);
      const { text } = await client.ended;
      expect(readAnswer(text).status).to.equal(200);
      const held = (await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap();
      expect([...held]).to.include('service.half');
    });

    it('disconnects a client that half-closes during a request', async () => {
      await open({});
      for (const sent of [
        '',
        'GET /auth/session HT',
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
      ]) {
        const client = await rawClient(service.port, '', { allowHalfOpen: true });
        client.socket.end(sent);
        client.socket.once('end', () => client.socket.destroy());
        expect((await client.ended).text, sent).to.not.contain('HTTP/1.1 200');
      }
    });

    it('changes nothing for a request that is refused while its answer waits for another', async () => {
      await open({ limits: { headers: 200, request: 200, checkEvery: 20 } });
      const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.late'] } });
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const put =
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const client = await rawClient(service.port, lookup + put + body.slice(0, -1));
      await isHeld(1);
      // One that began later has taken too long: so has that one.
      const later = await rawClient(service.port, put + body.slice(0, -1));
      expect((await later.ended).text).to.match(/^HTTP\/1\.1 408/);
      client.socket.write(body.slice(-1));
      // Another request is read after it.
      await service.request('/health/live');
      provider.release();
      const { text } = await client.ended;
      expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 404', 'HTTP/1.1 408']);
      const held = (await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap();
      expect([...held]).to.not.include('service.late');
    });

    it('separates headers and bodies wherever they are cut', async () => {
      await open({});
      const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
      const put = (headers: string) =>
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
      const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.late'] } });
      const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
      const chunked = put('Transfer-Encoding: chunked');
      const sent = Buffer.from(
        [
          get('/health/live'),
          put(`Content-Length: ${body.length}`) + body,
          `${chunked}${chunk(body.slice(0, 9))}${chunk(body.slice(9))}0\r\n\r\n`,
          `${put('Content-Length: 0')}\r\n\r\n`,
          `${put(`Content-Length: ${body.length + 3_000}`)}${body}${'\r\n\r\n  '.repeat(500)}`,
          `${chunked}${chunk(body)}${chunk('\r\n\r\n'.repeat(500))}0\r\nA: b\r\n\r\n`,
          get('/nowhere'),
        ]
          .join('')
          .repeat(3),
      );
      const statuses = [200, 200, 200, 400, 200, 200, 404].map((status) => `HTTP/1.1 ${status}`);
      for (const size of [sent.length, 1_000, 211, 31]) {
        const client = await rawClient(service.port);
        client.socket.setNoDelay();
        for (let at = 0; at < sent.length; at += size) {
          client.socket.write(sent.subarray(at, at + size));
          await nextTurn();
        }
        await until(
          () => client.received().split('HTTP/1.1 404').length === 4,
          `all answers, cut by ${size}`,
        );
        expect(client.received().match(/HTTP\/1\.1 \d+/g)).to.deep.equal([
          ...statuses,
          ...statuses,
          ...statuses,
        ]);
        client.socket.destroy();
      }
    });
  });

  describe('of connections', () => {
    const isServed = async () => (await liveStatus(service.port)) === 200;

    it('is reported at the exact limit, and ends when others disconnect', async () => {
      await open({ limits: { connections: 5 } });
      const clients = await Promise.all(Array.from({ length: 5 }, () => rawClient(service.port)));
      for (let round = 0; round < 3; round++) {
        const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
        const { text } = await (await rawClient(service.port, lookup)).ended;
        expect(text, 'the answer to one more').to.equal('');
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
      await until(isServed, 'a free place');
      for (const { socket } of clients) socket.destroy();
    });

    it('disconnects a flood, and serves earlier clients', async () => {
      await open({ limits: { connections: 3 } });
      const [first] = await Promise.all([1, 2, 3].map(() => rawClient(service.port)));
      const { socket, received } = first as RawClient;
      const flood = await Promise.all(
        Array.from({ length: 600 }, () => rawClient(service.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
      );
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => received().endsWith('{"status":"ok"}'), 'an answer to the first');
      const answers = await Promise.all(flood.map(({ ended }) => ended));
      expect(answers.filter(({ text }) => text !== '')).to.deep.equal([]);
    });

    it('frees the connection of a refused client, also where it does not disconnect', async () => {
      await open({ limits: { connections: 1 } });
      const refused = await rawClient(service.port, 'rubbish\r\n\r\n', { allowHalfOpen: true });
      await once(refused.socket, 'end');
      expect(readAnswer(refused.received()).status).to.equal(400);
      // The server lingers for a second.
      await until(isServed, 'a free place');
      refused.socket.destroy();
    });

    it('frees a connection with every client that disconnects, in any way', async () => {
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
        await until(isServed, 'a free place');
      }
      let clients: RawClient[] = [];
      const areTaken = async () => {
        for (const { ended, socket } of clients) await Promise.all([ended, socket.destroy()]);
        clients = await Promise.all(Array.from({ length: 50 }, () => rawClient(service.port)));
        for (const { socket } of clients) socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
        await Promise.all(clients.map(({ socket }) => once(socket, 'data')));
        return clients.every(({ received }) => received().startsWith('HTTP/1.1 200'));
      };
      await until(areTaken, 'a place for each of fifty clients');
      expect((await (await rawClient(service.port)).ended).text).to.equal('');
      for (const { socket } of clients) socket.destroy();
    });
  });
});

describe('Readiness', () => {
  it('ends once it is withdrawn, while requests are served on connections that end with them', async () => {
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
    await until(() => provider.held === 1, 'a request at the provider');
    readiness.withdraw();
    provider.release();
    expect((await running).headers.get('connection')).to.equal('close');
    await service.close();
  });
});
