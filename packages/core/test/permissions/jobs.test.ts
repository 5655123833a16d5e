import {
  AccessPolicy,
  type ChangeRequest,
  CopyPermissions,
  FindUser,
  type JobOptions,
  type Permission,
  type PermissionStore,
  RemoveEverything,
  RenamePermission,
} from '@ops-admin/core';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser, inMemoryOrganisation } from '@ops-admin/core/fakes';
import { expect } from 'chai';

describe('Whole jobs', () => {
  const identities = [{ issuer: 'https://id.example', subject: 'a' }];
  let stores: ReturnType<typeof inMemoryOrganisation>;
  const options: JobOptions = { origin: { actor: 'cli:x', source: 'cli', batch: 'b' }, keepAdmin: true };

  beforeEach(async () => {
    stores = inMemoryOrganisation();
    const users = [
      aUser(1, { permissions: ['service.admin.access', 'odd'], identities }),
      aUser(2, { permissions: ['service.a.read', 'odd'] }),
    ];
    await stores.organisation.importUsers(users, aDraft({ action: 'set', source: 'import' }));
  });

  /** The parts of a job; before its first change somebody else makes this one. */
  const partsWith = (...meanwhile: ChangeRequest[]) => {
    const waiting = [meanwhile];
    const store: PermissionStore = {
      find: (userId) => stores.permissions.find(userId),
      change: (requests, how) => {
        const others = waiting.pop() ?? [];
        if (others.length === 0) return stores.permissions.change(requests, how);
        return stores.permissions
          .change(others, AS_IT_COMES)
          .andThen(() => stores.permissions.change(requests, how));
      },
    };
    const { audit: log, users } = stores;
    const findUser = new FindUser(users);
    return { store, log, users, findUser, clock: () => new Date(), policy: new AccessPolicy() };
  };
  const held = async (n: number) => [...(await stores.permissions.find(anId(n)))._unsafeUnwrap()];

  it('take everything from a user, also what came meanwhile', async () => {
    const job = new RemoveEverything(partsWith(aRequest(2, 'add', ['service.new'])));
    const done = (await job.execute(anId(2), { ...options, keepLinks: false }))._unsafeUnwrap();
    expect(done.rows[0]).to.deep.include({
      result: 'removed',
      removed: ['service.a.read', 'odd', 'service.new'],
    });
    expect(await held(2)).to.deep.equal([]);
  });

  it('keep the last admin as they are, identities too', async () => {
    const done = await new RemoveEverything(partsWith()).execute(anId(1), { ...options, keepLinks: false });
    expect(done._unsafeUnwrap()).to.deep.include({ unlinked: [] });
    expect(done._unsafeUnwrap().rows[0]).to.include({ result: 'no-admin-left' });
    const [user] = (await stores.users.list())._unsafeUnwrap();
    expect([user?.identities, [...(user?.permissions ?? [])]]).to.deep.equal([
      identities,
      ['service.admin.access', 'odd'],
    ]);
  });

  it('copy what is off the pattern, too', async () => {
    const done = await new CopyPermissions(partsWith()).execute(anId(1), anId(2), options);
    expect(done._unsafeUnwrap().rows[0]).to.deep.include({
      result: 'added',
      added: ['service.admin.access'],
    });
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd', 'service.admin.access']);
  });

  it('rename nothing where a new name would be too long', async () => {
    const to = `service.${'x'.repeat(246)}.*` as Permission;
    await stores.permissions.change([aRequest(2, 'set', ['service.a.read.and.more'])], AS_IT_COMES);
    const done = await new RenamePermission(partsWith()).execute({ from: 'service.a.*', to }, options);
    expect(done._unsafeUnwrapErr()).to.have.property('type', 'invalid-permission');
    expect(await held(2)).to.deep.equal(['service.a.read.and.more']);
  });
});
