import { expect } from 'chai';
import { aDepartment, aDraft, anId, aTime, aUser } from '../fakes/fixtures.js';
import { DEFAULT_ADMIN_PERMISSION, PERMISSIONS_PER_USER } from '../index.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every {@link Organisation} keeps to; `open` gives an empty one. */
export function organisationContract(open: OpenOrganisation): void {
  describe('Organisation contract', () => {
    const { requested: _, ...draft } = aDraft({ action: 'set', source: 'import', actor: 'cli:root' });
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
    });
    afterEach(() => stores.close());

    const departmentNames = async () =>
      (await stores.departments.list({ start: 0 }))._unsafeUnwrap().departments.map(({ name }) => name);
    const trail = async () => (await stores.audit.list({ limit: 100 }))._unsafeUnwrap();

    it('counts what an import of departments made, altered and left', async () => {
      const first = await stores.organisation.importDepartments([aDepartment(1), aDepartment(2)]);
      expect(first._unsafeUnwrap()).to.deep.equal({
        summary: { created: 2, updated: 0, unchanged: 0 },
        records: [1, 2].map((n) => ({ id: anId(n), result: 'created' })),
      });

      const second = await stores.organisation.importDepartments([
        aDepartment(1),
        aDepartment(2, { name: 'Renamed' }),
        aDepartment(3),
      ]);
      const { records, summary } = second._unsafeUnwrap();
      expect(summary).to.deep.equal({ created: 1, updated: 1, unchanged: 1 });
      expect(records.map(({ result }) => result)).to.deep.equal(['unchanged', 'updated', 'created']);
      expect(await departmentNames()).to.deep.equal(['Department 3', 'Renamed', 'Department 1']);
    });

    it('takes children before their parents', async () => {
      await stores.organisation.importDepartments([aDepartment(2, { parentId: anId(1) }), aDepartment(1)]);
      expect(await departmentNames()).to.deep.equal(['Department 2', 'Department 1']);
    });

    it('refuses a cycle of parents and writes nothing of the import', async () => {
      const error = (
        await stores.organisation.importDepartments([
          aDepartment(4),
          aDepartment(1, { parentId: anId(3) }),
          aDepartment(2, { parentId: anId(1) }),
          aDepartment(3, { parentId: anId(2) }),
        ])
      )._unsafeUnwrapErr();
      expect(error).to.have.property('type', 'parent-cycle');
      expect(error).to.have.property('cycle').that.has.members([1, 2, 3].map(anId));
      expect(await departmentNames()).to.deep.equal([]);
    });

    it('refuses a department that is its own parent', async () => {
      const result = await stores.organisation.importDepartments([aDepartment(1, { parentId: anId(1) })]);
      expect(result._unsafeUnwrapErr()).to.deep.equal({ type: 'parent-cycle', cycle: [anId(1)] });
    });

    it('refuses a cycle that closes over departments already there', async () => {
      await stores.organisation.importDepartments([aDepartment(1), aDepartment(2, { parentId: anId(1) })]);
      const result = await stores.organisation.importDepartments([aDepartment(1, { parentId: anId(2) })]);
      expect(result._unsafeUnwrapErr()).to.have.property('type', 'parent-cycle');
      expect((await stores.departments.list({ start: 1 }))._unsafeUnwrap().departments[0]?.parentId).to.equal(
        null,
      );
    });

    it('counts what an import of users made, altered and left', async () => {
      const first = await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.a'] }), aUser(2)],
        draft,
      );
      expect(first._unsafeUnwrap()).to.deep.equal({
        summary: { created: 2, updated: 0, unchanged: 0 },
        records: [
          {
            id: anId(1),
            email: 'user1@example.org',
            result: 'created',
            added: ['service.a'],
            removed: [],
            unlinked: [],
            entryId: 1,
          },
          {
            id: anId(2),
            email: 'user2@example.org',
            result: 'created',
            added: [],
            removed: [],
            unlinked: [],
          },
        ],
        leavesNoAdmin: false,
      });

      const second = await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.a'] }), aUser(2, { emails: [] }), aUser(3)],
        draft,
      );
      expect(second._unsafeUnwrap().summary).to.deep.equal({ created: 1, updated: 1, unchanged: 1 });
    });

    it('leaves the permissions and identities of a user alone that it does not have', async () => {
      const identities = [{ issuer: 'https://id.example', subject: 'x' }];
      await stores.organisation.importUsers([aUser(1, { permissions: ['service.a'], identities })], draft);
      const { identities: _, permissions: __, ...bare } = aUser(1, { emails: ['new@example.org'] });
      const result = await stores.organisation.importUsers([bare, { ...bare, id: anId(2) }], draft);
      expect(result._unsafeUnwrap().summary).to.deep.equal({ created: 1, updated: 1, unchanged: 0 });
      const user = (await stores.users.find(anId(1)))._unsafeUnwrap();
      expect(user).to.deep.include({ emails: ['new@example.org'], identities });
      expect([...(user?.permissions ?? [])]).to.deep.equal(['service.a']);
      expect(await trail()).to.have.length(2);

      const taken = await stores.organisation.importUsers([{ ...aUser(2), identities }, bare], draft);
      expect(taken._unsafeUnwrapErr()).to.include({
        type: 'identity-taken',
        owner: anId(1),
        claimant: anId(2),
      });
    });

    it('refuses to take the last admin where that is asked for, and writes nothing of the import', async () => {
      const admin = { permissions: ['service.a', DEFAULT_ADMIN_PERMISSION] };
      const keep = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
      await stores.organisation.importUsers([aUser(1, admin), aUser(2, admin), aUser(3, admin)], draft, keep);
      const less = [aUser(1), aUser(2)];
      const some = await stores.organisation.importUsers(less, draft, keep);
      expect(some._unsafeUnwrap()).to.include({ leavesNoAdmin: false });

      const last = await stores.organisation.importUsers([...less, aUser(3), aUser(4)], draft, keep);
      expect(last._unsafeUnwrapErr()).to.deep.equal({ type: 'import-leaves-no-admin', admins: [anId(3)] });
      expect((await stores.users.find(anId(4)))._unsafeUnwrap()).to.equal(undefined);
      const passed = await stores.organisation.importUsers([aUser(3), aUser(4, admin)], draft, keep);
      expect(passed.isOk()).to.equal(true);

      const forced = await stores.organisation.importUsers([aUser(4)], draft, { ...keep, keepAdmin: false });
      expect(forced._unsafeUnwrap()).to.include({ leavesNoAdmin: true });
    });

    it('gives the last entry of each user', async () => {
      const identities = [{ issuer: 'https://id.example', subject: 'x' }];
      const made = [aUser(1, { identities, permissions: ['service.a'] }), aUser(2)];
      const first = await stores.organisation.importUsers(made, draft);
      expect(first._unsafeUnwrap().records.map(({ entryId }) => entryId)).to.deep.equal([2, undefined]);
      const second = await stores.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], draft);
      expect(second._unsafeUnwrap().records[0]).to.deep.include({ unlinked: identities, entryId: 3 });
    });

    it('writes an entry for each user whose permissions an import changed', async () => {
      await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.a', 'service.b'] }), aUser(2)],
        draft,
      );
      await stores.organisation.importUsers(
        [aUser(1, { permissions: ['service.b', 'service.c'], emails: [] })],
        { ...draft, time: aTime(7) },
      );
      await stores.organisation.importUsers([aUser(1, { permissions: ['service.b', 'service.c'] })], draft);

      const [made, altered, ...others] = await trail();
      expect(made).to.include({ action: 'set', source: 'import', actor: 'cli:root', userId: anId(1) });
      expect(made).to.deep.include({ requested: ['service.a', 'service.b'], before: [], removed: [] });
      expect(altered).to.deep.include({
        time: aTime(7),
        requested: ['service.b', 'service.c'],
        added: ['service.c'],
        removed: ['service.a'],
        before: ['service.a', 'service.b'],
        after: ['service.b', 'service.c'],
      });
      expect(others).to.deep.equal([]);
    });

    it('replaces e-mails and identities', async () => {
      const identity = { issuer: 'https://id.example', subject: 'x' };
      await stores.organisation.importUsers([aUser(1, { identities: [identity] })], draft);
      await stores.organisation.importUsers([aUser(1, { emails: ['new@example.org'] })], draft);

      const user = (await stores.users.find(anId(1)))._unsafeUnwrap();
      expect(user).to.deep.include({ emails: ['new@example.org'], identities: [] });
      expect((await stores.users.findByIdentity(identity))._unsafeUnwrap()).to.equal(undefined);
    });

    it('refuses an identity of another user and writes nothing of the import', async () => {
      const identities = [{ issuer: 'https://id.example', subject: 'x' }];
      await stores.organisation.importUsers([aUser(1, { identities })], draft);
      const result = await stores.organisation.importUsers([aUser(3), aUser(2, { identities })], draft);
      expect(result._unsafeUnwrapErr()).to.deep.equal({
        type: 'identity-taken',
        identity: identities[0],
        owner: anId(1),
        claimant: anId(2),
      });
      expect((await stores.users.list())._unsafeUnwrap().map(({ id }) => id)).to.deep.equal([anId(1)]);
    });

    it('refuses an identity that is given to one user twice', async () => {
      const identity = { issuer: 'https://id.example', subject: 'x' };
      const user = aUser(1, { identities: [identity, { ...identity }] });
      const error = (await stores.organisation.importUsers([user], draft))._unsafeUnwrapErr();
      expect(error).to.deep.equal({ type: 'identity-taken', identity, owner: anId(1), claimant: anId(1) });
      expect((await stores.users.list())._unsafeUnwrap()).to.deep.equal([]);
    });

    it('writes an entry for each identity that an import gave or took, before that of the permissions', async () => {
      const [one, two, three] = ['1', '2', '3'].map((subject) => ({ issuer: 'https://id.example', subject }));
      const identities = (...some: (typeof one)[]) => some.flatMap((identity) => identity ?? []);
      await stores.organisation.importUsers([aUser(1, { identities: identities(one, two) })], draft);
      await stores.organisation.importUsers(
        [aUser(1, { identities: identities(three, two), permissions: ['service.a'] })],
        draft,
      );
      await stores.organisation.importUsers(
        [aUser(1, { identities: identities(two, three), permissions: ['service.a'] })],
        draft,
      );
      const entries = await trail();
      expect(entries.map(({ action, identity }) => [action, identity?.subject])).to.deep.equal([
        ['link', '1'],
        ['link', '2'],
        ['unlink', '1'],
        ['link', '3'],
        ['set', undefined],
      ]);
      expect(entries[3]).to.deep.include({ source: 'import', requested: [], before: [], after: [] });
    });

    it('refuses a user who would hold too many permissions, and writes nothing of the import', async () => {
      const permissions = Array.from({ length: PERMISSIONS_PER_USER + 1 }, (_, n) => `service.m.${n}`);
      const result = await stores.organisation.importUsers([aUser(1), aUser(2, { permissions })], draft);
      expect(result._unsafeUnwrapErr()).to.deep.equal({
        type: 'too-many-permissions',
        user: anId(2),
        count: PERMISSIONS_PER_USER + 1,
      });
      expect((await stores.users.list())._unsafeUnwrap()).to.deep.equal([]);
    });

    it('lets an identity pass from one user to another in one import', async () => {
      const identities = [{ issuer: 'https://id.example', subject: 'x' }];
      await stores.organisation.importUsers([aUser(1, { identities })], draft);
      const result = await stores.organisation.importUsers([aUser(2, { identities }), aUser(1)], draft);
      expect(result.isOk()).to.equal(true);
      expect(
        (await stores.users.findByIdentity({ issuer: 'https://id.example', subject: 'x' }))._unsafeUnwrap()
          ?.id,
      ).to.equal(anId(2));
    });
  });
}
