import type { GrantJson } from '@ops-admin/core';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { ADMIN, type OpenService, openService, PLAIN_USER, problemOf } from './open-service.ts';

describe('Held permissions and their origin over HTTP', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service.close());

  const grants = async (path = '0/0') => {
    const response = await service.request(`/permission/grants/${path}`);
    return ((await response.json()) as { data: { total: number; newestEntry: number; grants: GrantJson[] } })
      .data;
  };
  const change = async (payload: object) => {
    const response = await service.request('/user/change-permissions', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payload }),
    });
    return (await response.json()) as {
      data: { batch: string | null; results: { result: string; entry?: number; message?: string }[] };
      error?: { message: string };
    };
  };
  const user = PLAIN_USER.id;
  const results = async (payload: object) => {
    const { data, error } = await change(payload);
    return error?.message ?? data.results.map(({ result }) => result);
  };
  const held = async () => (await grants(`0/0?user=${user}`)).grants.map(({ permission }) => permission);

  it('are listed as a page of records, with the total', async () => {
    const all = await grants();
    expect(all.total).to.equal(4);
    expect(all.newestEntry).to.equal(2);
    expect(all.grants.map(({ permission }) => permission)).to.deep.equal([
      'service.admin.access',
      'service.tickets.read',
      'service.tickets',
      'odd one',
    ]);
    expect(await grants('1/2')).to.deep.equal({ ...all, grants: all.grants.slice(1, 2) });
    expect((await grants('0/0?module=tickets')).total).to.equal(2);
    expect((await grants('9/10')).grants).to.deep.equal([]);
    for (const nobody of ['user=x@example.org', `user=${'f'.repeat(24)}`, `after=${'f'.repeat(24)}`]) {
      const problem = await problemOf(await service.request(`/permission/grants/0/0?${nobody}`));
      expect(problem[1]).to.equal('USER_NOT_FOUND');
    }
    expect((await problemOf(await service.request('/permission/grants/0/0?department=X')))[2]).to.equal(
      'department: no department has the id or the code "X"',
    );
  });

  it('continue after a user, without counting again', async () => {
    const { newestEntry, grants: all } = await grants();
    const rest = all.slice(1);
    expect(await grants(`0/0?after=${ADMIN.id}`)).to.deep.equal({ newestEntry, grants: rest });
    expect(await grants(`1/2?after=${ADMIN.emails[0]}`)).to.deep.equal({ newestEntry, grants: [rest[1]] });
  });

  it('name the admin who granted each by e-mail, with the reason', async () => {
    await change({ action: 'add', changes: [{ user, permissions: ['service.a'] }], reason: 'new here' });
    const { grants: all } = await grants(`0/0?user=${PLAIN_USER.emails[0]}`);
    expect(all.at(-1)).to.deep.include({
      permission: 'service.a',
      by: ADMIN.emails[0],
      reason: 'new here',
      entry: 3,
      until: null,
      attestedAt: null,
    });
  });

  it('become equal to the named permissions, within modules, by a set', async () => {
    const set = (permissions: string[], more: object = {}, given: object = {}) =>
      results({ action: 'set', changes: [{ user, permissions, ...given }], ...more });
    expect(await set(await held())).to.deep.equal(['unchanged']);
    expect(await set(['service.tickets.write'], { modules: ['tickets'] })).to.deep.equal(['updated']);
    expect(await held()).to.deep.equal(['odd one', 'service.tickets.write']);
    expect(await set(['odd two'])).to.deep.equal(['invalid']);
    expect(await set(['odd one'], {}, { ends: { 'odd one': '2999-01-01T00:00:00Z' } })).to.deep.equal([
      'updated',
    ]);
    expect(await set(['odd one'])).to.deep.equal(['unchanged']);
    expect((await grants(`0/0?user=${user}`)).grants[0]?.until).to.equal('2999-01-01T00:00:00.000Z');
    expect(await set(['odd one'], {}, { ends: {} })).to.deep.equal(['updated']);
    const ends = { constructor: '2999-01-01T00:00:00Z' };
    expect(await set(['odd one'], {}, { ends })).to.match(/^payload\.changes\[0\] .*constructor/);
    expect(await set([], { dryRun: true })).to.deep.equal(['would-update']);
    expect(await set(['service.a'], { modules: ['tickets'] })).to.equal(
      'payload.changes[0] must stay within modules, which "service.a" does not',
    );
    expect(await set(['odd one'], {}, { until: '2999-01-01T00:00:00Z' })).to.equal(
      'payload.changes[0].until is only for the action add',
    );
    expect(await results({ action: 'remove', changes: [{ user, permissions: [] }] })).to.equal(
      'payload.changes[0].permissions must hold at least one permission',
    );
  });

  it('are removed or confirmed by a review in the form of the export', async () => {
    const review = (permission: string, decision: string, entry: number, more: object = {}) =>
      change({ action: 'review', changes: [{ user, permissions: [permission], decision, entry }], ...more });
    const [{ entry = 0 } = {}] = (await grants(`0/0?user=${user}`)).grants as { entry: number }[];
    const tried = await review('service.tickets', 'keep', entry, { dryRun: true });
    expect(tried.data.results[0]?.result).to.equal('would-keep');
    const kept = await review('service.tickets', 'keep', entry);
    expect(kept.data.results[0]).to.deep.include({ result: 'kept', entry: 3, batch: kept.data.batch });
    const { grants: all } = await grants(`0/0?user=${user}`);
    expect(all.map(({ attestedBy, permission }) => [permission, attestedBy])).to.deep.equal([
      ['service.tickets.read', null],
      ['service.tickets', ADMIN.emails[0]],
      ['odd one', null],
    ]);
    expect((await review('odd one', 'remove', entry)).data.results[0]?.result).to.equal('removed');
    expect((await review('odd one', 'remove', entry)).data.results[0]?.result).to.equal('changed-since');
    await change({ action: 'remove', changes: [{ user, permissions: ['service.tickets'] }] });
    await change({ action: 'add', changes: [{ user, permissions: ['service.tickets'] }] });
    expect((await review('service.tickets', 'keep', entry)).data.results[0]?.result).to.equal(
      'changed-since',
    );
    const nobody = { user: anId(99), permissions: ['service.a'], decision: 'keep', entry: 0 };
    expect(await results({ action: 'review', changes: [nobody] })).to.deep.equal(['user-not-found']);
    expect(
      await results({ action: 'review', changes: [{ user, permissions: ['a', 'b'], decision: 'keep' }] }),
    ).to.equal('payload.changes[0].permissions must hold one permission');
    const both = [
      { user: ADMIN.emails[0], permissions: ['service.a'], decision: 'keep', entry: 1 },
      { user, permissions: ['service.a'], decision: 'keep', entry: 1 },
      { user: user.toUpperCase(), permissions: ['service.a'], decision: 'remove', entry: 1 },
    ];
    expect(await results({ action: 'review', changes: both })).to.equal(
      'payload.changes[2] is about the same permission as changes[1]',
    );
  });
});
