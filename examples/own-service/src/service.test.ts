import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { AccessPolicy, orThrow, parseObjectId } from '@ops-admin/core';
import { auditOperations, userChanges } from '@ops-admin/core/operations';
import { createService } from './service.ts';
import { openStore } from './store.ts';

const ADMIN = '65a100000000000000000001';
const USER = '65a100000000000000000002';

const folder = mkdtempSync(join(tmpdir(), 'service-'));
const { close, issuer, ports } = openStore(':memory:', join(folder, 'keys.json'));
after(async () => {
  await close();
  rmSync(folder, { recursive: true });
});

/** Creates a user, and returns a token. */
async function addUser(id: string, permissions: string[]) {
  const { create } = userChanges({ ...ports, policy: new AccessPolicy() });
  const origin = { actor: 'test', source: 'embedded' } as const;
  const personalInformation = { name: 'A user' };
  orThrow(await create({ id, emails: [`${id}@example.org`], personalInformation, permissions, origin }));
  return orThrow(await issuer.issue(orThrow(parseObjectId(id)), 60));
}

const admin = await addUser(ADMIN, ['service.admin.access']);
const user = await addUser(USER, []);
const service = createService(ports);

async function ask(path: string, token?: string, change?: object) {
  const response = await service.request(path, {
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
    ...(change && { method: 'PUT', body: JSON.stringify(change) }),
  });
  return [response.status, await response.json()] as const;
}

test('a route is for those who hold its permission, from the moment an admin gives it to them', async () => {
  const change = { action: 'add', userId: USER, permissions: ['service.reports.read'] };
  assert.deepEqual(await ask('/reports'), [401, { error: { type: 'token-missing' } }]);
  assert.deepEqual(await ask('/reports', user), [403, { error: { type: 'not-granted' } }]);
  assert.equal((await ask('/permissions', user, change))[0], 403);

  const [status, changed] = await ask('/permissions', admin, change);
  assert.equal(status, 200);
  assert.partialDeepStrictEqual(changed, { userId: USER, added: ['service.reports.read'] });
  assert.deepEqual(await ask('/reports', user), [200, { reports: [], for: USER }]);
});

test('a change is judged, and a user has to be there', async () => {
  assert.deepEqual(await ask('/permissions', admin, { action: 'add' }), [
    400,
    { error: { type: 'invalid-permission-change', message: 'userId is required' } },
  ]);
  const change = { action: 'remove', userId: '65a100000000000000000003', permissions: ['service.reports.*'] };
  assert.deepEqual(await ask('/permissions', admin, change), [404, { error: { type: 'user-not-found' } }]);
});

test('a change carries its end and its reason, and a dry run is refused', async () => {
  const change = { userId: USER, permissions: ['service.reports.write'] };
  const until = '2099-01-01T00:00:00.000Z';
  const [, changed] = await ask('/permissions', admin, { ...change, action: 'add', until, reason: 'audit' });
  assert.partialDeepStrictEqual(changed, { ends: { 'service.reports.write': until } });
  const { entries } = orThrow(await auditOperations(ports).list({ user: USER }));
  assert.equal(entries[0]?.reason, 'audit');
  for (const [member, message] of [
    [{ dryRun: true }, 'dryRun is not allowed here'],
    [{ until: 'garbage' }, 'until must be an ISO 8601 timestamp with its zone'],
  ] as const)
    assert.deepEqual(await ask('/permissions', admin, { ...change, action: 'add', ...member }), [
      400,
      { error: { type: 'invalid-permission-change', message } },
    ]);
});

test('every answer is JSON: health, an unknown path, a body that is too large', async () => {
  assert.deepEqual(await ask('/health'), [200, { status: 'ok' }]);
  assert.deepEqual(await ask('/nowhere'), [404, { error: { type: 'not-found' } }]);
  const tooLarge = { action: 'add', userId: USER, permissions: ['x'.repeat(64 * 1024)] };
  assert.deepEqual(await ask('/permissions', admin, tooLarge), [413, { error: { type: 'body-too-large' } }]);
});

test('the last admin stays', async () => {
  const change = { action: 'remove', userId: ADMIN, permissions: ['service.admin.*'] };
  assert.deepEqual(await ask('/permissions', admin, change), [409, { error: { type: 'no-admin-left' } }]);
});
