import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { AS_IT_COMES, aDraft, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';
import { type RawClient, rawClient, readAnswer } from './raw-client.ts';

const MIB = 1024 * 1024;

describe('Request bodies', () => {
  const admins = Array.from({ length: 9 }, (_, n) =>
    aUser(10 + n, { permissions: ['service.admin.access'] }),
  );
  let service: OpenService;
  let clients: RawClient[] = [];
  beforeEach(async () => {
    service = await openService();
    const draft = { ...aDraft(), action: 'set' as const };
    (await service.ports.organisation.importUsers(admins, draft))._unsafeUnwrap();
  });
  afterEach(async () => {
    for (const { socket } of clients) socket.destroy();
    clients = [];
    await service.close();
  });

  const body = JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: ['service.tickets.read'] } });

  it('are 415 in every coding except identity, which the answer names, and are not read', async () => {
    const sent = { br: brotliCompressSync, gzip: gzipSync, deflate: deflateSync, 'x-other': Buffer.from };
    const put = async (coding: string, bytes: Uint8Array | string) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': coding };
      return await service.request('/user/remove-permissions', { method: 'PUT', headers, body: bytes });
    };
    for (const [coding, encode] of Object.entries(sent)) {
      const [status, code, message] = await problemOf(await put(coding, new Uint8Array(encode(body))));
      expect([status, code]).to.deep.equal([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect(message).to.include(coding).and.not.include('JSON');
    }
    expect((await put('identity', body)).status).to.equal(200);
  });

  /** Begins a removal whose body takes so long, and sends the first byte of the body. */
  async function begin(userId: typeof ADMIN.id, length: number | 'unknown'): Promise<RawClient> {
    const lines = [
      'PUT /user/remove-permissions HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      `Authorization: Bearer ${await service.tokenOf(userId)}`,
      length === 'unknown' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ];
    const first = length === 'unknown' ? '1\r\n{\r\n' : '{';
    const client = await rawClient(service.port, `${lines.join('\r\n')}\r\n\r\n${first}`);
    clients.push(client);
    return client;
  }

  /** Expects that a body of this caller is refused before it is read. */
  async function expectFull(userId: typeof ADMIN.id): Promise<void> {
    const { text } = await (await begin(userId, 1_000)).ended;
    const { body: problem, headers, status } = readAnswer(text);
    expect([status, JSON.parse(problem)]).to.deep.equal([
      503,
      { error: { code: 'SERVICE_UNAVAILABLE', message: 'Too many bodies are being read; try again' } },
    ]);
    expect(headers).to.include('retry-after: 1').and.to.include('connection: close');
  }

  /** Waits until all that was sent before is read. */
  const settle = async () => {
    for (let n = 0; n < 3; n++) await service.request('/auth/session');
  };

  it('may hold 8 MiB for one caller, by their length or as 1 MiB each; other callers are served', async () => {
    for (let n = 0; n < 4; n++) await begin(ADMIN.id, MIB);
    for (let n = 0; n < 4; n++) await begin(ADMIN.id, 'unknown');
    await settle();
    await expectFull(ADMIN.id);
    const [other] = admins as [(typeof admins)[0]];
    const authorization = `Bearer ${await service.tokenOf(other.id)}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const served = await service.request('/user/remove-permissions', { method: 'PUT', headers, body });
    expect(served.status).to.equal(200);
    expect(service.metrics.read().refusals).to.deep.equal({ overloaded: 1 });
  });

  it('may hold 64 MiB together, and free it once their clients disconnect', async () => {
    for (const { id } of admins.slice(0, 8)) for (let n = 0; n < 8; n++) await begin(id, MIB);
    await settle();
    const ninth = admins[8]?.id as typeof ADMIN.id;
    await expectFull(ninth);
    for (const { socket } of clients.splice(0, 8)) socket.destroy();
    const isServed = async () => {
      const { socket, received } = await begin(ninth, body.length);
      socket.write(body.slice(1));
      await until(() => received() !== '', 'an answer');
      return received().startsWith('HTTP/1.1 200');
    };
    await until(isServed, 'room');
  });

  it('from a caller who loses access meanwhile are refused, also those that change nothing', async () => {
    const dryRun = JSON.stringify({ payload: { changes: [], dryRun: true } });
    const token = await service.tokenOf(PLAIN_USER.id);
    const give = aRequest(2, 'add', ['service.admin.access']);
    (await service.ports.permissions.change([give], AS_IT_COMES))._unsafeUnwrap();
    const head =
      `POST /user/change-permissions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
      `Authorization: Bearer ${token}\r\nContent-Length: ${dryRun.length}\r\n\r\n`;
    const client = await rawClient(service.port, head + dryRun.slice(0, -1));
    clients.push(client);
    await settle();
    const take = aRequest(2, 'remove', ['service.admin.access']);
    (await service.ports.permissions.change([take], AS_IT_COMES))._unsafeUnwrap();
    client.socket.write(dryRun.slice(-1));
    await until(() => client.received() !== '', 'an answer');
    expect(readAnswer(client.received()).status).to.equal(403);
  });
});
