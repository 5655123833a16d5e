import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { okAsync } from '@ops-admin/core';
import { aDepartment } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ADMIN, type OpenService, openService, PLAIN_USER } from './open-service.ts';
import { liveStatus, type RawClient, rawClient, readAnswer } from './raw-client.ts';

describe('Slow clients', () => {
  /** Longer than any test: a limit that is not the one in question never ends the wait. */
  const NEVER = 600_000;
  const PATIENT = { headers: NEVER, request: NEVER, idle: NEVER, silence: NEVER, checkEvery: 20 };
  let service: OpenService;
  let token: string;
  afterEach(() => service.close());
  const open = async (limits: Partial<typeof PATIENT>, parts: Parameters<typeof openService>[0] = {}) => {
    service = await openService({ ...parts, limits: { ...PATIENT, ...limits } });
    token = await service.tokenOf(ADMIN.id);
  };
  const openForBodies = () => open({ headers: 200, request: 700 });
  /** With an answer that no kernel takes for a client that does not read. */
  const openWithMuch = (limits: Partial<typeof PATIENT & { connections: number }>) => {
    const departments = Array.from({ length: 20_000 }, (_, n) =>
      aDepartment(n + 1, { description: 'x'.repeat(1000) }),
    ).map(({ id, ...department }) => ({ _id: id, ...department }));
    const list = () => okAsync({ total: departments.length, departments });
    return open(limits, { ports: { departments: { list } } });
  };

  const put = (length: number | undefined) =>
    'PUT /user/add-permissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Request-Id: slow\r\n' +
    `Authorization: Bearer ${token}\r\n` +
    (length === undefined ? 'Transfer-Encoding: chunked\r\n\r\n' : `Content-Length: ${length}\r\n\r\n`);
  const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.slow'] } });

  async function expectTimeout({ ended }: RawClient, from: number): Promise<string> {
    const { after, text } = await ended;
    const { body: problem, headers, status } = readAnswer(text);
    expect(status).to.equal(408);
    expect(headers).to.include('connection: close').and.to.include('x-content-type-options: nosniff');
    expect(JSON.parse(problem)).to.deep.equal({
      error: { code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time' },
    });
    expect(after).to.be.at.least(from);
    return headers;
  }

  /** Sends a byte every so often, as long as the server listens. */
  async function trickle(socket: RawClient['socket'], text: string): Promise<void> {
    for (const byte of text) {
      if (!socket.writable) return;
      socket.write(byte);
      await sleep(20);
    }
  }

  it('receive 408 where they never send anything', async () => {
    await open({ headers: 200 });
    await expectTimeout(await rawClient(service.port), 190);
  });

  it('receive 408 where their headers trickle', async () => {
    await open({ headers: 200 });
    const client = await rawClient(service.port);
    void trickle(client.socket, `GET /health/live HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(1000)}`);
    await expectTimeout(client, 190);
  });

  for (const [what, length] of [
    ['of a known length', 5000],
    ['in chunks', undefined],
  ] as const) {
    it(`receive 408 with their request id where a body ${what} trickles`, async () => {
      await openForBodies();
      const client = await rawClient(service.port, put(length));
      void trickle(client.socket, '1\r\n{\r\n'.repeat(length ? 1 : 300) + ' '.repeat(1000));
      const headers = await expectTimeout(client, 690);
      expect(headers).to.include('x-request-id: slow');
      await until(() => service.logged.length > 0, 'a line of the log');
      expect(service.logged.map(({ fields, level }) => [level, fields.status])).to.deep.equal([
        ['info', 408],
      ]);
    });
  }

  it('change nothing where the end of a body arrives too late', async () => {
    await openForBodies();
    const client = await rawClient(service.port, put(body.length) + body.slice(0, -1));
    await until(() => client.received() !== '', 'the answer');
    client.socket.write(body.slice(-1));
    await expectTimeout(client, 690);
    const held = (await service.ports.permissions.find(PLAIN_USER.id))._unsafeUnwrap();
    expect([...held]).to.not.include('service.slow');
  });

  it('are disconnected without another answer where the body of an answered request does not end', async () => {
    await openForBodies();
    const client = await rawClient(service.port, put(5000).replace(token, 'none'));
    const { after, text } = await client.ended;
    expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 401']);
    expect(after).to.be.at.least(690);
  });

  it('are disconnected without an answer where they stop sending', async () => {
    await open({ idle: 300 });
    const client = await rawClient(service.port, 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    const { after, text } = await client.ended;
    expect(text.match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200']);
    expect(after).to.be.at.least(280);
  });

  it('are disconnected where they do not read an answer', async () => {
    await openWithMuch({ silence: 1000, connections: 1 });
    const client = await rawClient(service.port);
    client.socket.pause();
    const get = `GET /department/list/0/0 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
    client.socket.write(get);
    await until(() => service.logged.some(({ fields }) => fields.status === 200), 'the answer');
    const isServed = async () => (await liveStatus(service.port)) === 200;
    await until(isServed, 'the free place of a client that was hung up on');
    client.socket.resume();
    const { text } = await client.ended;
    expect(text).to.match(/^HTTP\/1\.1 200/);
    expect(text.length).to.be.lessThan(20_000_000);
  });

  it('receive a complete answer where they read it slowly', async () => {
    await openWithMuch({});
    const get = 'GET /department/list/0/0 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const client = await rawClient(service.port, `${get}Authorization: Bearer ${token}\r\n\r\n`);
    await once(client.socket, 'data');
    client.socket.pause();
    for (let others = 0; others < 20; others++) await fetch(`${service.url}/health/live`);
    client.socket.resume();
    expect((await client.ended).text).to.match(/\}\]\}\}$/);
  });

  it('do not delay other clients', async () => {
    await open({ request: 700 });
    const slow = await Promise.all(Array.from({ length: 50 }, () => rawClient(service.port, put(5000))));
    expect((await fetch(`${service.url}/health/ready`)).status).to.equal(200);
    for (const client of slow) await expectTimeout(client, 690);
  });
});
