import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orThrow } from '@ops-admin/core';
import { aDraft, anId, aUser, InMemoryTokenVerifier, inMemoryOrganisation } from '@ops-admin/testing';
import { createService } from './service.ts';

const { audit, organisation, permissions: store, users } = inMemoryOrganisation();
const admin = aUser(1, { permissions: ['service.admin.access'] });
orThrow(await organisation.importUsers([admin, aUser(2)], { ...aDraft(), action: 'set' }));

const tokens = new InMemoryTokenVerifier({
  'token-of-admin': { subject: { type: 'user', userId: anId(1) } },
  'token-of-user': { subject: { type: 'user', userId: anId(2) } },
});
const service = createService({ audit, clock: () => new Date(), store, tokens, users });

async function ask(path: string, token?: string, change?: object) {
  const response = await service.request(path, {
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
    ...(change && { method: 'PUT', body: JSON.stringify(change) }),
  });
  return [response.status, await response.json()] as const;
}

test('a route is for those who hold its permission, from the moment an admin gives it to them', async () => {
  const change = { action: 'add', userId: anId(2), permissions: ['service.reports.read'] };
  assert.deepEqual(await ask('/reports'), [401, { error: { type: 'token-missing' } }]);
  assert.deepEqual(await ask('/reports', 'token-of-user'), [403, { error: { type: 'not-granted' } }]);
  assert.equal((await ask('/permissions', 'token-of-user', change))[0], 403);

  assert.equal((await ask('/permissions', 'token-of-admin', change))[0], 200);
  assert.deepEqual(await ask('/reports', 'token-of-user'), [200, { reports: [], for: anId(2) }]);
});

test('a change is judged, and a user has to be there', async () => {
  assert.deepEqual(await ask('/permissions', 'token-of-admin', { action: 'add' }), [
    400,
    { error: { type: 'invalid-permission-change', message: 'userId is required' } },
  ]);
  const change = { action: 'remove', userId: anId(3), permissions: ['service.reports.*'] };
  assert.equal((await ask('/permissions', 'token-of-admin', change))[0], 404);
});
