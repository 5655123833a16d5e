import assert from 'node:assert/strict';
import { AccessPolicy, DEFAULT_ADMIN_PERMISSION } from '@ops-admin/core';
import { permissionOperations } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, aTime, aUser, type OrganisationPorts } from '@ops-admin/testing';
import { assertIncludes, assertSound, errorOf, okOf } from '../assertions.ts';
import { openOrganisation } from '../open-organisation.ts';

describe('An import into an organisation', () => {
  const draft = aDraft({ actor: 'cli:root', source: 'import', action: 'set' });
  let stores: OrganisationPorts;
  beforeEach(() => {
    stores = openOrganisation();
  });
  afterEach(() => assertSound(stores.audit));

  it('is undone by its batch: created users are deactivated, and existing users are restored', async () => {
    const identities = (subject: string) => [{ issuer: 'https://id.example', subject }];
    const whole = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
    const before = aUser(1, { permissions: ['service.a'], identities: identities('one') });
    await okOf(stores.organisation.importUsers([before], draft, whole));
    const users = [
      aUser(1, { permissions: ['service.b'], identities: [], emails: ['new@example.org'] }),
      aUser(2, { permissions: ['service.c'], identities: identities('two') }),
    ];
    await okOf(stores.organisation.importUsers(users, { ...draft, batch: 'night' }, whole));
    const { audit, permissions: store, users: directory } = stores;
    const clock = () => new Date(aTime(8));
    const ports = { audit, store, users: directory, clock, policy: new AccessPolicy() };
    const { rows } = await okOf(
      permissionOperations(ports).revert({
        target: { batch: 'night' },
        origin: { actor: 'cli:root', source: 'cli', batch: 'undo' },
      }),
    );
    assert.deepEqual(
      rows.map(({ message, result, userId }) => [userId, result, message]),
      [
        [anId(2), 'reverted', undefined],
        [anId(2), 'reverted', 'deactivated'],
        [anId(1), 'reverted', undefined],
        [anId(1), 'reverted', undefined],
        [anId(1), 'nothing-left', 'an update cannot be undone: the audit log does not have the values'],
      ],
    );
    const [one, two] = [await okOf(directory.find(anId(1))), await okOf(directory.find(anId(2)))];
    assertIncludes(one, { active: true, emails: ['new@example.org'], identities: identities('one') });
    assert.deepEqual([...(one?.permissions ?? [])], ['service.a']);
    // What they hold waits for their return, as that of everybody who is not active.
    assertIncludes(two, { active: false, identities: [] });
    assert.deepEqual([...(two?.permissions ?? [])], ['service.c']);
  });

  it('refuses a department that is its own parent', async () => {
    const result = await stores.organisation.importDepartments(
      [aDepartment(1, { parentId: anId(1) })],
      aDraft(),
    );
    assert.deepEqual(await errorOf(result), { type: 'parent-cycle', cycle: [anId(1)] });
  });

  it('refuses a cycle that includes existing departments', async () => {
    await stores.organisation.importDepartments(
      [aDepartment(1), aDepartment(2, { parentId: anId(1) })],
      aDraft(),
    );
    const result = await stores.organisation.importDepartments(
      [aDepartment(1, { parentId: anId(2) })],
      aDraft(),
    );
    assertIncludes(await errorOf(result), { type: 'parent-cycle' });
    assert.equal((await okOf(stores.departments.list({ start: 1 }))).departments[0]?.parentId, null);
  });

  it('refuses an identity in two records', async () => {
    const identity = { issuer: 'https://id.example', subject: 'x' };
    const user = aUser(1, { identities: [identity, { ...identity }] });
    const error = await errorOf(stores.organisation.importUsers([user], draft));
    const message = `x at https://id.example is given to ${anId(1)}, too`;
    assert.deepEqual(error, {
      type: 'record-mistakes',
      mistakes: [{ id: anId(1), member: 'identities', message }],
    });
    assert.deepEqual(await okOf(stores.users.list()), []);
  });
});
