import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { AuditEntry, AuditLog, AuditQuery } from '@ops-admin/core';
import { errAsync, okAsync } from '@ops-admin/core';
import { AS_IT_COMES, aRequest } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

interface Line {
  readonly id: number;
}

const PAGE = 500;

describe('GET /audit/export', () => {
  let service: OpenService;
  const open = async (parts: Parameters<typeof openService>[0] = {}) => {
    service = await openService(parts);
  };
  afterEach(() => service.close());

  /** A trail of so many entries, which is called back with each read. */
  const trailOf = (count: number, onRead: (query: AuditQuery) => unknown = () => {}): AuditLog =>
    new Proxy({} as AuditLog, {
      get: (_, name: keyof AuditLog) => {
        if (name === 'newestId') return () => okAsync(count);
        if (name !== 'list') return (...given: [never]) => service.ports.audit[name](...given);
        return (query: AuditQuery) => {
          if (onRead(query) === 'fail')
            return errAsync({ type: 'store-unavailable', cause: new Error('gone') });
          return service.ports.audit.list({ limit: 1 }).map(([entry]) => {
            const { afterId = 0, limit } = query;
            const length = Math.max(0, Math.min(limit, count - afterId));
            return Array.from({ length }, (_, n) => ({ ...(entry as AuditEntry), id: afterId + n + 1 }));
          });
        };
      },
    });
  const linesOf = (all: string) =>
    all
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line);
  const raw = async (token: string) => {
    const socket = connect(service.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(`GET /audit/export HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    return socket;
  };

  it('sends every entry as it is listed, a line each, the oldest first', async () => {
    await open();
    const listed = await (await service.request('/audit/list?after=0')).json();
    const response = await service.request('/audit/export');
    expect(response.headers.get('content-type')).to.equal('application/x-ndjson');
    expect(linesOf(await response.text())).to.deep.equal(
      (listed as { data: { entries: Line[] } }).data.entries,
    );
    const ids = async (query: string) =>
      linesOf(await (await service.request(`/audit/export?${query}`)).text()).map(({ id }) => id);
    expect(await ids('after=1')).to.deep.equal([2]);
    expect(await ids(`user=${PLAIN_USER.id}`)).to.deep.equal([2]);
    expect(await ids('action=rotate')).to.deep.equal([]);
  });

  it('continues over many pages', async () => {
    await open({ ports: { audit: trailOf(3 * PAGE + 7) } });
    const ids = linesOf(await (await service.request('/audit/export')).text()).map(({ id }) => id);
    expect(ids).to.deep.equal(Array.from({ length: 3 * PAGE + 7 }, (_, n) => n + 1));
  });

  it('refuses the same input as a list, and parameters of pages', async () => {
    await open();
    const refused = async (query: string) => await problemOf(await service.request(`/audit/export?${query}`));
    for (const query of ['after=-1', 'limit=5', 'before=9', 'wait=1', 'action=x', 'user=']) {
      expect(await refused(query), query).to.include.members([400, 'VALIDATION_ERROR']);
    }
    expect(await refused('user=nobody@example.org')).to.include.members([404, 'USER_NOT_FOUND']);
    expect(await refused('after=3')).to.include.members([410, 'GONE']);
  });

  it('is cut where the audit log cannot be read to its end', async () => {
    await open({ ports: { audit: trailOf(3 * PAGE, ({ afterId = 0 }) => (afterId >= PAGE ? 'fail' : '')) } });
    const received = await text(await raw(await service.tokenOf(ADMIN.id)));
    expect(received)
      .to.match(/^HTTP\/1\.1 200 /)
      .and.to.include(`"id":${PAGE},`);
    // The last chunk, which ends the answer, is missing.
    expect(received).to.not.match(/\r\n0\r\n/);
  });

  it('reads no faster than its reader, and stops when the reader disconnects', async () => {
    let reads = 0;
    await open({ ports: { audit: trailOf(Number.MAX_SAFE_INTEGER - 1, () => void reads++) } });
    const socket = await raw(await service.tokenOf(ADMIN.id));
    socket.pause();
    let before = -1;
    await until(() => {
      const isStill = reads > 0 && reads === before;
      before = reads;
      return isStill;
    }, 'the end of what is read ahead');
    socket.destroy();
    const after = reads;
    for (let n = 0; n < 20; n++) await fetch(`${service.url}/health/live`);
    expect(reads).to.be.lessThan(after + 3);
  });

  it('has no time limit while its reader receives data', async () => {
    const slow = async () => await new Promise((resolve) => setTimeout(resolve, 250));
    const trail = trailOf(6 * PAGE);
    const audit = new Proxy(trail, {
      get: (_, name: keyof AuditLog) =>
        name === 'newestId'
          ? () =>
              okAsync(undefined)
                .map(slow)
                .andThen(() => trail.newestId())
          : trail[name],
    });
    await open({ ports: { audit }, limits: { silence: 1_000, checkEvery: 20 } });
    expect(linesOf(await (await service.request('/audit/export')).text())).to.have.length(6 * PAGE);
  });

  it('writes one page per turn of the event loop, so that other requests are served between pages', async () => {
    let turn = 0;
    let isOver = false;
    const count = () => {
      turn++;
      if (!isOver) setImmediate(count);
    };
    const turns: number[] = [];
    const trail = trailOf(9 * PAGE);
    const audit = new Proxy(trail, {
      get: (_, name: keyof AuditLog) => {
        if (name === 'newestId') turns.push(turn);
        return trail[name];
      },
    });
    await open({ ports: { audit } });
    count();
    expect(linesOf(await (await service.request('/audit/export')).text())).to.have.length(9 * PAGE);
    isOver = true;
    // Before the first page, the entries are counted.
    const [, ...pages] = turns;
    expect(pages.length).to.be.greaterThan(9);
    expect(pages.length).to.equal(new Set(pages).size);
  });

  it('ends at the newest entry at its beginning', async () => {
    let count = 3;
    const growing = trailOf(0);
    const audit = new Proxy(growing, {
      get: (_, name: keyof AuditLog) => {
        if (name === 'newestId') return () => okAsync(count);
        if (name !== 'list') return growing[name];
        return (query: AuditQuery) => {
          const { afterId = 0, limit } = query;
          const grown = trailOf(count).list({ afterId, limit });
          count += 50;
          return grown;
        };
      },
    });
    await open({ ports: { audit } });
    expect(linesOf(await (await service.request('/audit/export')).text()).map(({ id }) => id)).to.deep.equal([
      1, 2, 3,
    ]);
  });

  it('is cut within seconds once its caller loses access, also while nothing matches', async () => {
    let looked = 0;
    const none = trailOf(Number.MAX_SAFE_INTEGER - 1);
    const audit = new Proxy(none, {
      get: (_, name: keyof AuditLog) => {
        if (name !== 'list') return none[name];
        return () => {
          looked++;
          return okAsync(undefined)
            .map(async () => await new Promise((resolve) => setTimeout(resolve, 20)))
            .map(() => []);
        };
      },
    });
    await open({ ports: { audit } });
    const change = async (action: 'add' | 'remove') =>
      (
        await service.ports.permissions.change([aRequest(2, action, ['service.admin.read'])], AS_IT_COMES)
      )._unsafeUnwrap();
    await change('add');
    const socket = connect(service.port, '127.0.0.1');
    socket.on('error', () => {});
    const token = await service.tokenOf(PLAIN_USER.id);
    socket.write(
      `GET /audit/export?source=import&reason=x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    await until(() => looked > 0, 'the first look');
    await change('remove');
    const all = await text(socket);
    expect(all.endsWith('\r\n0\r\n\r\n'), 'the end of an answer').to.equal(false);
  });

  it('is cut once its caller loses access', async () => {
    const slow = async () => await new Promise((resolve) => setTimeout(resolve, 100));
    const trail = trailOf(1_000_000);
    let pages = 0;
    const audit = new Proxy(trail, {
      get: (_, name: keyof AuditLog) => {
        if (name !== 'list') return trail[name];
        pages++;
        return (query: AuditQuery) =>
          okAsync(undefined)
            .map(slow)
            .andThen(() => trail.list(query));
      },
    });
    await open({ ports: { audit } });
    const change = async (action: 'add' | 'remove') =>
      (
        await service.ports.permissions.change([aRequest(2, action, ['service.admin.read'])], AS_IT_COMES)
      )._unsafeUnwrap();
    await change('add');
    const socket = await raw(await service.tokenOf(PLAIN_USER.id));
    await new Promise((resolve) => socket.once('data', resolve));
    await change('remove');
    const all = await text(socket);
    expect(all.endsWith('\r\n0\r\n\r\n'), 'the end of an answer').to.equal(false);
    expect(pages).to.be.below(60);
  });
});
