import {
  AccessPolicy,
  type ExternalIdentity,
  okAsync,
  PermissionSet,
  type PermissionStore,
} from '@ops-admin/core';
import { userChanges } from '@ops-admin/core/operations';
import { aDraft, anId, anIdentity, aTime, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('setIdentity of userChanges', () => {
  const origin = { actor: 'cli:root', source: 'cli', reason: 'a new phone' } as const;
  const identity = anIdentity('ann');
  let ports: ReturnType<typeof openOrganisation>;

  beforeEach(async () => {
    ports = openOrganisation();
    // The first is the only admin.
    const users = [aUser(1, { permissions: ['service.admin.access'] }), aUser(2), aUser(3)];
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });
  const change = (
    action: 'link' | 'unlink',
    user: string,
    { issuer, subject }: ExternalIdentity = identity,
    store: PermissionStore = ports.permissions,
  ) =>
    userChanges({
      store,
      departments: ports.departments,
      users: ports.users,
      clock: () => new Date(aTime(30)),
      policy: new AccessPolicy(),
    }).setIdentity({ linked: action === 'link', user, identity: { issuer, subject }, origin });
  const made = async (...given: Parameters<typeof change>) => (await change(...given))._unsafeUnwrap();
  const refused = async (...given: Parameters<typeof change>) => (await change(...given))._unsafeUnwrapErr();
  const ownerOf = async () => (await ports.users.rightsOf([{ identity }]))._unsafeUnwrap()[0]?.userId;
  const trail = async () => (await ports.audit.list({ limit: 9, afterId: 1 }))._unsafeUnwrap();

  it('links an identity, whose tokens then belong to the user, and records the actor', async () => {
    expect(await made('link', 'user2@example.org')).to.include({
      userId: anId(2),
      email: 'user2@example.org',
      name: 'First2 Last2',
      result: 'linked',
      entry: 2,
    });
    expect(await ownerOf()).to.equal(anId(2));
    const [{ profile: _, seal: __, subjectDigest: ___, subjectSalt: ____, ...entry } = {}] = await trail();
    expect(entry).to.deep.equal({
      ...origin,
      id: 2,
      time: aTime(30),
      userId: anId(2),
      action: 'link',
      identity,
      requested: [],
      added: [],
      removed: [],
      before: [],
      after: [],
    });
  });

  it('removes an identity, also from the last admin, who keeps the permissions', async () => {
    await made('link', anId(1));
    expect(await made('unlink', anId(1))).to.include({ result: 'unlinked', entry: 3 });
    expect(await ownerOf()).to.equal(undefined);
    const [, entry] = await trail();
    expect(entry).to.deep.include({ action: 'unlink', identity, after: ['service.admin.access'] });
  });

  it('writes no entry where nothing changes', async () => {
    expect(await made('unlink', anId(2))).to.include({
      userId: anId(2),
      result: 'already-so',
    });
    await made('link', anId(2));
    const again = await made('link', anId(2));
    expect([again.result, again.entry]).to.deep.equal(['already-so', undefined]);
    expect(await trail()).to.have.length(1);
  });

  it('refuses an identity that another user has, and removes it only from the named user', async () => {
    await made('link', anId(2));
    expect(await refused('link', anId(3))).to.deep.equal({
      type: 'identity-taken',
      identity,
      owner: anId(2),
      claimant: anId(3),
    });
    expect(await made('unlink', anId(3))).to.include({ result: 'already-so' });
    expect(await ownerOf()).to.equal(anId(2));
  });

  it('refuses unknown users, and malformed identities', async () => {
    expect(await refused('link', anId(9))).to.deep.equal({ type: 'user-not-found', user: anId(9) });
    const blank = { issuer: 'https://id.example', subject: '' };
    expect(await refused('link', anId(2), blank)).to.deep.equal({
      type: 'invalid-identity',
      part: 'subject',
      reason: 'empty',
    });
    expect(await trail()).to.deep.equal([]);
  });

  it('is refused on behalf of a user without access, and links nothing', async () => {
    const policy = new AccessPolicy();
    const { departments, permissions: store, users } = ports;
    const parts = { store, departments, users, clock: () => new Date(), policy };
    const order = { linked: true, user: anId(2), identity, origin };
    const link = (n: number) =>
      userChanges(parts).setIdentity({
        ...order,
        actor: policy.actorOf({ userId: anId(n), permissions: PermissionSet.of([]) }),
      });
    const refused = { type: 'actor-refused', reason: 'not-granted' };
    expect((await link(2))._unsafeUnwrapErr()).to.deep.equal(refused);
    expect(await ownerOf()).to.equal(undefined);
    expect((await link(1))._unsafeUnwrap()).to.include({ result: 'linked' });
  });

  it('reports a user who is erased during the look-up', async () => {
    const gone = { type: 'user-not-found', user: anId(2) } as const;
    const store = { ...ports.permissions, change: () => okAsync([gone]) } as unknown as PermissionStore;
    expect(await refused('link', anId(2), identity, store)).to.deep.equal(gone);
  });

  it('throws for an answer that a store must not return', async () => {
    const answers = [
      okAsync([]),
      okAsync([{ type: 'user-active', user: anId(2) }]),
      okAsync([{ type: 'made', userId: anId(2) }]),
    ];
    for (const answer of answers) {
      const store = { change: () => answer } as unknown as PermissionStore;
      const outcome = await change('link', anId(2), identity, store).then(
        () => 'an outcome',
        (cause: unknown) => (cause as Error).message,
      );
      expect(outcome).to.match(/^a change of a user (?:ended as (?:undefined|user-active)|has no result)$/);
    }
  });
});
