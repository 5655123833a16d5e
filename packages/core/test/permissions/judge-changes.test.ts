import {
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  PERMISSIONS_PER_USER,
  PermissionSet,
} from '@ops-admin/core';
import { judgeChanges, mayTakeAdmin, type UserState } from '@ops-admin/core/adapter';
import { AS_IT_COMES, aLink, anId, anIdentity, aPersonChange, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';

const ADMIN = 'service.admin.access';
const usersWith = (...sets: (readonly string[])[]) =>
  new Map(
    sets.map((set, n): [ReturnType<typeof anId>, UserState] => [
      anId(n + 1),
      {
        email: undefined,
        name: '',
        active: true,
        permissions: PermissionSet.of(set),
        newestEntryId: n + 1,
        user: aUser(n + 1, { permissions: set }),
      },
    ]),
  );

describe('mayTakeAdmin', () => {
  /** The first user is an admin, the second is not. */
  const users = usersWith([ADMIN], ['service.a']);
  const CASES: [what: string, mayTake: boolean, requests: ChangeRequest[]][] = [
    ['nothing is asked', false, []],
    ['what makes an admin is taken from one', true, [aRequest(1, 'remove', ['service.a', ADMIN])]],
    ['the module of the admins is taken from one', true, [aRequest(1, 'remove', ['service.admin'])]],
    ['its wildcard is taken from one', true, [aRequest(1, 'remove', ['service.admin.*'])]],
    ['something else is taken from an admin', false, [aRequest(1, 'remove', ['service.a', 'service.*', ''])]],
    ['the set of an admin is replaced', true, [aRequest(1, 'set', [])]],
    ['something is given to an admin', false, [aRequest(1, 'add', ['service.a'])]],
    ['an identity of an admin is taken', false, [aLink(1, 'unlink', anIdentity('ann'))]],
    ['something is taken from another', false, [aRequest(2, 'remove', [ADMIN]), aRequest(2, 'remove', [])]],
    ['something is taken from nobody', false, [aRequest(9, 'remove', [ADMIN])]],
    ['one is made an admin, and stays', false, [aRequest(2, 'add', [ADMIN])]],
    ['one is made an admin, and not', true, [aRequest(2, 'add', [ADMIN]), aRequest(2, 'remove', [ADMIN])]],
    ['a set makes an admin, and not', true, [aRequest(2, 'set', [ADMIN]), aRequest(2, 'remove', [ADMIN])]],
    ['an admin is deactivated', true, [aPersonChange(1, { action: 'deactivate' })]],
    ['an admin is erased', true, [aPersonChange(1, { action: 'erase' })]],
    ['somebody else is deactivated', false, [aPersonChange(2, { action: 'deactivate' })]],
    [
      'one is activated, and not',
      true,
      [aPersonChange(2, { action: 'activate' }), aPersonChange(2, { action: 'deactivate' })],
    ],
    ['an admin is updated', false, [aPersonChange(1, { action: 'update', person: { emails: [] } })]],
    ['one of several may go', true, [aRequest(2, 'remove', ['x']), aRequest(1, 'remove', [ADMIN])]],
  ];
  for (const [what, mayTake, requests] of CASES) {
    it(`is ${mayTake} where ${what}`, () => {
      const options = { adminPermission: DEFAULT_ADMIN_PERMISSION };
      expect(mayTakeAdmin(requests, users, options)).to.equal(mayTake);
    });
  }
});

describe('judgeChanges', () => {
  const judge = (
    users: ReturnType<typeof usersWith>,
    requests: readonly ChangeRequest[],
    options: Partial<ChangeOptions> = {},
  ) =>
    judgeChanges(
      requests,
      { ...AS_IT_COMES, ...options },
      {
        users,
        actor: { active: true, permissions: PermissionSet.of([ADMIN]) },
        hasOtherAdmin: false,
        ownerOf: ({ subject }) => (subject === 'ann' ? anId(1) : undefined),
        now: new Date(1000),
      },
    );
  const outcomes = (...given: Parameters<typeof judge>) => judge(...given)._unsafeUnwrap();
  const types = (...given: Parameters<typeof judge>) => outcomes(...given).map(({ type }) => type);
  const links = (...requests: ChangeRequest[]) =>
    outcomes(usersWith([ADMIN], []), requests).map((one) => (one.type === 'made' ? one.link : one.type));

  it('refuses an actor from the very moment that their token ends', () => {
    const until = (time: number) =>
      judge(usersWith([]), [], {
        actor: { userId: anId(1), mustHold: DEFAULT_ADMIN_PERMISSION, validUntil: new Date(time) },
      });
    expect(until(1001).isOk()).to.equal(true);
    for (const time of [1000, 999]) {
      expect(until(time)._unsafeUnwrapErr()).to.deep.equal({ type: 'actor-refused', reason: 'expired' });
    }
  });

  it('makes no change that was planned on one that was refused', () => {
    const planned = { ...aRequest(1, 'remove', ['service.a']), asOf: 1 };
    const requests = [aRequest(1, 'remove', [ADMIN]), planned];
    const careful = { keepAdmin: true };
    expect(types(usersWith([ADMIN, 'service.a']), requests, careful)).to.deep.equal([
      'no-admin-left',
      'outdated',
    ]);
  });

  describe('with a set that is too large already', () => {
    const many = Array.from({ length: PERMISSIONS_PER_USER + 2 }, (_, n) => `service.m.${n}`);
    const large = usersWith(many);

    it('lets it shrink, also to what is too large still', () => {
      expect(types(large, [aRequest(1, 'remove', ['service.m.0'])])).to.deep.equal(['made']);
    });

    it('lets it be as it is', () => {
      expect(
        types(large, [aRequest(1, 'remove', ['none']), aRequest(1, 'add', ['service.m.0'])]),
      ).to.deep.equal(['made', 'made']);
    });

    it('lets it neither grow, nor become another of the same size', () => {
      for (const request of [aRequest(1, 'add', ['one']), aRequest(1, 'set', ['one', ...many.slice(1)])]) {
        expect(types(large, [request])).to.deep.equal(['too-many-permissions']);
      }
    });
  });

  describe('with identities', () => {
    it('takes one from nobody but the one who has it', () => {
      const ann = anIdentity('ann');
      expect(links(aLink(2, 'unlink', ann), aLink(2, 'link', ann))).to.deep.equal([
        'not-linked',
        'identity-taken',
      ]);
      expect(links(aLink(1, 'unlink', ann), aLink(2, 'link', ann))).to.deep.equal(['unlinked', 'linked']);
      expect(links(aLink(2, 'link', anIdentity('bob')), aLink(1, 'link', anIdentity('bob')))).to.deep.equal([
        'linked',
        'identity-taken',
      ]);
    });

    it('never says that the last admin is gone', () => {
      const made = outcomes(usersWith([ADMIN]), [aLink(1, 'unlink', anIdentity('ann'))]);
      expect(made[0]).to.have.property('leavesNoAdmin', false);
    });
  });
});
