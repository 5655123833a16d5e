import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Readiness } from '@ops-admin/adapter-http-koa';
import type { AuditLog, AuditQuery } from '@ops-admin/core';
import { AS_IT_COMES, aDraft, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

interface Feed {
  readonly data: { readonly entries: readonly { readonly id: number }[]; readonly next: number };
}

/** Two entries exist: the users of the service. */
const BEGINNING = 2;

describe('The audit log as a feed', () => {
  let service: OpenService;
  const open = async (parts: Parameters<typeof openService>[0] = {}) => {
    service = await openService(parts);
  };
  afterEach(() => service.close());

  const ask = (query: string, init?: RequestInit) => service.request(`/audit/list?${query}`, init);
  const read = async (query: string) => {
    const { data } = (await (await ask(query)).json()) as Feed;
    return [data.entries.map(({ id }) => id), data.next];
  };
  const refused = async (query: string) => await problemOf(await ask(query));
  const change = (permission = 'service.tickets.read', action: 'add' | 'remove' = 'remove', headers = {}) =>
    service.request(`/user/${action}-permissions`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ payload: { userId: PLAIN_USER.id, permissions: [permission] } }),
    });
  const elsewhere = async () =>
    (
      await service.ports.permissions.change([aRequest(2, 'add', ['service.a'])], AS_IT_COMES)
    )._unsafeUnwrap();
  /** The trail of the service, and how often it was listed after its beginning: once by each request that waits. */
  const watched = () => {
    const seen = { lists: 0 };
    const audit = new Proxy({} as AuditLog, {
      get:
        (_, name: keyof AuditLog) =>
        (...given: [never]) => {
          const [query] = given as unknown as [AuditQuery | undefined];
          if (name === 'list' && query?.afterId === BEGINNING) seen.lists += 1;
          return service.ports.audit[name](...given);
        },
    });
    const listed = async (count: number) => {
      while (seen.lists < count) await new Promise(setImmediate);
    };
    return { audit, listed, seen };
  };

  it('continues after the last entry that was read, for every filter', async () => {
    await open();
    expect(await read('after=0')).to.deep.equal([[1, 2], BEGINNING]);
    expect(await read(`after=${BEGINNING}`)).to.deep.equal([[], BEGINNING]);
    expect(await read('after=1&action=revert')).to.deep.equal([[], BEGINNING]);
    expect(await read('after=0&limit=1')).to.deep.equal([[1], 1]);
    expect(await read('after=0&wait=60')).to.deep.equal([[1, 2], BEGINNING]);
  });

  it('explains refused parameters', async () => {
    await open();
    expect(await refused('wait=1')).to.deep.equal([
      400,
      'VALIDATION_ERROR',
      'wait needs after: the entry to wait from, or 0',
    ]);
    expect((await refused('after=0&wait=61'))[2]).to.equal('wait must be a whole number from 0 to 60');
    expect((await refused('after=0&before=3&wait=1'))[2]).to.equal('before and after exclude each other');
    const [status, code, message] = await refused('after=3&wait=60');
    expect([status, code]).to.deep.equal([410, 'GONE']);
    expect(message).to.include('entry 3 does not exist yet, the newest is 2');
  });

  it('answers waiting readers after a change by this service, and after one by another process', async () => {
    await open();
    const first = read(`after=${BEGINNING}&wait=60`);
    await change();
    expect(await first).to.deep.equal([[3], 3]);
    const second = read('after=3&wait=60');
    await elsewhere();
    expect(await second).to.deep.equal([[4], 4]);
  });

  it('keeps waiting where new entries do not match', async () => {
    await open();
    const found = read(`after=${BEGINNING}&wait=60&action=add`);
    await change();
    await change('odd one');
    await change('service.more', 'add');
    expect(await found).to.deep.equal([[5], 5]);
  });

  it('ends the wait of a reader that half-closes, or disconnects, which looks the same', async () => {
    await open();
    const token = await service.tokenOf(ADMIN.id);
    const socket = connect(service.port, '127.0.0.1');
    const head = `GET /audit/list?after=${BEGINNING}&wait=60 HTTP/1.1\r\nHost: x\r\nConnection: close`;
    socket.end(`${head}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    expect(await text(socket)).to.include('"entries":[],"next":2');
  });

  it('answers when the time is over', async () => {
    await open();
    expect(await read(`after=${BEGINNING}&wait=1`)).to.deep.equal([[], BEGINNING]);
  });

  it('reads once for all waiting readers', async () => {
    const { audit, listed, seen } = watched();
    await open({ ports: { audit } });
    const all = Array.from({ length: 50 }, () => read(`after=${BEGINNING}&wait=60`));
    await listed(50);
    await change();
    for (const one of await Promise.all(all)) expect(one).to.deep.equal([[3], 3]);
    expect(seen.lists).to.be.below(60);
  });

  it('checks access again before it sends entries', async () => {
    const { audit, listed } = watched();
    await open({ ports: { audit } });
    const { permissions } = service.ports;
    const token = await service.tokenOf(PLAIN_USER.id);
    await change('service.admin.access', 'add');
    // That entry is of another user.
    const waits = ask(`after=${BEGINNING}&wait=60&user=${ADMIN.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await listed(1);
    const removal = aRequest(2, 'remove', ['service.admin.access']);
    const last = aRequest(1, 'add', ['service.more']);
    (await permissions.change([removal, last], AS_IT_COMES))._unsafeUnwrap();
    expect((await problemOf(await waits)).slice(0, 2)).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('does not count waiting readers among the running requests', async () => {
    await open({ maxRequests: 1 });
    const waits = read(`after=${BEGINNING}&wait=60`);
    let answered = 0;
    while (answered < 3) if ((await service.request('/auth/session')).status === 200) answered += 1;
    while ((await change()).status === 503);
    expect(await waits).to.deep.equal([[3], 3]);
  });

  it('answers immediately while the service stops', async () => {
    const readiness = new Readiness();
    await open({ readiness });
    const waits = read(`after=${BEGINNING}&wait=60`);
    await service.request('/auth/session');
    readiness.withdraw();
    expect(await waits).to.deep.equal([[], BEGINNING]);
    expect(await read(`after=${BEGINNING}&wait=60`)).to.deep.equal([[], BEGINNING]);
  });

  it('answers immediately, without an entry, where a filter has read many, and an export continues', async () => {
    await open();
    const users = Array.from({ length: 10_100 }, (_, n) => aUser(n + 10, { permissions: ['service.z'] }));
    const importing = service.ports.organisation.importUsers(users, aDraft({ action: 'set' }));
    (await importing)._unsafeUnwrap();
    (
      await service.ports.permissions.change(
        [aRequest(2, 'add', ['service.a'], { reason: 'rare' })],
        AS_IT_COMES,
      )
    )._unsafeUnwrap();
    const last = BEGINNING + users.length + 1;
    expect(await read('after=0&reason=rare&wait=60')).to.deep.equal([[], 10_000]);
    expect(await read('after=10000&reason=rare&wait=60')).to.deep.equal([[last], last]);
    const csv = await ask('action=update', { headers: { accept: 'text/csv' } });
    expect([csv.headers.get('x-next'), (await csv.text()).split('\r\n').length]).to.deep.equal([
      String(last - 9_999),
      2,
    ]);
    const exported = await (await service.request('/audit/export?reason=rare')).text();
    expect(exported.split('\n').length).to.equal(2);
  });
});
