import assert from 'node:assert/strict';
import {
  DEFAULT_ADMIN_PERMISSION,
  type DepartmentRecord,
  type ExternalIdentity,
  type ImportOptions,
  type KeptUser,
  PermissionSet,
  type Timestamp,
  timestampOf,
  type User,
  type UserToImport,
} from '@ops-admin/core';
import { planDepartmentImport, planUserImport } from '@ops-admin/core/adapter';
import { aDepartment, anId, anIdentity, aTime, aUser } from '@ops-admin/testing';
import { expect } from 'chai';

const byId = <T extends { readonly id: User['id'] }>(...records: T[]) =>
  new Map(records.map((one) => [one.id, one]));
const nobody = () => undefined;
const newSalt = () => 'salt';
const NOW = new Date();
const time = aTime(1);
/** Plans an import where nobody else has the e-mails of its users. */
const planOf = (
  users: readonly UserToImport[],
  currents: ReadonlyMap<User['id'], KeptUser>,
  ownerOf: (identity: ExternalIdentity) => User['id'] | undefined,
  salt: () => string,
  now: Date,
  options?: ImportOptions,
) => planUserImport(users, { currents, emailOwnerOf: nobody, ownerOf, now }, salt, options);
const kept = (user: User): KeptUser => ({ ...user, salt: 'salt' });

describe('planUserImport', () => {
  const ann = aUser(1, { permissions: ['service.a', 'service.b'] });

  it('creates a user with one change from an empty set', () => {
    const plan = planOf([ann], byId<KeptUser>(), nobody, newSalt, NOW)._unsafeUnwrap();
    expect(plan.summary).to.deep.equal({ created: 1, updated: 0, unchanged: 0 });
    expect(plan.written).to.deep.equal([kept(ann)]);
    expect(plan.entries[0]?.change).to.deep.include({ added: ['service.a', 'service.b'], removed: [] });
  });

  it('writes one entry for the set of a new user, and one for each identity', () => {
    const [alone, linked] = [
      aUser(1),
      aUser(2, { permissions: ['service.a'], identities: [anIdentity('x')] }),
    ];
    const { entries } = planOf([alone, linked], byId<KeptUser>(), nobody, newSalt, NOW, {
      adminPermission: DEFAULT_ADMIN_PERMISSION,
      keepAdmin: true,
    })._unsafeUnwrap();
    expect(entries.map(({ change, draft, userId }) => [userId, draft.action, change.added])).to.deep.equal([
      [anId(1), 'create', []],
      [anId(2), 'create', ['service.a']],
      [anId(2), 'link', []],
    ]);
  });

  it('keeps first and last name of an existing user if the record has only a name', () => {
    const there = kept(
      aUser(1, { personalInformation: { firstName: 'Ada', lastName: 'Byron', name: 'Ada' } }),
    );
    const namesAfter = (personalInformation: UserToImport['personalInformation']) => {
      const user = { id: anId(1), ...(personalInformation && { personalInformation }) };
      const { written } = planOf([user], byId(there), nobody, newSalt, NOW)._unsafeUnwrap();
      return Object.values((written[0] ?? there).personalInformation);
    };
    expect(namesAfter({ name: 'A. Byron' })).to.deep.equal(['Ada', 'Byron', 'A. Byron']);
    expect(namesAfter({ firstName: 'Augusta' })).to.deep.equal(['Augusta', '', 'Augusta']);
    expect(namesAfter({ lastName: 'King' })).to.deep.equal(['', 'King', 'King']);
    expect(namesAfter(undefined)).to.deep.equal(['Ada', 'Byron', 'Ada']);
  });

  it('changes nothing where values are equal, also for a set in another order', () => {
    const turned = aUser(1, { permissions: ['service.b', 'service.a'] });
    const plan = planOf([turned], byId(kept(ann)), nobody, newSalt, NOW)._unsafeUnwrap();
    expect(plan.summary).to.deep.equal({ created: 0, updated: 0, unchanged: 1 });
    expect(plan.written).to.deep.equal([]);
    expect(plan.entries).to.deep.equal([]);
  });

  it('writes only a change for a record that differs only in its set', () => {
    const plan = planOf(
      [aUser(1, { permissions: ['service.b'] })],
      byId(kept(ann)),
      nobody,
      newSalt,
      NOW,
    )._unsafeUnwrap();
    expect(plan.summary).to.include({ updated: 1 });
    expect(plan.written).to.deep.equal([]);
    expect(plan.entries[0]?.change).to.deep.include({ added: [], removed: ['service.a'] });
  });

  for (const [what, given] of [
    ['an e-mail', { emails: ['ann@example.org'] }],
    ['a name', { personalInformation: { firstName: 'Ann', lastName: 'Last1', name: 'First1 Last1' } }],
    ['an identity', { identities: [anIdentity('ann')] }],
  ] as const) {
    it(`writes a record with another ${what}, without a change of permissions`, () => {
      const user = aUser(1, { ...given, permissions: [...ann.permissions] });
      const plan = planOf([user], byId(kept(ann)), nobody, newSalt, NOW)._unsafeUnwrap();
      expect(plan.summary).to.include({ updated: 1 });
      expect(plan.written).to.deep.equal([kept(user)]);
      expect(plan.entries.filter(({ draft }) => draft.action === 'set')).to.deep.equal([]);
    });
  }

  it('reports removed and added identities, the removed first, without a permission change', () => {
    const [old, stays, fresh] = ['old', 'kept', 'fresh'].map((subject) => anIdentity(subject));
    const was = { ...ann, identities: [old, stays] } as User;
    const is = { ...ann, identities: [stays, fresh] } as User;
    const { entries } = planOf([is], byId(kept(was)), nobody, newSalt, NOW)._unsafeUnwrap();
    expect(entries.map(({ draft }) => draft)).to.deep.equal([
      { action: 'unlink', identity: old, requested: [] },
      { action: 'link', identity: fresh, requested: [] },
    ]);
    for (const { change } of entries) {
      expect([change.added, change.removed]).to.deep.equal([[], []]);
      expect([[...change.before], [...change.after]]).to.deep.equal([
        [...ann.permissions],
        [...ann.permissions],
      ]);
    }
  });

  it('reports users whose members or state change, with the profile after each change', () => {
    const is = aUser(1, {
      emails: ['ann@example.org'],
      departmentId: anId(9),
      active: false,
      identities: [anIdentity('ann')],
      permissions: ['service.b'],
    });
    const { entries } = planOf([is], byId(kept(ann)), nobody, newSalt, NOW)._unsafeUnwrap();
    expect(
      entries.map(({ draft: { action, members }, profile: { after } }) => [
        action,
        members,
        after.active,
        after.identities,
      ]),
    ).to.deep.equal([
      ['update', ['emails', 'departmentId'], true, []],
      ['deactivate', undefined, false, []],
      ['link', undefined, false, is.identities],
      ['set', undefined, false, is.identities],
    ]);
    expect(entries[0]?.profile.before, 'the whole of them is given').to.equal(undefined);
  });

  it('refuses an identity that another user has, also in the same import', () => {
    const [first, second] = [aUser(1, { identities: [anIdentity('x')] }), aUser(2)];
    for (const users of [[first], [first, second], [second, first]]) {
      const taken = planOf(users, byId(kept(second)), () => anId(2), newSalt, NOW)._unsafeUnwrapErr();
      assert(taken.type === 'record-mistakes');
      expect(taken.mistakes.map(({ id, member }) => [id, member])).to.deep.equal([[anId(1), 'identities']]);
    }
  });

  describe('with an admin permission', () => {
    const options = { adminPermission: DEFAULT_ADMIN_PERMISSION, keepAdmin: true };
    const later = timestampOf(new Date(NOW.getTime() + 60_000))._unsafeUnwrap();
    const forGood = { active: true, permissions: PermissionSet.of([DEFAULT_ADMIN_PERMISSION]) };
    const ending = {
      active: true,
      permissions: PermissionSet.of([DEFAULT_ADMIN_PERMISSION], new Map([[DEFAULT_ADMIN_PERMISSION, later]])),
    };
    const inactive = { ...forGood, active: false };
    const none = { active: true, permissions: PermissionSet.of([]) };
    for (const [what, before, after, hasAdmin, isDemoted, makesAdmin] of [
      ['loses it', forGood, none, false, true, undefined],
      ['loses it although it would end', ending, none, false, true, undefined],
      ['loses it at a later end', forGood, ending, false, true, undefined],
      ['becomes inactive', forGood, inactive, false, true, undefined],
      ['keeps it until its end', ending, ending, false, false, undefined],
      ['keeps it', forGood, forGood, true, false, undefined],
      ['never had it', none, none, false, false, undefined],
      ['receives it', none, forGood, true, false, true],
      ['receives it until an end', none, ending, false, false, true],
      ['becomes active', inactive, forGood, true, false, true],
      ['is new', undefined, forGood, true, false, true],
    ] as const) {
      it(`reports a user who ${what}`, () => {
        const user = aUser(1);
        const currents = before ? byId(kept({ ...user, ...before })) : byId<KeptUser>();
        const given = { ...user, ...after, ...(after === forGood && { ends: {} }) };
        const plan = planOf([given], currents, nobody, newSalt, NOW, options)._unsafeUnwrap();
        expect(plan.open).to.deep.equal({ hasAdmin, demotedAdmins: isDemoted ? [anId(1)] : [] });
        expect(plan.records[0]?.makesAdmin).to.equal(makesAdmin);
        expect(plan.records[0]).to[makesAdmin ? 'have' : 'not'].property('makesAdmin');
      });
    }

    it('writes entries for a new user from empty to the final profile, an identity at a time', () => {
      const identities = [anIdentity('x'), anIdentity('y')];
      const user = aUser(2, { permissions: ['service.a'], identities });
      const plan = planOf([user], byId<KeptUser>(), nobody, newSalt, NOW, options)._unsafeUnwrap();
      const [created, ...linked] = plan.entries;
      const { change } = created as (typeof plan.entries)[number];
      const held = { before: change.after, after: change.after, added: [], removed: [] };
      const as = (own: readonly ExternalIdentity[]) => ({ after: { ...kept(user), identities: own } });
      expect(created).to.deep.equal({
        userId: anId(2),
        change,
        draft: { action: 'create', requested: ['service.a'] },
        profile: as([]),
      });
      expect(linked).to.deep.equal(
        identities.map((identity, n) => ({
          userId: anId(2),
          change: held,
          draft: { action: 'link', identity, requested: [] },
          profile: as(identities.slice(0, n + 1)),
        })),
      );
      expect(plan.records[0]).to.deep.include({ result: 'created', linked: identities, members: [] });
    });
  });

  it('creates an active user from nothing but an id, for tests that fill a store', () => {
    const { written } = planOf(
      [{ id: anId(1) }, { id: anId(2), personalInformation: { lastName: 'Byron' } }],
      byId<KeptUser>(),
      nobody,
      newSalt,
      NOW,
    )._unsafeUnwrap();
    const empty = {
      emails: [],
      personalInformation: { firstName: '', lastName: '', name: '' },
      permissions: PermissionSet.of([]),
      identities: [],
      departmentId: null,
      active: true,
      salt: 'salt',
    };
    expect(written).to.deep.equal([
      { ...empty, id: anId(1) },
      {
        ...empty,
        id: anId(2),
        personalInformation: { firstName: '', lastName: 'Byron', name: 'Byron' },
      },
    ]);
  });

  it('records ended permissions before any other change', () => {
    const ended = PermissionSet.of(['service.a', 'service.b'], new Map([['service.b', aTime(0)]]));
    const there = kept({ ...aUser(1), permissions: ended });
    const planned = (given: Partial<UserToImport>) =>
      planOf([{ id: anId(1), ...given }], byId(there), nobody, newSalt, NOW)._unsafeUnwrap();
    expect(planned({}).entries).to.deep.equal([]);
    const { entries, records } = planned({ active: false });
    expect(entries.map(({ draft, change }) => [draft, change.removed])).to.deep.equal([
      [{ action: 'expire', requested: [] }, ['service.b']],
      [{ action: 'deactivate', requested: [] }, []],
    ]);
    expect(entries.map(({ profile }) => profile)).to.deep.equal([
      { before: there, after: there },
      { before: there, after: { ...there, active: false } },
    ]);
    expect(records[0]?.removed, 'nobody took it').to.deep.equal([]);
  });

  it('reports the permissions that a user loses and receives', () => {
    const there = kept(aUser(1, { emails: ['a@example.org', 'b@example.org'] }));
    const planned = (given: Partial<UserToImport>) =>
      planOf([{ id: anId(1), ...given }], byId(there), nobody, newSalt, NOW)._unsafeUnwrap().records[0];
    expect(planned({ emails: ['b@example.org', 'c@example.org'] })).to.deep.include({
      lostEmails: ['a@example.org'],
      members: ['emails'],
      lostNames: false,
    });
    const names = there.personalInformation;
    for (const [personalInformation, lostNames] of [
      [{ ...names, firstName: '' }, true],
      [{ ...names, lastName: '' }, true],
      [{ lastName: 'Byron' }, true],
      [{ firstName: '', lastName: '', name: '' }, true],
      [{ ...names, firstName: 'Ann' }, false],
    ] as const) {
      expect(planned({ personalInformation })).to.deep.include({
        lostNames,
        members: ['personalInformation'],
      });
    }
    const identities = [anIdentity('x')];
    expect(planned({ identities })).to.deep.include({ linked: identities, unlinked: [], members: [] });
    const nameless = kept({ ...there, personalInformation: { ...names, firstName: '', lastName: '' } });
    const { records } = planOf(
      [{ id: anId(1), personalInformation: { name: 'Ann' } }],
      byId(nameless),
      nobody,
      newSalt,
      NOW,
    )._unsafeUnwrap();
    expect(records[0]?.lostNames, 'there was none').to.equal(false);
  });

  it('keeps the former profile where a record names no identities', () => {
    const there = kept(ann);
    const [entry] = planOf([{ id: anId(1), emails: [] }], byId(there), nobody, newSalt, NOW)._unsafeUnwrap()
      .entries;
    expect(entry?.profile).to.deep.equal({ before: there, after: { ...there, emails: [] } });
  });

  it('reads ends in a set, and refuses one that has passed', () => {
    const until = (end: Timestamp) => PermissionSet.of(['service.a'], new Map([['service.a', end]]));
    const later = timestampOf(new Date(NOW.getTime() + 60_000))._unsafeUnwrap();
    const planned = (given: Partial<UserToImport>) =>
      planOf([{ id: anId(1), ...given }], byId(kept(aUser(1))), nobody, newSalt, NOW);
    expect(planned({ permissions: until(later) })._unsafeUnwrap().records[0]?.ends).to.deep.equal({
      'service.a': later,
    });
    for (const given of [
      { permissions: until(aTime(0)) },
      { permissions: PermissionSet.of(['service.a']), ends: { 'service.a': aTime(0) } },
    ]) {
      expect(planned(given)._unsafeUnwrapErr()).to.deep.equal({
        type: 'end-passed',
        user: anId(1),
        permission: 'service.a',
        end: aTime(0),
      });
    }
  });

  for (const [given, message] of [
    [{ id: 5 }, 'id must be a string, not 5'],
    [{ emails: 'a@example.org' }, 'emails must be an array, not string'],
    [{ personalInformation: { firstName: 5 } }, 'name must be a string, not 5'],
    [{ personalInformation: { lastName: 5 } }, 'name must be a string, not 5'],
    [{ personalInformation: { name: 5 } }, 'name must be a string, not 5'],
    [{ departmentId: 5 }, 'departmentId must be a string, not 5'],
    [{ active: 'yes' }, 'active must be a boolean'],
    [{ identities: [{ subject: 'x' }] }, 'issuer must be a string, not undefined'],
    [{ identities: [{ issuer: 'x' }] }, 'subject must be a string, not undefined'],
    [{ permissions: [5] }, 'permissions[0] must be a string, not 5'],
    [{ ends: { 'service.a': 'soon' } }, 'soon is not a timestamp'],
  ] as const) {
    it(`throws for a user with ${message}`, () => {
      const user = { id: anId(1), ...given } as unknown as UserToImport;
      expect(() => planOf([user], byId<KeptUser>(), nobody, newSalt, NOW)).to.throw(TypeError, message);
    });
  }
});

describe('planDepartmentImport', () => {
  it('creates a department from only a name', () => {
    const plan = planDepartmentImport([{ id: anId(1), name: 'Sales' }], byId<DepartmentRecord>(), time);
    expect(plan._unsafeUnwrap().written).to.deep.equal([
      {
        id: anId(1),
        name: 'Sales',
        description: '',
        code: '',
        parentId: null,
        managerId: null,
        createdAt: time,
        updatedAt: time,
      },
    ]);
    expect(() => planDepartmentImport([{ id: anId(1) }], byId<DepartmentRecord>(), time)).to.throw(
      TypeError,
      'a part of a department must be a string, not undefined',
    );
  });

  it('reports departments whose parent is missing', () => {
    const there = [1, 2, 3, 4].map((n) => aDepartment(n, { parentId: n < 3 ? anId(4) : null }));
    const given = [
      { id: anId(1), parentId: null },
      { id: anId(2), name: 'Renamed' },
      { id: anId(3), parentId: anId(4) },
      { id: anId(4), name: 'Renamed' },
      aDepartment(5),
    ];
    const { records } = planDepartmentImport(given, byId<DepartmentRecord>(...there), time)._unsafeUnwrap();
    expect(records.map(({ lostParent, members }) => [lostParent, members[0]])).to.deep.equal([
      [true, 'parentId'],
      [false, 'name'],
      [false, 'parentId'],
      [false, 'name'],
      [false, undefined],
    ]);
  });

  it('counts new, changed and equal departments, and writes only new and changed ones', () => {
    const [same, old, added] = [aDepartment(1), aDepartment(2), aDepartment(3)];
    const changed = aDepartment(2, { name: 'Renamed' });
    const plan = planDepartmentImport([same, changed, added], byId(same, old), time)._unsafeUnwrap();
    expect(plan.summary).to.deep.equal({ created: 1, updated: 1, unchanged: 1 });
    expect(plan.written).to.deep.equal([changed, added]);
  });

  it('refuses a department below itself, also through existing departments', () => {
    const there = aDepartment(1, { parentId: anId(2) });
    const closing = aDepartment(2, { parentId: anId(1) });
    const refused = planDepartmentImport([closing], byId<DepartmentRecord>(there), time);
    expect(refused._unsafeUnwrapErr()).to.have.property('type', 'parent-cycle');
    const opened = aDepartment(1, { parentId: null });
    expect(planDepartmentImport([closing, opened], byId<DepartmentRecord>(there), time).isOk()).to.equal(
      true,
    );
  });
});
