import {
  DEFAULT_ADMIN_PERMISSION,
  type DepartmentRecord,
  type KeptUser,
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
const kept = (user: User): KeptUser => ({ ...user, salt: 'salt' });

describe('planUserImport', () => {
  const ann = aUser(1, { permissions: ['service.a', 'service.b'] });

  it('makes a new user with a change from nothing', () => {
    const plan = planUserImport([ann], byId<KeptUser>(), nobody, newSalt, NOW)._unsafeUnwrap();
    expect(plan.summary).to.deep.equal({ created: 1, updated: 0, unchanged: 0 });
    expect(plan.written).to.deep.equal([kept(ann)]);
    expect(plan.entries[0]?.change).to.deep.include({ added: ['service.a', 'service.b'], removed: [] });
  });

  it('makes one entry of a new user with what they hold, and one for each identity', () => {
    const [alone, linked] = [
      aUser(1),
      aUser(2, { permissions: ['service.a'], identities: [anIdentity('x')] }),
    ];
    const { entries } = planUserImport([alone, linked], byId<KeptUser>(), nobody, newSalt, NOW, {
      adminPermission: DEFAULT_ADMIN_PERMISSION,
      keepAdmin: true,
    })._unsafeUnwrap();
    expect(entries.map(({ change, draft, userId }) => [userId, draft.action, change.added])).to.deep.equal([
      [anId(1), 'create', []],
      [anId(2), 'create', ['service.a']],
      [anId(2), 'link', []],
    ]);
  });

  it('leaves first and last name of somebody who is there alone, if a name comes alone', () => {
    const there = kept(
      aUser(1, { personalInformation: { firstName: 'Ada', lastName: 'Byron', name: 'Ada' } }),
    );
    const namesAfter = (personalInformation: UserToImport['personalInformation']) => {
      const user = { id: anId(1), ...(personalInformation && { personalInformation }) };
      const { written } = planUserImport([user], byId(there), nobody, newSalt, NOW)._unsafeUnwrap();
      return Object.values((written[0] ?? there).personalInformation);
    };
    expect(namesAfter({ name: 'A. Byron' })).to.deep.equal(['Ada', 'Byron', 'A. Byron']);
    expect(namesAfter({ firstName: 'Augusta' })).to.deep.equal(['Augusta', '', 'Augusta']);
    expect(namesAfter(undefined)).to.deep.equal(['Ada', 'Byron', 'Ada']);
  });

  it('leaves alone what is as it was, also where the same set comes in another order', () => {
    const turned = aUser(1, { permissions: ['service.b', 'service.a'] });
    const plan = planUserImport([turned], byId(kept(ann)), nobody, newSalt, NOW)._unsafeUnwrap();
    expect(plan.summary).to.deep.equal({ created: 0, updated: 0, unchanged: 1 });
    expect(plan.written).to.deep.equal([]);
    expect(plan.entries).to.deep.equal([]);
  });

  it('writes a record whose set alone is different as a change alone', () => {
    const plan = planUserImport(
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
    it(`writes a record with ${what} that is different, without a change of permissions`, () => {
      const user = aUser(1, { ...given, permissions: [...ann.permissions] });
      const plan = planUserImport([user], byId(kept(ann)), nobody, newSalt, NOW)._unsafeUnwrap();
      expect(plan.summary).to.include({ updated: 1 });
      expect(plan.written).to.deep.equal([kept(user)]);
      expect(plan.entries.filter(({ draft }) => draft.action === 'set')).to.deep.equal([]);
    });
  }

  it('tells of identities that are taken and given, the taken ones first, and that no permission changes', () => {
    const [old, stays, fresh] = ['old', 'kept', 'fresh'].map((subject) => anIdentity(subject));
    const was = { ...ann, identities: [old, stays] } as User;
    const is = { ...ann, identities: [stays, fresh] } as User;
    const { entries } = planUserImport([is], byId(kept(was)), nobody, newSalt, NOW)._unsafeUnwrap();
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

  it('tells who is somebody else now, by members and state, with the profile after each', () => {
    const is = aUser(1, {
      emails: ['ann@example.org'],
      departmentId: anId(9),
      active: false,
      identities: [anIdentity('ann')],
      permissions: ['service.b'],
    });
    const { entries } = planUserImport([is], byId(kept(ann)), nobody, newSalt, NOW)._unsafeUnwrap();
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

  it('refuses an identity of somebody else, but lets it pass between users of the import', () => {
    const [first, second] = [aUser(1, { identities: [anIdentity('x')] }), aUser(2)];
    const taken = planUserImport([first], byId<KeptUser>(), () => anId(2), newSalt, NOW);
    expect(taken._unsafeUnwrapErr()).to.include({
      type: 'identity-taken',
      owner: anId(2),
      claimant: anId(1),
    });
    expect(planUserImport([first, second], byId(kept(second)), () => anId(2), newSalt, NOW).isOk()).to.equal(
      true,
    );
  });
});

describe('planDepartmentImport', () => {
  it('counts what is new, different and the same, and writes only the first two', () => {
    const [same, old, added] = [aDepartment(1), aDepartment(2), aDepartment(3)];
    const changed = aDepartment(2, { name: 'Renamed' });
    const plan = planDepartmentImport([same, changed, added], byId(same, old), time)._unsafeUnwrap();
    expect(plan.summary).to.deep.equal({ created: 1, updated: 1, unchanged: 1 });
    expect(plan.written).to.deep.equal([changed, added]);
  });

  it('refuses a department below itself, also over departments that are already there', () => {
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
