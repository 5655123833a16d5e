import {
  type AccessOperations,
  AccessPolicy,
  accessOperations,
  errAsync,
  type Permission,
  PermissionSet,
  parseBearerToken,
  requirePermission,
} from '@ops-admin/core';
import { permissionOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aUser, InMemoryTokenVerifier, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('AccessOperations.requireAdmin', () => {
  const expiry = new Date('2026-03-02T09:00:00Z');
  const policy = new AccessPolicy();
  let time: Date;
  const clock = () => time;
  const tokens = new InMemoryTokenVerifier(
    {
      admin: { subject: { type: 'user', userId: anId(1) }, expiresAt: expiry, validUntil: expiry },
      user: { subject: { type: 'user', userId: anId(2) } },
      gone: { subject: { type: 'user', userId: anId(9) } },
    },
    clock,
  );
  let ports: ReturnType<typeof openOrganisation>;
  let requireAdmin: AccessOperations['requireAdmin'];

  beforeEach(async () => {
    time = new Date('2026-03-02T08:00:00Z');
    ports = openOrganisation(undefined, clock);
    const users = [
      aUser(1, { permissions: ['service.admin.*'] }),
      aUser(2, { permissions: ['service.a.read'] }),
      aUser(3, { permissions: ['service.admin.access'] }),
    ];
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    ({ requireAdmin } = accessOperations({ tokens, users: ports.users, store: ports.permissions, policy }));
  });

  const refusalOf = async (token: string) => (await requireAdmin(token))._unsafeUnwrapErr();
  it('has requireReader for reading: readers pass, and every admin', async () => {
    const readers = [aUser(2, { permissions: ['service.admin.read'] })];
    await ports.organisation.importUsers(readers, { ...aDraft(), action: 'set' });
    const { requireReader } = accessOperations({
      tokens,
      users: ports.users,
      store: ports.permissions,
      policy,
    });
    for (const [token, n] of [
      ['admin', 1],
      ['user', 2],
    ] as const) {
      expect((await requireReader(token))._unsafeUnwrap().userId).to.equal(anId(n));
    }
    expect(await refusalOf('user')).to.deep.equal({ type: 'not-granted', userId: anId(2) });
    await makeChange(ports.permissions, 2, 'remove', ['service.admin.*']);
    expect((await requireReader('user'))._unsafeUnwrapErr()).to.deep.equal({
      type: 'not-granted',
      userId: anId(2),
    });
    const another = new AccessPolicy(undefined, 'service.a.read' as Permission);
    expect(another.isReader(PermissionSet.of(['service.a']))).to.equal(true);
    expect(another.isReader(PermissionSet.of(['service.admin.read']))).to.equal(false);
  });

  it('has requirePermission for your own permission: only callers to whom it is granted pass', async () => {
    const access = accessOperations({ tokens, users: ports.users, store: ports.permissions, policy });
    const guard = requirePermission(access, 'service.reports.read');
    expect((await guard('user'))._unsafeUnwrapErr()).to.deep.equal({
      type: 'not-granted',
      userId: anId(2),
    });
    expect((await guard('nonsense'))._unsafeUnwrapErr().type).to.equal('invalid-token');
    await makeChange(ports.permissions, 2, 'add', ['service.reports.*']);
    expect((await guard('user'))._unsafeUnwrap().userId).to.equal(anId(2));
  });

  it("makes the store refuse a change by a delegated admin who has lost the guard's permission", async () => {
    const access = accessOperations({ tokens, users: ports.users, store: ports.permissions, policy });
    const { audit, permissions: store, users } = ports;
    const permissions = permissionOperations({ store, audit, users, clock, policy });
    await makeChange(store, 2, 'add', ['service.team.admin']);
    const { actor, userId } = (await requirePermission(access, 'service.team.admin')('user'))._unsafeUnwrap();
    const give = () =>
      permissions.changeOne({
        action: 'add',
        user: anId(3),
        permissions: ['service.team.read'],
        origin: { actor: userId, source: 'embedded' },
        actor,
      });
    expect((await give())._unsafeUnwrap().added).to.deep.equal(['service.team.read']);
    await makeChange(store, 2, 'remove', ['service.team.admin']);
    expect((await give())._unsafeUnwrapErr()).to.deep.include({ type: 'actor-refused' });
  });

  it("makes the store refuse a reader's dry run once the reader has lost access", async () => {
    const reader = { userId: anId(2), permissions: PermissionSet.of(['service.admin.read']) };
    const dryRun = async () =>
      await permissionOperations({
        store: ports.permissions,
        audit: ports.audit,
        users: ports.users,
        clock,
        policy,
      }).change({
        action: 'remove',
        changes: [{ user: anId(2), permissions: ['service.a.read'] }],
        origin: { actor: reader.userId, source: 'embedded' },
        actor: policy.actorOf(reader, { dryRun: true }),
        dryRun: true,
      });
    expect((await dryRun())._unsafeUnwrapErr()).to.deep.equal({
      type: 'actor-refused',
      reason: 'not-granted',
    });
    await makeChange(ports.permissions, 2, 'add', ['service.admin.read']);
    expect((await dryRun())._unsafeUnwrap().rows[0]).to.include({ result: 'would-remove' });
    expect(policy.actorOf(reader).mustHold).to.equal('service.admin.access');
  });

  const removeOnBehalfOfAdmin = async (meanwhile: () => Promise<unknown>) => {
    const { actor, userId } = (await requireAdmin('admin'))._unsafeUnwrap();
    await meanwhile();
    return await permissionOperations({
      store: ports.permissions,
      audit: ports.audit,
      users: ports.users,
      clock,
      policy,
    }).change({
      action: 'remove',
      changes: [{ user: anId(2), permissions: ['service.a.read'] }],
      origin: { actor: userId, source: 'embedded' },
      actor,
    });
  };

  it('lets an admin pass, who can then make changes as an actor', async () => {
    const admin = (await requireAdmin('admin'))._unsafeUnwrap();
    expect(admin).to.deep.include({ userId: anId(1), expiresAt: expiry });
    expect(admin.actor).to.deep.equal({
      userId: anId(1),
      mustHold: 'service.admin.access',
      validUntil: expiry,
    });
    const changed = (await removeOnBehalfOfAdmin(async () => {}))._unsafeUnwrap();
    expect(changed.rows[0]).to.deep.include({ result: 'removed', removed: ['service.a.read'] });
  });

  it('refuses a user who is not an admin, and an admin by another permission', async () => {
    expect(await refusalOf('user')).to.deep.equal({ type: 'not-granted', userId: anId(2) });
    const another = new AccessPolicy('service.ops.manage' as Permission);
    const parts = { tokens, users: ports.users, store: ports.permissions, policy: another };
    const refused = (await accessOperations(parts).requireAdmin('admin'))._unsafeUnwrapErr();
    expect(refused).to.deep.equal({ type: 'not-granted', userId: anId(1) });
  });

  it('refuses a token that is unknown or expired, or belongs to no user', async () => {
    expect(await refusalOf('forged')).to.have.property('type', 'invalid-token');
    expect(await refusalOf('gone')).to.have.property('type', 'invalid-token');
    time = expiry;
    expect(await refusalOf('admin')).to.have.property('type', 'invalid-token');
  });

  it('refuses no caller for a failure of the store or the verifier', async () => {
    const down = { type: 'store-unavailable', cause: 'locked' } as const;
    const silent = { type: 'token-verifier-unavailable', cause: 'no route' } as const;
    const parts = { tokens, users: ports.users, store: ports.permissions, policy };
    const store = { find: () => errAsync(down) };
    const verifier = { verify: () => errAsync(silent) };
    const answers = [
      await accessOperations({ ...parts, store }).requireAdmin('admin'),
      await accessOperations({ ...parts, tokens: verifier }).requireAdmin('admin'),
    ];
    expect(answers.map((answer) => answer._unsafeUnwrapErr())).to.deep.equal([down, silent]);
  });

  it('reads the store each time: a removal applies from the next request', async () => {
    await requireAdmin('admin');
    await makeChange(ports.permissions, 1, 'remove', ['service.admin.*']);
    expect(await refusalOf('admin')).to.deep.equal({ type: 'not-granted', userId: anId(1) });
  });

  it('is checked again: the store refuses an actor who loses access before the change is written', async () => {
    const revoked = await removeOnBehalfOfAdmin(() =>
      makeChange(ports.permissions, 1, 'remove', ['service.admin.*']),
    );
    expect(revoked._unsafeUnwrapErr()).to.deep.equal({ type: 'actor-refused', reason: 'not-granted' });
    expect((await ports.permissions.find(anId(2)))._unsafeUnwrap().size).to.equal(1);
  });

  it('is checked again: the store refuses a token that expires before the change is written', async () => {
    const expired = await removeOnBehalfOfAdmin(async () => {
      time = expiry;
    });
    expect(expired._unsafeUnwrapErr()).to.deep.equal({ type: 'actor-refused', reason: 'expired' });
  });

  it('reads the token from a header', async () => {
    const answer = await parseBearerToken('Bearer user').asyncAndThen((token) => requireAdmin(token));
    expect(answer._unsafeUnwrapErr().type).to.equal('not-granted');
  });
});
