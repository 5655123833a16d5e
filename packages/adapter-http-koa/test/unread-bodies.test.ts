import { once } from 'node:events';
import { Agent, type IncomingMessage, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ADMIN, type OpenService, openService, PLAIN_USER, type ServiceParts } from './open-service.ts';
import { rawClient, readAnswer } from './raw-client.ts';

/** A body of 1 MiB is read. */
const TOO_LARGE_BYTES = 3 * 1024 * 1024;

describe('A body that is not read to its end', () => {
  let service: OpenService;
  let admin: string;
  let plain: string;
  before(async () => {
    service = await openService();
    admin = `Authorization: Bearer ${await service.tokenOf(ADMIN.id)}`;
    plain = `Authorization: Bearer ${await service.tokenOf(PLAIN_USER.id)}`;
  });
  after(() => service.close());

  const HEALTH = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';
  const change = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.a'] } });
  const put = (...headers: string[]) =>
    `${['PUT /user/add-permissions HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...headers].join('\r\n')}\r\n\r\n`;
  const other = (line: string, ...headers: string[]) =>
    `${[`${line} HTTP/1.1`, 'Host: x', 'Content-Length: 500', ...headers].join('\r\n')}\r\n\r\n`;
  const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;

  /** Beginnings of requests, to each of which there is an answer before the rest comes. */
  const unread: Record<string, [status: number, begin: () => string]> = {
    'too large by its length': [413, () => put(admin, `Content-Length: ${TOO_LARGE_BYTES}`)],
    'too large in chunks': [413, () => put(admin, 'Transfer-Encoding: chunked') + chunk(TOO_LARGE_BYTES / 2)],
    'in gzip': [415, () => put(admin, 'Content-Encoding: gzip', 'Content-Length: 50000') + 'x'.repeat(100)],
    'in an unknown coding': [415, () => put(admin, 'Content-Encoding: lzma', 'Content-Length: 500')],
    'without a token': [401, () => put('Content-Length: 500')],
    'of a caller without access': [403, () => put(plain, 'Content-Length: 500')],
    'that is not JSON': [
      400,
      () => put(admin, 'Content-Length: 500').replace('application/json', 'text/plain'),
    ],
    'at an unknown path': [404, () => other('PUT /nowhere')],
    'of a method that is not allowed': [405, () => other('POST /user/add-permissions')],
    'of a GET': [200, () => other('GET /health/live')],
    'of a GET of a file': [200, () => other('GET /docs/swagger-ui-bundle.js')],
    'of a HEAD': [200, () => other('HEAD /health/live')],
    'without a host': [400, () => other('GET /health/live').replace('Host: x\r\n', '')],
  };

  it('is answered, and its connection closed, for every answer', async () => {
    const closed = Object.entries(unread).map(async ([what, [status, begin]]) => {
      const client = await rawClient(service.port, begin());
      await until(() => client.received().includes('\r\n\r\n'), `the answer to ${what}`);
      // A client that ignores it sends the next request, and must not wait for an answer that never arrives.
      client.socket.write(HEALTH);
      const { text: all } = await client.ended;
      expect(all.match(/HTTP\/1\.1 \d+/g), what).to.deep.equal([`HTTP/1.1 ${status}`]);
      expect(readAnswer(all).headers, what).to.match(/^connection: close\r?$/m);
    });
    await Promise.all(closed);
  });

  it("ends its connection with the answer also in another program's server", async () => {
    let app: Parameters<NonNullable<ServiceParts['mount']>>[0] | undefined;
    const opened = await openService({
      mount: (own) => {
        app = own;
        return own;
      },
    });
    const server = app?.listen(0, '127.0.0.1') as Server;
    await once(server, 'listening');
    const client = await rawClient((server.address() as AddressInfo).port, put('Content-Length: 500'));
    expect(readAnswer((await client.ended).text).headers).to.match(/^connection: close\r?$/m);
    server.close();
    await opened.close();
  });

  it('does not take the answer away from a client that is still sending', async () => {
    const large = `Content-Length: ${1e9}`;
    const sends: [status: number, headers: string[], part: string][] = [
      [413, [large], 'x'.repeat(65_536)],
      [413, ['Transfer-Encoding: chunked'], chunk(65_536)],
      [431, [large, `X-Large: ${'x'.repeat(20_000)}`], 'x'.repeat(65_536)],
    ];
    for (const [status, headers, part] of sends) {
      const isAnswered = async () => {
        const { received, socket } = await rawClient(service.port, put(admin, ...headers));
        // It sends more than any buffer holds, and does not read meanwhile.
        socket.pause();
        for (let parts = 0; parts < 200; parts++) socket.write(part);
        const taken = () => socket.bytesWritten - socket.writableLength;
        await until(() => taken() > 2 * TOO_LARGE_BYTES || socket.destroyed, 'bytes on their way');
        socket.resume();
        await until(() => received().includes('\r\n\r\n') || socket.destroyed, 'the answer');
        socket.destroy();
        return readAnswer(received()).status === status;
      };
      // The server waits for a second, in which a busy machine may not come that far.
      await until(isAnswered, 'an answer that is not taken away');
    }
  });

  it('does not take away a large answer, where more of the body arrives than is buffered', async () => {
    const whole = await (await service.request('/openapi.json')).text();
    const length = 1024 * 1024;
    const sent = `GET /openapi.json HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`;
    const clients = await Promise.all(Array.from({ length: 20 }, () => rawClient(service.port, sent)));
    for (const { ended } of clients) expect((await ended).text.endsWith(`\r\n\r\n${whole}`)).to.equal(true);
  });

  it('costs a pool of connections none of its next requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (path: string, headers: Record<string, string>, body?: string | Buffer) => {
      const url = service.url + path;
      const sent = send(url, { agent, method: body ? 'PUT' : 'GET', headers });
      // It may hear of the hang-up before it has sent everything.
      sent.on('error', () => {});
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await text(answer);
      return answer.statusCode;
    };
    const authorization = admin.slice('Authorization: '.length);
    const headers = { authorization, 'content-type': 'application/json' };
    for (let round = 0; round < 3; round++) {
      const large = 'x'.repeat(TOO_LARGE_BYTES);
      expect(await ask('/user/add-permissions', headers, large)).to.equal(413);
      expect(await ask('/health/live', {})).to.equal(200);
      const inGzip = { ...headers, 'content-encoding': 'gzip' };
      expect(await ask('/user/add-permissions', inGzip, 'x'.repeat(200_000))).to.equal(415);
      expect(await ask('/health/live', {})).to.equal(200);
    }
    agent.destroy();
  });

  it('occupies no request limit while it waits for its client', async () => {
    const small = await openService({ maxRequests: 1 });
    const isServedMeanwhile = async () => {
      const client = await rawClient(small.port, put('Content-Length: 500'));
      await until(() => client.received() !== '', 'the answer');
      const { status } = await small.request('/department/list/0/1');
      const isWaitedFor = !client.socket.readableEnded;
      client.socket.destroy();
      return status === 200 && isWaitedFor;
    };
    await until(isServedMeanwhile, 'another request that is served while a client is waited for');
    await small.close();
  });

  it('does not delay a server that stops', async () => {
    const stopping = await openService();
    const client = await rawClient(stopping.port, put('Content-Length: 500'));
    await until(() => client.received() !== '', 'the answer');
    await stopping.close();
    client.socket.destroy();
  });

  describe('but has arrived', () => {
    it('keeps its connection, for every answer', async () => {
      const whole = (body: string, ...headers: string[]) =>
        put(`Content-Length: ${body.length}`, ...headers) + body;
      const requests: [status: number, request: string][] = [
        [401, whole(change)],
        [403, whole(change, plain)],
        [415, whole('x'.repeat(60_000), admin, 'Content-Encoding: gzip')],
        [400, whole('{', admin)],
        [404, other('PUT /nowhere') + 'x'.repeat(500)],
        [200, other('GET /health/live') + 'x'.repeat(500)],
        [200, whole(change, admin)],
      ];
      const client = await rawClient(service.port);
      for (const [status, request] of requests) {
        const before = client.received().length;
        client.socket.write(request + HEALTH);
        const received = () => client.received().slice(before);
        await until(() => received().endsWith('{"status":"ok"}') || client.socket.destroyed, 'both answers');
        const answers = received();
        expect(answers.match(/HTTP\/1\.1 \d+/g)).to.deep.equal([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
        expect(answers.toLowerCase()).to.not.include('connection: close');
      }
      client.socket.destroy();
    });

    it('behaves the same in a pipeline of changes', async () => {
      const whole = put(admin, `Content-Length: ${change.length}`) + change;
      const client = await rawClient(service.port, (whole + whole + HEALTH).repeat(3));
      await until(() => client.received().split('HTTP/1.1 200').length === 10, 'nine answers');
      client.socket.destroy();
    });
  });
});
