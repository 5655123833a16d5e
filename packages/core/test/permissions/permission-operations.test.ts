import {
  AccessPolicy,
  type ChangeInput,
  type ChangeRequest,
  type Permission,
  PermissionSet,
  type PermissionStore,
} from '@ops-admin/core';
import { PermissionCatalogue, permissionOperations } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('copy, rename and removeEverything of permissionOperations', () => {
  const identities = [{ issuer: 'https://id.example', subject: 'a' }];
  let stores: ReturnType<typeof openOrganisation>;
  const options: ChangeInput = { origin: { actor: 'cli:x', source: 'cli', batch: 'b' } };

  beforeEach(async () => {
    stores = openOrganisation();
    const users = [
      aUser(1, { permissions: ['service.admin.access', 'odd'], identities }),
      aUser(2, { permissions: ['service.a.read', 'odd'] }),
      aUser(3),
    ];
    await stores.organisation.importUsers(users, aDraft({ action: 'set', source: 'import' }));
  });

  /** The parts of an operation; before its first change somebody else makes this one. */
  const partsWith = (...meanwhile: ChangeRequest[]) => {
    const waiting = [meanwhile];
    const store: Pick<PermissionStore, 'change'> = {
      change: (requests, how) => {
        const others = waiting.pop() ?? [];
        if (others.length === 0) return stores.permissions.change(requests, how);
        return stores.permissions
          .change(others, AS_IT_COMES)
          .andThen(() => stores.permissions.change(requests, how));
      },
    };
    const { audit, users } = stores;
    return { store, audit, users, clock: () => new Date(), policy: new AccessPolicy() };
  };
  /** Removes everything from a user. */
  const leave = (
    job: ReturnType<typeof permissionOperations>,
    { keepLinks, user, ...how }: ChangeInput & { user: string; keepLinks?: boolean },
  ) => job.change({ action: 'remove', changes: [{ user, everything: true, keepLinks }], ...how });
  const held = async (n: number) => [...(await stores.permissions.find(anId(n)))._unsafeUnwrap()];

  it('remove everything from a user, also permissions added meanwhile', async () => {
    const job = permissionOperations(partsWith(aRequest(2, 'add', ['service.new'])));
    const done = (await leave(job, { user: anId(2), ...options, keepLinks: false }))._unsafeUnwrap();
    expect(done.rows[0]).to.deep.include({
      result: 'removed',
      removed: ['service.a.read', 'odd', 'service.new'],
    });
    expect(await held(2)).to.deep.equal([]);
  });

  it('keep the last admin unchanged, identities too', async () => {
    const done = await leave(permissionOperations(partsWith()), {
      user: anId(1),
      ...options,
      keepLinks: false,
    });
    expect(done._unsafeUnwrap().rows[0]).to.deep.include({ result: 'no-admin-left', removed: [] });
    expect(done._unsafeUnwrap().rows[0]).to.not.have.property('unlinked');
    expect(done._unsafeUnwrap().leavesNoAdmin).to.equal(false);
    const [user] = (await stores.users.list())._unsafeUnwrap();
    expect([user?.identities, [...(user?.permissions ?? [])]]).to.deep.equal([
      identities,
      ['service.admin.access', 'odd'],
    ]);
  });

  it('remove everything from a user, including identities, and report it in a dry run', async () => {
    await stores.permissions.change([aRequest(3, 'add', ['service.admin.access'])], AS_IT_COMES);
    const job = permissionOperations(partsWith());
    const everything = { ...options, keepLinks: false };
    const tried = (
      await leave(job, { user: 'user1@example.org', ...everything, dryRun: true })
    )._unsafeUnwrap();
    expect(tried.rows).to.deep.equal([
      {
        user: 'user1@example.org',
        userId: anId(1),
        email: 'user1@example.org',
        name: 'First1 Last1',
        result: 'would-remove',
        removed: ['service.admin.access', 'odd'],
        unlinked: identities,
        asOf: 2,
        dryRun: true,
      },
    ]);
    expect(await held(1)).to.have.lengthOf(2);
    const done = (await leave(job, { user: 'user1@example.org', ...everything }))._unsafeUnwrap();
    expect(done.rows[0])
      .to.deep.include({ result: 'removed', batch: 'b', unlinked: identities })
      .and.to.have.property('entry');
    const [removal, unlink] = (await stores.audit.list({ limit: 2, newestFirst: true }))._unsafeUnwrap();
    expect(removal).to.deep.include({
      action: 'remove',
      requested: ['service.admin.access', 'odd'],
      members: ['permissions', 'identities'],
    });
    expect(unlink).to.deep.include({ action: 'unlink', requested: [], identity: identities[0] });
    const again = (await leave(job, { user: anId(1), ...everything }))._unsafeUnwrap();
    expect(again.leavesNoAdmin).to.equal(false);
    expect(again.rows[0]).to.deep.include({ result: 'nothing-held', removed: [] });
    expect(again.rows[0]).to.have.property('entry');
    expect(again.rows[0]).to.not.have.any.keys('unlinked');
  });

  it('keep identities on request', async () => {
    await stores.permissions.change([aRequest(3, 'add', ['service.admin.access'])], AS_IT_COMES);
    const done = await leave(permissionOperations(partsWith()), {
      user: anId(1),
      ...options,
      keepLinks: true,
    });
    expect(done._unsafeUnwrap().rows[0]).to.not.have.property('unlinked');
    const [user] = (await stores.users.list())._unsafeUnwrap();
    expect(user?.identities).to.deep.equal(identities);
  });

  it('remove only identities, with their entry', async () => {
    await stores.permissions.change([aRequest(3, 'add', ['service.admin.access'])], AS_IT_COMES);
    await stores.permissions.change([aRequest(1, 'set', [])], AS_IT_COMES);
    const done = await leave(permissionOperations(partsWith()), {
      user: anId(1),
      ...options,
      keepLinks: false,
    });
    expect(done._unsafeUnwrap().rows[0]).to.deep.include({
      result: 'removed',
      removed: [],
      unlinked: identities,
    });
    expect(done._unsafeUnwrap().rows[0]).to.have.property('entry');
  });

  it('report a last admin, and an unknown user', async () => {
    const job = permissionOperations(partsWith());
    const forced = await leave(job, {
      user: anId(1),
      ...options,
      keepAdmin: false,
      keepLinks: false,
    });
    expect(forced._unsafeUnwrap()).to.have.property('leavesNoAdmin', true);
    const none = await leave(job, { user: anId(99), ...options, keepLinks: true });
    expect(none._unsafeUnwrap().rows).to.deep.equal([
      {
        user: anId(99),
        result: 'user-not-found',
        removed: [],
        message: `no user has the id or e-mail ${anId(99)}`,
      },
    ]);
  });

  it('copy only permissions that the user does not hold, and nothing in a dry run', async () => {
    const job = permissionOperations(partsWith());
    const tried = await job.copy({ from: anId(1), to: anId(2), ...options, dryRun: true });
    expect(tried._unsafeUnwrap().rows[0]).to.deep.include({ result: 'would-add', dryRun: true });
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd']);
    const same = await job.copy({ from: anId(2), to: anId(2), ...options });
    expect(same._unsafeUnwrap()).to.have.property('leavesNoAdmin', false);
    expect(same._unsafeUnwrap().rows[0]).to.deep.include({ result: 'already-held', added: [] });
    const none = await job.copy({ from: anId(99), to: anId(2), ...options });
    expect(none._unsafeUnwrapErr()).to.have.property('type', 'user-not-found');
    const nobody = await job.copy({ from: anId(2), to: anId(99), ...options });
    expect(nobody._unsafeUnwrap().rows[0]).to.deep.include({ result: 'user-not-found', added: [] });
  });

  it('rename for all users who hold a permission, in one batch', async () => {
    const renaming = { from: 'odd', to: 'service.odd.read' as Permission };
    const job = permissionOperations(partsWith());
    const tried = (await job.rename({ ...renaming, ...options, dryRun: true }))._unsafeUnwrap();
    expect(tried.rows.map(({ dryRun, result, user }) => [user, result, dryRun])).to.deep.equal([
      [anId(1), 'would-rename', true],
      [anId(2), 'would-rename', true],
    ]);
    expect(await held(1)).to.include('odd');
    const done = (await job.rename({ ...renaming, ...options }))._unsafeUnwrap();
    expect(done.leavesNoAdmin).to.equal(false);
    for (const row of done.rows) {
      expect(row).to.deep.include({
        result: 'renamed',
        removed: ['odd'],
        added: ['service.odd.read'],
        batch: 'b',
      });
    }
    expect(await held(2)).to.have.members(['service.a.read', 'service.odd.read']);
    const [entry] = (await stores.audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap();
    expect(entry).to.deep.include({ action: 'set', requested: ['odd', 'service.odd.read'] });
    expect((await job.rename({ ...renaming, ...options }))._unsafeUnwrap().rows).to.deep.equal([]);
  });

  it('rename a whole module', async () => {
    const renaming = { from: 'service.a.*', to: 'service.b.*' as Permission };
    const done = (
      await permissionOperations(partsWith()).rename({ ...renaming, ...options })
    )._unsafeUnwrap();
    expect(done.rows.map(({ user }) => user)).to.deep.equal([anId(2)]);
    expect(await held(2)).to.have.members(['odd', 'service.b.read']);
  });

  describe('rename, and count users whose access grows:', () => {
    const widening = async (from: string, to: string) =>
      (
        await permissionOperations(partsWith()).rename({
          from,
          to: to as Permission,
          ...options,
          dryRun: true,
        })
      )._unsafeUnwrap().widening;

    it('nobody by an unused name', async () => {
      expect(await widening('odd', 'service.odd.read')).to.equal(undefined);
      expect(await widening('odd', 'service.a.read')).to.equal(undefined);
      expect(await widening('service.a.*', 'service.b.*')).to.equal(undefined);
      expect(await widening('nothing', 'service.b.*')).to.equal(undefined);
    });

    it('by a wildcard or a module', async () => {
      for (const to of ['service.a.*', 'service.a']) {
        expect(await widening('odd', to), to).to.deep.equal({
          module: 'a',
          wholeModule: 2,
          inUse: 1,
          newAdmins: 0,
        });
      }
      expect(await widening('odd', 'service.new.*')).to.deep.include({ wholeModule: 2, inUse: 0 });
    });

    it('by a module that is in use', async () => {
      await stores.permissions.change([aRequest(3, 'add', ['service.b.*', 'service.b'])], AS_IT_COMES);
      const inUse = { module: 'a', wholeModule: 1, inUse: 1, newAdmins: 0 };
      expect(await widening('service.b.*', 'service.a.*')).to.deep.equal(inUse);
      // The same module by its other name.
      expect(await widening('service.b', 'service.b.*')).to.equal(undefined);
    });

    it('by an admin permission', async () => {
      const admins = { module: 'admin', wholeModule: 0, inUse: 0, newAdmins: 1 };
      expect(await widening('odd', 'service.admin.access')).to.deep.equal(admins);
      expect(await widening('odd', 'service.admin.*')).to.deep.include({ wholeModule: 2, newAdmins: 1 });
    });
  });

  it('rename nothing where no admin would be left, unless forced', async () => {
    const renaming = { from: 'service.admin.*', to: 'service.root.*' as Permission };
    const job = permissionOperations(partsWith());
    await stores.permissions.change([aRequest(2, 'add', ['service.admin.read'])], AS_IT_COMES);
    const refused = (await job.rename({ ...renaming, ...options }))._unsafeUnwrap();
    expect(refused.leavesNoAdmin).to.equal(false);
    expect(refused.rows.map(({ message, result }) => [result, message])).to.deep.equal([
      ['no-admin-left', refused.rows[0]?.message],
      ['not-done', 'not done, because another row failed'],
    ]);
    expect(refused.rows.map(({ removed }) => removed)).to.deep.equal([[], []]);
    expect(await held(1)).to.include('service.admin.access');
    expect(await held(2)).to.include('service.admin.read');
    const forced = (await job.rename({ ...renaming, ...options, keepAdmin: false }))._unsafeUnwrap();
    expect(forced.leavesNoAdmin).to.equal(true);
  });

  it('are refused on behalf of a user without access, and change nothing', async () => {
    const parts = partsWith();
    const given = {
      ...options,
      actor: parts.policy.actorOf({ userId: anId(2), permissions: PermissionSet.of([]) }),
    };
    const renaming = { from: 'odd', to: 'service.odd.read' as Permission };
    for (const done of [
      await permissionOperations(parts).copy({ from: anId(1), to: anId(3), ...given }),
      await permissionOperations(parts).rename({ ...renaming, ...given }),
      await leave(permissionOperations(parts), { user: anId(2), ...given }),
    ]) {
      expect(done._unsafeUnwrapErr()).to.deep.equal({ type: 'actor-refused', reason: 'not-granted' });
    }
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd']);
    expect(await held(3)).to.deep.equal([]);
  });

  it('copy malformed strings too', async () => {
    const done = await permissionOperations(partsWith()).copy({ from: anId(1), to: anId(2), ...options });
    expect(done._unsafeUnwrap().rows[0]).to.deep.include({
      result: 'added',
      added: ['service.admin.access'],
    });
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd', 'service.admin.access']);
    const [entry] = (await stores.audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap();
    expect(entry).to.deep.include({ action: 'add', requested: ['service.admin.access', 'odd'] });
  });

  it('rename nothing where the two names do not match', async () => {
    const job = permissionOperations(partsWith());
    for (const [from, to] of [
      ['service.a.*', 'service.b'],
      ['service.a.*', 'service.b.read'],
      ['service.a.read', 'service.a.read'],
      ['', 'service.b'],
    ] as const) {
      const done = await job.rename({ from, to: to as Permission, ...options });
      expect(done._unsafeUnwrapErr()).to.deep.equal({ type: 'invalid-renaming', from, to });
    }
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd']);
  });

  it('rename for users in the order of their ids, and for none where they exceed the limit', async () => {
    const named = (n: number, name: string) =>
      aUser(n, { permissions: ['odd'], personalInformation: { firstName: '', lastName: '', name } });
    const users = [named(1, 'Zoe'), named(2, 'Ada'), named(3, 'Bea')];
    await stores.organisation.importUsers(users, aDraft({ action: 'set', source: 'import' }));
    const renaming = { from: 'odd', to: 'service.odd.read' as Permission, ...options };
    const job = permissionOperations(partsWith());
    const failed = (await job.rename({ ...renaming, maxEntries: 2 }))._unsafeUnwrapErr();
    expect(failed).to.deep.equal({ type: 'too-many-entries', limit: 2 });
    const done = (await job.rename({ ...renaming, maxEntries: 3 }))._unsafeUnwrap();
    expect(done.rows.map(({ result, user }) => [user, result])).to.deep.equal(
      [1, 2, 3].map((n) => [anId(n), 'renamed']),
    );
  });

  it('rename to no name outside a strict catalogue, even if users hold it', async () => {
    const listed = [{ permission: 'service.b' as Permission, description: 'B' }];
    const rules = { isStrict: true, catalogue: () => new PermissionCatalogue(listed) };
    const job = permissionOperations({ ...partsWith(), rules });
    const refused = async (from: string, to: string) =>
      (await job.rename({ from, to: to as Permission, ...options }))._unsafeUnwrapErr();
    const permission = 'service.a.write';
    expect(await refused('nothing', permission)).to.deep.equal({ type: 'unlisted-permission', permission });
    expect(await refused('service.a.*', 'service.b.*')).to.deep.equal({
      type: 'unlisted-permission',
      permission: 'service.b.read',
    });
  });

  it('rename to a name of 256 characters, but not to a longer one', async () => {
    const longest = `service.${'x'.repeat(248)}` as Permission;
    const renamed = await permissionOperations(partsWith()).rename({ from: 'odd', to: longest, ...options });
    expect(renamed._unsafeUnwrap().rows.map(({ added }) => added)).to.deep.equal([[longest], [longest]]);
    const to = `service.${'x'.repeat(246)}.*` as Permission;
    await stores.permissions.change([aRequest(2, 'set', ['service.a.read.and.more'])], AS_IT_COMES);
    const done = await permissionOperations(partsWith()).rename({ from: 'service.a.*', to, ...options });
    expect(done._unsafeUnwrapErr()).to.have.property('type', 'invalid-permission');
    expect(await held(2)).to.deep.equal(['service.a.read.and.more']);
  });
});
