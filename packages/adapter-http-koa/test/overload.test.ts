import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { endpoint, Readiness } from '@ops-admin/adapter-http-koa';
import { errAsync, FixedWindowRateLimiter, type GeoLookup, ok, ResultAsync } from '@ops-admin/core';
import { aDraft, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import * as v from 'valibot';
import { until } from '../../../test/until.ts';
import {
  ADMIN,
  type OpenService,
  openOrganisation,
  openService,
  PLAIN_USER,
  problemOf,
} from './open-service.ts';
import { liveStatus, type RawClient, rawClient, readAnswer } from './raw-client.ts';

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

/** What Node.js parses: requests by the port of their client, pieces of bodies and their characters. */
class ParsedRequests {
  readonly #byPort = new Map<number | undefined, number>();
  pieces = 0;
  bytes = 0;

  constructor() {
    subscribe('http.server.request.start', this.#count);
  }

  get total(): number {
    return [...this.#byPort.values()].reduce((sum, one) => sum + one, 0);
  }

  of({ socket }: RawClient): number {
    return this.#byPort.get(socket.localPort) ?? 0;
  }

  stop(): void {
    unsubscribe('http.server.request.start', this.#count);
  }

  readonly #count = (message: unknown) => {
    const { request } = message as { request: IncomingMessage };
    const { remotePort } = request.socket;
    this.#byPort.set(remotePort, (this.#byPort.get(remotePort) ?? 0) + 1);
    const push = request.push.bind(request);
    request.push = (piece) => {
      this.pieces++;
      this.bytes += piece?.length ?? 0;
      return push(piece);
    };
  };
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

  const isHeld = (requests: number) =>
    until(() => provider.held === requests, `${requests} requests at the provider`);

  const ask = () => service.request('/geo-locations/address/12%20Some%20Street');

  /**
   * Holds as many lookups as may run, and expects the next request to be refused. A request that is answered is done a
   * moment later: until then there is less room.
   */
  async function expectRoomFor(requests: number): Promise<void> {
    const held = await until(async () => {
      provider.release();
      let answered = 0;
      const asked = Array.from({ length: requests }, async () => {
        const response = await ask();
        answered++;
        return response;
      });
      await until(() => provider.held + answered >= requests, 'requests that are held or refused');
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
    it('is reported at the very number, and is over when others are done', async () => {
      await open({ maxRequests: 5 });
      for (let round = 0; round < 3; round++) await expectRoomFor(5);
    });

    it('leaves health alone, and is described for every endpoint, as pages of other origins may see', async () => {
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

    it('is not lasting: thousands of clients that hang up leave room as before', async () => {
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

    it('counts pipelined requests one by one, and their answers until they are taken', async () => {
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

    it('has at most 16 of a connection at work, and reads no more of it; others are served meanwhile', async () => {
      await open({ maxRequests: 1_000 });
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const client = await rawClient(service.port, lookup.repeat(2_000));
      await until(() => provider.held === 16, 'what was asked for');
      expect((await fetch(`${service.url}/health/live`)).status).to.equal(200);
      expect((await service.request('/auth/session')).status).to.equal(200);
      expect(provider.held).to.equal(16);
      let most = 0;
      await until(() => {
        most = Math.max(most, provider.held);
        provider.release();
        return client.received().split('HTTP/1.1 404').length > 2_000;
      }, '2,000 answers');
      expect(most).to.equal(16);
      client.socket.destroy();
    });

    it('answers a health check on a new connection before the requests of fifty that send 2,000 each', async () => {
      await open({});
      const flood = 'GET /department/list/0/0 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000);
      const clients = Array.from({ length: 50 }, () => connect(service.port, '127.0.0.1'));
      let answers = 0;
      for (const client of clients) {
        client.on('error', () => {});
        client.on('data', (chunk) => {
          answers += chunk.toString('latin1').split('HTTP/1.1 401').length - 1;
        });
        client.write(flood);
      }
      expect(await liveStatus(service.port)).to.equal(200);
      expect(answers).to.be.below(2_000);
      for (const client of clients) client.destroy();
    });

    it('carries out a body that comes after 20 other requests of its connection', async () => {
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

    it('answers a client that closes its sending half after a whole request', async () => {
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

    it('hangs up on a client that closes its sending half in the middle of a request', async () => {
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

    it('makes a list or a file once it is the next answer of its connection', async () => {
      await open({});
      const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const client = await rawClient(
        service.port,
        get('/geo-locations/address/x%20y') +
          get('/user/list/0/0') +
          get('/docs/swagger-ui.css') +
          get('/nowhere'),
      );
      const answered = () => service.logged.filter(({ message }) => message === 'request').length;
      await until(() => provider.held === 1 && answered() === 1, 'what was asked for');
      // Another connection is served meanwhile.
      await service.request('/nowhere');
      await until(() => answered() > 1, 'the line of that');
      expect(answered(), 'of the others, only the last is done').to.equal(2);
      provider.release();
      await until(() => client.received().includes('There is nothing at this path'), 'what was asked for');
      expect(client.received().match(/HTTP\/1\.1 \d+/g)).to.deep.equal(
        [404, 200, 200, 404].map((status) => `HTTP/1.1 ${status}`),
      );
      client.socket.destroy();
    });

    /** Thirty clients who have asked for a list that takes 30 ms to make, of which one is made. */
    async function thirtyLists(): Promise<{ readonly lists: readonly RawClient[]; made(): number }> {
      const { audit } = openOrganisation();
      let made = 0;
      const list: typeof audit.list = (query) => {
        made++;
        const until = performance.now() + 30;
        while (performance.now() < until);
        return audit.list(query);
      };
      await open({ ports: { audit: Object.assign(openOrganisation().audit, { list }) } });
      const request = `GET /audit/list HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const lists = await Promise.all(Array.from({ length: 30 }, () => rawClient(service.port)));
      for (const { socket } of lists) socket.write(request);
      await until(() => made > 0, 'the first list');
      return { lists, made: () => made };
    }

    it('accepts and answers others between lists, also where all come at once with a new token', async () => {
      const { lists, made } = await thirtyLists();
      const other = await rawClient(service.port, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => other.received() !== '', 'an answer to the other');
      expect(made(), 'lists before it').to.be.below(15);
      for (const { socket } of [...lists, other]) socket.destroy();
    });

    it('accepts others before it goes on with lists', async () => {
      const { lists, made } = await thirtyLists();
      const others = Array.from({ length: 400 }, () => connect(service.port, '127.0.0.1'));
      const before = made();
      expect(await liveStatus(service.port)).to.equal(200);
      expect(made() - before, 'lists before it').to.be.below(5);
      for (const socket of [...lists.map((list) => list.socket), ...others]) socket.destroy();
    });

    it('accepts others before it goes on with the pieces of a list', async () => {
      await open({});
      const users = Array.from({ length: 10_000 }, (_, n) => aUser(n + 10));
      (await service.ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      const { stringify } = JSON;
      let pieces = 0;
      JSON.stringify = (value: unknown, ...more: never[]) => {
        if (Array.isArray(value) && value.length === 250) pieces++;
        return stringify(value, ...more);
      };
      try {
        const list = service.request('/user/list/0/0');
        await until(() => pieces > 0, 'the first piece');
        const others = Array.from({ length: 80 }, () => connect(service.port, '127.0.0.1'));
        const before = pieces;
        expect(await liveStatus(service.port)).to.equal(200);
        expect(pieces - before, 'of 40 pieces').to.be.below(32);
        for (const socket of others) socket.destroy();
        expect((await list).status).to.equal(200);
      } finally {
        JSON.stringify = stringify;
      }
    });

    it('answers others between long bodies, also where all come at once', async () => {
      await open({});
      const body = JSON.stringify({ payload: 'x'.repeat(20_000) });
      const request =
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const { parse } = JSON;
      let read = 0;
      JSON.parse = (text, ...more) => {
        if (text === body) {
          read++;
          const until = performance.now() + 30;
          while (performance.now() < until);
        }
        return parse(text, ...more);
      };
      try {
        const clients = await Promise.all(Array.from({ length: 30 }, () => rawClient(service.port)));
        for (const { socket } of clients) socket.write(request);
        await until(() => read > 0, 'the first body');
        expect(await liveStatus(service.port)).to.equal(200);
        expect(read, 'bodies before it').to.be.below(15);
        for (const { socket } of clients) socket.destroy();
      } finally {
        JSON.parse = parse;
      }
    });

    it('holds 64 MiB of long bodies at once, and refuses more until their requests are answered', async () => {
      const waiting: (() => void)[] = [];
      const holding = endpoint({
        method: 'put',
        path: '/held',
        operationId: 'hold',
        tag: { name: 'Held', description: 'What is held.' },
        summary: 'Hold',
        description: 'Until it is let.',
        rights: { who: 'caller', badToken: 'UNAUTHORIZED' },
        body: { schema: v.unknown(), examples: {} },
        answer: { description: 'It was let.' },
        handler: () => async () => {
          await new Promise<void>((resolve) => waiting.push(resolve));
          return ok({});
        },
      });
      await open({ endpoints: [holding], mount: (app) => app });
      const hold = async (body: string) => {
        const headers = { 'content-type': 'application/json' };
        return (await service.request('/held', { method: 'PUT', headers, body })).status;
      };
      const long = JSON.stringify(['x'.repeat(1_000_000)]);
      const statuses: number[] = [];
      const all = Array.from({ length: 75 }, async () => statuses.push(await hold(long)));
      await until(() => waiting.length + statuses.length === 75, 'all of them');
      expect(statuses).to.deep.equal(Array(8).fill(503));
      const short = hold('[]');
      await until(() => waiting.length === 68, 'a short one');
      for (const go of waiting.splice(0)) go();
      await Promise.all([...all, short]);
      const next = hold(long);
      await until(() => waiting.length === 1, 'another long one');
      waiting.pop()?.();
      expect(await next).to.equal(200);
    });

    it('does not read bodies of hundreds of new connections before it accepts another', async () => {
      await open({});
      const body = JSON.stringify({ payload: 'x'.repeat(200_000) });
      const request =
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
      const parsed = new ParsedRequests();
      const others = Array.from({ length: 400 }, () => connect(service.port, '127.0.0.1'));
      for (const socket of others) {
        socket.on('error', () => {});
        socket.write(request);
      }
      expect(await liveStatus(service.port)).to.equal(200);
      parsed.stop();
      expect(parsed.bytes / body.length, 'bodies before it').to.be.below(150);
      for (const socket of others) socket.destroy();
    });

    it('reads on as ever where as many connections come one after the other', async () => {
      await open({});
      for (let done = 0; done < 70; done++) expect(await liveStatus(service.port)).to.equal(200);
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const parsed = new ParsedRequests();
      const client = await rawClient(
        service.port,
        lookup + 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20),
      );
      await isHeld(1);
      expect(parsed.of(client), 'all that came together').to.equal(21);
      parsed.stop();
      client.socket.destroy();
    });

    it('does not make a list for a client that is gone', async () => {
      await open({ maxRequests: 5 });
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const list = `GET /user/list/0/0 HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const client = await rawClient(service.port, lookup + list.repeat(4));
      await until(() => provider.held === 1, 'what was asked for');
      client.socket.resetAndDestroy();
      // What is asked after it is answered after it was seen.
      await service.request('/nowhere');
      provider.release();
      await expectRoomFor(5);
      expect(service.logged.filter(({ fields }) => fields.status === 200)).to.deep.equal([]);
    });

    describe('once a connection has sent many ahead', () => {
      const lookup = () => `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
      const put = (headers: string) =>
        `PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
      const payload = { userId: PLAIN_USER.id, permissions: ['service.late'] };
      const body = JSON.stringify({ payload });
      let parsed: ParsedRequests;
      let before: RawClient;
      let after: RawClient;

      beforeEach(async () => {
        await open({});
        before = await rawClient(service.port);
        const many = await rawClient(
          service.port,
          lookup() + get('/nowhere').repeat(400) + get('/health/live'),
        );
        await isHeld(1);
        after = await rawClient(service.port);
        provider.release();
        await until(() => many.received().endsWith('{"status":"ok"}'), 'an answer to each of them');
        expect(many.received().split('HTTP/1.1 404')).to.have.length(402);
        many.socket.destroy();
        parsed = new ParsedRequests();
      });
      afterEach(() => {
        parsed.stop();
        for (const { socket } of [before, after]) socket.destroy();
      });

      it('parses no more of any than may run', async () => {
        for (const client of [before, after]) {
          client.socket.write(lookup() + get('/nowhere').repeat(2_000) + get('/health/live'));
        }
        await isHeld(2);
        await service.request('/nowhere');
        expect(await liveStatus(service.port)).to.equal(200);
        for (const client of [before, after]) expect(parsed.of(client)).to.equal(16);
        provider.release();
        for (const client of [before, after]) {
          await until(() => client.received().endsWith('{"status":"ok"}'), 'what was asked for');
          expect(client.received().split('HTTP/1.1 404')).to.have.length(2_002);
        }
      });

      it('answers a health check before requests of fifty who have sent 2,000 each and hung up', async () => {
        const others = await Promise.all(Array.from({ length: 50 }, () => rawClient(service.port)));
        for (const { socket } of others) {
          socket.write('GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(2_000));
          setImmediate(() => socket.destroy());
        }
        expect(await liveStatus(service.port)).to.equal(200);
        // At most 64 start in a turn.
        expect(parsed.total).to.be.below(1_000);
      });

      it('answers a health check before requests of 400 who have come before it', async () => {
        const others = Array.from({ length: 400 }, () => connect(service.port, '127.0.0.1'));
        for (const socket of others) {
          socket.on('error', () => {});
          socket.write('GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(200));
        }
        expect(await liveStatus(service.port)).to.equal(200);
        expect(parsed.total).to.be.below(1_500);
        for (const socket of others) socket.destroy();
      });

      it('turns away new connections while 1,000 wait for their turn, but none with a health check', async () => {
        const others = await Promise.all(Array.from({ length: 2_500 }, () => rawClient(service.port)));
        const old = others.slice(0, 10);
        for (const { socket } of old) socket.write(get('/nowhere'));
        await until(() => old.every(({ received }) => received() !== ''), 'an answer to the old ones');
        for (const { socket } of others.slice(10)) socket.write(get('/nowhere'));
        for (const { socket } of [...old, before]) socket.write(get('/health/live'));
        await until(() => others.every(({ received }) => received() !== ''), 'an answer to each');
        const refused = others.filter(({ received }) => received().startsWith('HTTP/1.1 503'));
        expect(refused.length).to.be.within(1, 1_490);
        for (const { received } of refused) {
          expect(received()).to.match(/retry-after: 1/i);
          expect(received()).to.match(/"Too many requests are running; try again"/);
        }
        for (const client of [...old, before]) {
          await until(
            () => client.received().endsWith('{"status":"ok"}'),
            'an answer to who was there before',
          );
        }
        for (const { socket } of others) socket.destroy();
      });

      it('takes long bodies as they come', async () => {
        const long = `{"payload":"${'x'.repeat(1_000_000)}"}`;
        for (const client of [before, after]) {
          client.socket.write(put(`Content-Length: ${long.length}`) + long + get('/health/live'));
          await until(() => client.received().endsWith('{"status":"ok"}'), 'both answers');
          expect(client.received()).to.match(/^HTTP\/1.1 400/);
        }
        expect(parsed.pieces).to.be.below(500);
      });

      it('takes heads and bodies apart wherever they are cut', async () => {
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

    it('forgets answers that wait for another one when their connection is gone', async () => {
      await open({ maxRequests: 5 });
      const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
      const nowhere = 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n';
      const client = await rawClient(service.port, lookup + nowhere.repeat(4));
      const refused = () => service.logged.filter(({ fields }) => fields.status === 404);
      await until(() => refused().length === 4, 'four refusals');
      expect((await ask()).status).to.equal(503);
      // One that closes its sending half alone may still read.
      client.socket.resetAndDestroy();
      await until(async () => (await service.request('/auth/session')).status === 200, 'room');
      provider.release();
      await expectRoomFor(5);
    });
  });

  describe('of connections', () => {
    const isServed = async () => (await liveStatus(service.port)) === 200;

    it('is reported at the very number, and is over when others hang up', async () => {
      await open({ limits: { connections: 5 } });
      const clients = await Promise.all(Array.from({ length: 5 }, () => rawClient(service.port)));
      for (let round = 0; round < 3; round++) {
        const lookup = `GET /geo-locations/address/x%20y HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`;
        const { text } = await (await rawClient(service.port, lookup)).ended;
        const { body, headers, status } = readAnswer(text);
        expect(status).to.equal(503);
        expect(headers).to.include('\r\nretry-after: 1\r\n').and.to.include('\r\nconnection: close\r\n');
        expect(headers).to.include('\r\ncontent-type: application/json; charset=utf-8');
        expect(JSON.parse(body)).to.deep.equal({
          error: { code: 'SERVICE_UNAVAILABLE', message: 'Too many connections are open; try again' },
        });
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

    it('hangs up on a flood, and serves those who were there before', async () => {
      await open({ limits: { connections: 3 } });
      const [first] = await Promise.all([1, 2, 3].map(() => rawClient(service.port)));
      const { socket, received } = first as RawClient;
      const flood = await Promise.all(
        Array.from({ length: 600 }, () => rawClient(service.port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
      );
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => received().endsWith('{"status":"ok"}'), 'an answer to the first');
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
      await until(isServed, 'a free place');
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
      expect(readAnswer((await (await rawClient(service.port)).ended).text).status).to.equal(503);
      for (const { socket } of clients) socket.destroy();
    });
  });
});

describe('Requests that are read in one turn of the event loop', () => {
  let service: OpenService;
  afterEach(() => service.close());

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
    service = await openService({ tokens: { verify } });
    const accepted = 'GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n';
    const last =
      'GET /auth/session HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n';
    // The first waits for the end of the turn, the second finds that it has waited for long, and the third that it is done.
    const threeOfATurn = async () => {
      const clients = await Promise.all(Array.from({ length: 10 }, () => rawClient(service.port, accepted)));
      await until(() => clients.every(({ received }) => received() !== ''), 'an answer for each client');
      for (const { socket } of clients) socket.write(last);
      for (const { ended } of clients) expect((await ended).text).to.contain('HTTP/1.1 401');
      return [...answeredBefore.values()].find(({ length }) => length > 2);
    };
    const [before = 0, ...later] = await until(threeOfATurn, 'three requests that are read in one turn');
    expect(later.at(-1), 'answers before its last request').to.be.above(before);
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
    await until(() => provider.held === 1, 'a request at the provider');
    readiness.withdraw();
    provider.release();
    expect((await running).headers.get('connection')).to.equal('close');
    await service.close();
  });
});
