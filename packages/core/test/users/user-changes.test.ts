import { AccessPolicy, type ResultAsync, type Timestamp } from '@ops-admin/core';
import { userChanges } from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, anIdentity, aTime, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('userChanges', () => {
  const ADMIN = 'service.admin.access';
  const origin = { actor: 'cli:root', source: 'cli', reason: 'hired' } as const;
  const identity = { issuer: 'https://id.example', subject: 'ada' };
  const ada = { emails: ['ada@example.org'], personalInformation: { firstName: 'Ada', lastName: 'Byron' } };
  let ports: ReturnType<typeof openOrganisation>;
  let users: ReturnType<typeof userChanges>;

  beforeEach(async () => {
    ports = openOrganisation();
    await ports.organisation.importDepartments([aDepartment(7)], aDraft());
    const some = [
      aUser(1, { permissions: [ADMIN] }),
      aUser(2, { identities: [anIdentity('bob')] }),
      aUser(3, { active: false, permissions: ['service.a'] }),
    ];
    await ports.organisation.importUsers(some, { ...aDraft(), action: 'set' });
    users = userChanges({
      store: ports.permissions,
      users: ports.users,
      departments: ports.departments,
      clock: () => new Date(aTime(30)),
      policy: new AccessPolicy(),
    });
  });

  const done = async <T>(answer: ResultAsync<T, unknown>) => (await answer)._unsafeUnwrap();
  const refused = async <E extends { type: string }>(answer: ResultAsync<unknown, E>) =>
    (await answer)._unsafeUnwrapErr();
  const newest = async () => (await ports.audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap()[0];

  it('creates a user with permissions, a department and identities', async () => {
    const input = {
      origin,
      emails: ['ada@example.org'],
      personalInformation: { firstName: 'Ada', lastName: 'Byron' },
      department: 'D7',
      permissions: ['service.a.read'],
      identities: [identity],
    };
    const tried = await done(users.create({ ...input, dryRun: true }));
    expect(tried.entry).to.equal(undefined);
    const created = await done(users.create(input));
    expect(created).to.deep.include({ result: 'created', email: 'ada@example.org', name: 'Ada Byron' });
    expect(created.user).to.deep.equal({ ...tried.user, _id: created.userId });
    expect(created.user).to.deep.include({ departmentId: anId(7), active: true });
    const [found] = (await ports.users.rightsOf([{ identity }]))._unsafeUnwrap();
    expect(found?.userId).to.equal(created.userId);
    expect(await newest()).to.deep.include({
      action: 'link',
      reason: 'hired',
      id: (created.entry ?? 0) + 1,
    });
  });

  it('creates no user with malformed values, or values that other users have', async () => {
    for (const [bad, type] of [
      [{ emails: ['no'] }, 'invalid-person'],
      [{ emails: [] }, 'invalid-person'],
      [{ personalInformation: {} }, 'invalid-person'],
      [{ emails: ['USER2@example.org '] }, 'email-taken'],
      [{ emails: ['a@b', 'c\n@d'] }, 'invalid-person'],
      [{ personalInformation: { name: 'x'.repeat(501) } }, 'invalid-person'],
      [{ id: 'x' }, 'invalid-person'],
      [{ permissions: ['odd one'] }, 'invalid-permission'],
      [{ identities: [{ issuer: '', subject: 'x' }] }, 'invalid-identity'],
      [{ department: 'D8' }, 'department-not-found'],
      [{ id: anId(2) }, 'user-exists'],
      [{ identities: [anIdentity('bob')] }, 'identity-taken'],
    ] as const) {
      expect(await refused(users.create({ ...ada, origin, ...bad })), JSON.stringify(bad)).to.include({
        type,
      });
    }
    expect((await ports.users.list())._unsafeUnwrap()).to.have.length(3);
  });

  it('adds no user to a department that is deleted after the look-up', async () => {
    const { action: _, requested: __, ...draft } = aDraft();
    const request = { departmentId: anId(7), change: { action: 'delete' }, draft } as const;
    const late = userChanges({
      store: ports.permissions,
      users: ports.users,
      departments: {
        idsNamed: (names) =>
          ports.departments
            .idsNamed(names)
            .andThen((ids) => ports.organisation.changeDepartments([request], {}).map(() => ids))
            .orElse((error) => {
              throw new Error(error.type);
            }),
      },
      clock: () => new Date(aTime(30)),
      policy: new AccessPolicy(),
    });
    const gone = { type: 'department-not-found', department: anId(7) };
    expect(await refused(late.create({ ...ada, origin, department: 'D7' }))).to.deep.equal(gone);
    await ports.organisation.importDepartments([aDepartment(7)], aDraft());
    expect(await refused(late.update({ origin, user: anId(2), department: 'D7' }))).to.deep.equal(gone);
    const all = (await ports.users.list())._unsafeUnwrap();
    expect(all.map(({ departmentId }) => departmentId)).to.deep.equal([null, null, null]);
  });

  it('reports the first obstacle to creating a user', async () => {
    const link = { identities: [identity] };
    const taken = anIdentity('bob');
    for (const [bad, refusal] of [
      [{ id: 'x' }, { type: 'invalid-person', path: ['_id'], problem: 'must be 24 hexadecimal digits' }],
      [
        { id: anId(2), ...link },
        { type: 'user-exists', user: anId(2) },
      ],
      [
        { id: anId(4), identities: [taken, identity] },
        { type: 'identity-taken', identity: taken, owner: anId(2), claimant: anId(4) },
      ],
      [
        { id: anId(4), permissions: ['service.a'], ends: { 'service.a': aTime(1) } },
        { type: 'end-passed', user: anId(4), permission: 'service.a', end: aTime(1) },
      ],
      [
        { id: anId(4), permissions: Array.from({ length: 10_001 }, (_, n) => `service.m${n}`) },
        { type: 'too-many-permissions', user: anId(4), count: 10_001 },
      ],
    ] as const) {
      expect(await refused(users.create({ ...ada, origin, ...bad })), refusal.type).to.deep.equal(refusal);
    }
    expect((await ports.users.rightsOf([{ identity }]))._unsafeUnwrap()).to.deep.equal([undefined]);
  });

  it('creates a user with ends, and records the request in the audit log', async () => {
    const ends = { 'service.a': '2999-01-01T00:00:00.000Z' as Timestamp };
    const permissions = ['service.a', 'service.b'];
    const { user } = await done(users.create({ ...ada, origin, permissions, ends }));
    expect(user).to.deep.include({ permissions, ends });
    expect(await newest()).to.deep.include({ action: 'create', requested: permissions });
  });

  it('replaces the members that an update names, and writes nothing where nothing changes', async () => {
    const moved = await done(users.update({ origin, user: 'user2@example.org', department: 'D7' }));
    expect(moved).to.deep.include({ result: 'updated', userId: anId(2) });
    expect(moved.user).to.deep.include({ departmentId: anId(7), emails: ['user2@example.org'] });
    const again = await done(users.update({ origin, user: anId(2), department: anId(7) }));
    expect([again.result, again.entry]).to.deep.equal(['unchanged', undefined]);
    const left = await done(users.update({ origin, user: anId(2), department: null, emails: ['b@x'] }));
    expect(left).to.deep.include({ result: 'updated', email: 'b@x' });
    expect(await newest()).to.deep.include({ action: 'update', members: ['emails', 'departmentId'] });
    expect(await refused(users.update({ origin, user: anId(9) }))).to.include({ type: 'user-not-found' });
    const taken = users.update({ origin, user: anId(2), emails: ['User3@example.org'] });
    expect(await refused(taken)).to.deep.include({ type: 'email-taken', claimant: anId(2) });
    const late = { origin, user: anId(2), emails: ['late@x'], asOf: 1 };
    expect(await refused(users.update(late))).to.include({ type: 'outdated' });
  });

  it('deactivates and activates, but keeps the last admin unless forced', async () => {
    const change = (user: string, active: boolean, keepAdmin?: boolean) =>
      users.setActive({ origin, user, active, keepAdmin });
    expect(await refused(change(anId(1), false))).to.deep.equal({ type: 'no-admin-left', user: anId(1) });
    expect(await done(change(anId(1), false, false))).to.deep.include({ leavesNoAdmin: true });
    const back = await done(change(anId(1), true));
    expect(back).to.deep.include({ result: 'activated', makesAdmin: true });
    expect(back.user).to.deep.include({ active: true, permissions: [ADMIN] });
    expect((await done(change(anId(1), true))).result).to.equal('already-so');
  });

  it('links and unlinks identities', async () => {
    const set = (user: string, linked: boolean) => users.setIdentity({ origin, user, identity, linked });
    expect((await done(set(anId(1), true))).result).to.equal('linked');
    expect(await refused(set(anId(2), true))).to.include({ type: 'identity-taken', owner: anId(1) });
    expect((await done(set(anId(1), false))).result).to.equal('unlinked');
    expect((await done(set(anId(1), false))).result).to.equal('already-so');
  });

  it('erases only inactive users', async () => {
    expect(await refused(users.erase({ origin, user: anId(2) }))).to.include({ type: 'user-active' });
    expect((await done(users.erase({ origin, user: anId(3), dryRun: true }))).result).to.equal('erased');
    const erased = await done(users.erase({ origin, user: anId(3) }));
    expect(erased).to.deep.include({ result: 'erased' });
    expect(erased).not.to.have.property('user');
    expect(await refused(users.erase({ origin, user: anId(3) }))).to.include({ type: 'user-not-found' });
  });
});
