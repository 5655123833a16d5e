import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { AccessPolicy, orThrow, parseObjectId } from '@ops-admin/core';
import { userChanges } from '@ops-admin/core/operations';
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

test('the last admin stays', async () => {
  const change = { action: 'remove', userId: ADMIN, permissions: ['service.admin.*'] };
  assert.deepEqual(await ask('/permissions', admin, change), [409, { error: { type: 'no-admin-left' } }]);
});
