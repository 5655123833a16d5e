import {
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  PERMISSIONS_PER_USER,
  type Permission,
  PermissionSet,
  timestampOf,
} from '@ops-admin/core';
import { isAboutPerson, judgeChanges, mayTakeAdmin, type UserState } from '@ops-admin/core/adapter';
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
    ['the request is empty', false, []],
    ['an admin loses an admin permission', true, [aRequest(1, 'remove', ['service.a', ADMIN])]],
    ['an admin loses the module of admins', true, [aRequest(1, 'remove', ['service.admin'])]],
    ['an admin loses its wildcard', true, [aRequest(1, 'remove', ['service.admin.*'])]],
    ['an admin loses another permission', false, [aRequest(1, 'remove', ['service.a', 'service.*', ''])]],
    ['the set of an admin is replaced', true, [aRequest(1, 'set', [])]],
    ['an admin receives a permission', false, [aRequest(1, 'add', ['service.a'])]],
    ['an admin loses an identity', false, [aLink(1, 'unlink', anIdentity('ann'))]],
    ['another user loses a permission', false, [aRequest(2, 'remove', [ADMIN]), aRequest(2, 'remove', [])]],
    ['another user loses it twice', false, [aRequest(2, 'remove', [ADMIN]), aRequest(2, 'remove', [ADMIN])]],
    ['an unknown user loses a permission', false, [aRequest(9, 'remove', [ADMIN])]],
    ['a user becomes an admin, and stays one', false, [aRequest(2, 'add', [ADMIN])]],
    [
      'a user becomes an admin, and then not',
      true,
      [aRequest(2, 'add', [ADMIN]), aRequest(2, 'remove', [ADMIN])],
    ],
    [
      'a set makes a user an admin, and then not',
      true,
      [aRequest(2, 'set', [ADMIN]), aRequest(2, 'remove', [ADMIN])],
    ],
    ['an admin is deactivated', true, [aPersonChange(1, { action: 'deactivate' })]],
    ['an admin is erased', true, [aPersonChange(1, { action: 'erase' })]],
    ['another user is deactivated', false, [aPersonChange(2, { action: 'deactivate' })]],
    [
      'a user is activated, and then not',
      true,
      [aPersonChange(2, { action: 'activate' }), aPersonChange(2, { action: 'deactivate' })],
    ],
    ['an admin is updated', false, [aPersonChange(1, { action: 'update', person: { emails: [] } })]],
    [
      'one of several requests may remove an admin',
      true,
      [aRequest(2, 'remove', ['x']), aRequest(1, 'remove', [ADMIN])],
    ],
  ];
  for (const [what, mayTake, requests] of CASES) {
    it(`is ${mayTake} where ${what}`, () => {
      const options = { adminPermission: DEFAULT_ADMIN_PERMISSION };
      expect(mayTakeAdmin(requests, users, options)).to.equal(mayTake);
    });
  }
});

describe('isAboutPerson', () => {
  it('is true for members of users, for their identities, and for removing everything', () => {
    const person = { emails: [], personalInformation: aUser(1).personalInformation, departmentId: null };
    for (const change of [
      { action: 'link', identity: anIdentity('ann') },
      { action: 'create', person, permissions: [] },
      { action: 'update', person: {} },
      { action: 'erase' },
      { action: 'everything', keepLinks: true },
    ] as const) {
      expect(isAboutPerson(change), change.action).to.equal(true);
    }
    for (const change of [
      { action: 'set', permissions: [] },
      { action: 'attest', permissions: [] },
      { action: 'expire' },
    ] as const) {
      expect(isAboutPerson(change), change.action).to.equal(false);
    }
  });
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
        hasDepartment: () => true,
        emailOwnerOf: () => undefined,
        ownerOf: ({ subject }) => (subject === 'ann' ? anId(1) : undefined),
        now: new Date(1000),
      },
    );
  const outcomes = (...given: Parameters<typeof judge>) => judge(...given)._unsafeUnwrap();
  const types = (...given: Parameters<typeof judge>) => outcomes(...given).map(({ type }) => type);
  const links = (...requests: ChangeRequest[]) =>
    outcomes(usersWith([ADMIN], []), requests).map((one) => (one.type === 'made' ? one.link : one.type));

  it('refuses an actor from the moment when their token expires', () => {
    const until = (time: number) =>
      judge(usersWith([]), [], {
        actor: { userId: anId(1), mustHold: DEFAULT_ADMIN_PERMISSION, validUntil: new Date(time) },
      });
    expect(until(1001).isOk()).to.equal(true);
    for (const time of [1000, 999]) {
      expect(until(time)._unsafeUnwrapErr()).to.deep.equal({ type: 'actor-refused', reason: 'expired' });
    }
  });

  it('makes no change that depends on a refused one', () => {
    const planned = { ...aRequest(1, 'remove', ['service.a']), asOf: 1 };
    const requests = [aRequest(1, 'remove', [ADMIN]), planned];
    const careful = { keepAdmin: true };
    expect(types(usersWith([ADMIN, 'service.a']), requests, careful)).to.deep.equal([
      'no-admin-left',
      'outdated',
    ]);
  });

  describe('with a set that is already too large', () => {
    const many = Array.from({ length: PERMISSIONS_PER_USER + 2 }, (_, n) => `service.m.${n}`);
    const large = usersWith(many);

    it('lets it shrink, also to one that is still too large', () => {
      expect(types(large, [aRequest(1, 'remove', ['service.m.0'])])).to.deep.equal(['made']);
    });

    it('lets it stay unchanged', () => {
      expect(
        types(large, [aRequest(1, 'remove', ['none']), aRequest(1, 'add', ['service.m.0'])]),
      ).to.deep.equal(['made', 'made']);
    });

    it('does not let it grow, or be replaced by another of the same size', () => {
      for (const request of [aRequest(1, 'add', ['one']), aRequest(1, 'set', ['one', ...many.slice(1)])]) {
        expect(types(large, [request])).to.deep.equal(['too-many-permissions']);
      }
    });
  });

  describe('with identities', () => {
    it('removes an identity only from its user', () => {
      const ann = anIdentity('ann');
      expect(links(aLink(2, 'unlink', ann), aLink(2, 'link', ann))).to.deep.equal([
        'already-so',
        'identity-taken',
      ]);
      expect(links(aLink(1, 'unlink', ann), aLink(2, 'link', ann))).to.deep.equal(['unlinked', 'linked']);
      expect(links(aLink(2, 'link', anIdentity('bob')), aLink(1, 'link', anIdentity('bob')))).to.deep.equal([
        'linked',
        'identity-taken',
      ]);
    });

    it('never reports the last admin as removed', () => {
      const made = outcomes(usersWith([ADMIN]), [aLink(1, 'unlink', anIdentity('ann'))]);
      expect(made[0]).to.have.property('leavesNoAdmin', false);
    });
  });

  it('throws before it judges where an untyped caller passes an impossible request', () => {
    const person = { emails: ['a@b'], personalInformation: aUser(1).personalInformation, departmentId: null };
    const { personalInformation: names, ...nameless } = person;
    const create = { action: 'create', person, permissions: [], ends: {} };
    const update = (given: object) => ({ change: { action: 'update', person: given } });
    const link = (identity: object) => ({ change: { action: 'link', identity } });
    const rename = (renaming: object) => ({ change: { action: 'rename', renaming } });
    const ends = { 'service.a': 'tomorrow' };
    for (const [given, message] of [
      [{ userId: 7 }, 'userId must be a string, not 7'],
      [{ draft: undefined }, 'a change has no draft of its entry'],
      [{ draft: null }, 'a change has no draft of its entry'],
      [{ draft: 'because' }, 'a change has no draft of its entry'],
      [link({ issuer: 7, subject: 's' }), 'issuer must be a string, not 7'],
      [link({ issuer: 'i' }), 'subject must be a string, not undefined'],
      [rename({ from: 7, to: 'x' }), 'from must be a string, not 7'],
      [rename({ from: 'x' }), 'to must be a string, not undefined'],
      [{ change: { action: 'remove', permissions: 'x' } }, 'permissions must be an array, not string'],
      [{ change: { action: 'add', permissions: [], ends } }, 'tomorrow is not a timestamp'],
      [{ change: { action: 'set', permissions: [], ends } }, 'tomorrow is not a timestamp'],
      [{ change: { ...create, ends } }, 'tomorrow is not a timestamp'],
      [{ change: { ...create, permissions: 'x' } }, 'permissions must be an array, not string'],
      [{ change: { ...create, person: { ...person, emails: undefined } } }, 'emails must be an array'],
      [{ change: { ...create, person: { ...person, departmentId: undefined } } }, 'departmentId must be a'],
      [{ change: { ...create, person: nameless } }, 'name must be a string, not undefined'],
      [update({ emails: 'a@b' }), 'emails must be an array, not string'],
      [update({ departmentId: 7 }), 'departmentId must be a string, not 7'],
      [update({ personalInformation: { ...names, firstName: 7 } }), 'name must be a string, not 7'],
      [update({ personalInformation: { ...names, lastName: 7 } }), 'name must be a string, not 7'],
      [
        update({ personalInformation: { ...names, name: undefined } }),
        'name must be a string, not undefined',
      ],
    ] as const) {
      const request = { ...aRequest(1, 'add', []), ...(given as Partial<ChangeRequest>) };
      expect(() => judge(usersWith([]), [request]), JSON.stringify(given)).to.throw(TypeError, message);
    }
    for (const fine of [{}, { departmentId: null }, { departmentId: anId(7) }]) {
      expect(types(usersWith([]), [aPersonChange(1, { action: 'update', person: fine })])).to.deep.equal([
        'made',
      ]);
    }
  });

  describe('with members of users', () => {
    const ann = anIdentity('ann');
    const everything = (n: number, keepLinks = false): ChangeRequest => ({
      ...aRequest(n, 'remove', []),
      change: { action: 'everything', keepLinks },
    });
    const person = { emails: ['c@d'], personalInformation: aUser(3).personalInformation, departmentId: null };
    const create = (permissions: readonly string[] = []) =>
      aPersonChange(3, { action: 'create', person, permissions: permissions as Permission[] });
    const withState = (n: number, given: Partial<UserState>) => {
      const users = usersWith([], []);
      return users.set(anId(n), { ...(users.get(anId(n)) as UserState), ...given });
    };
    const linked = { user: aUser(1, { identities: [ann] }) };
    const userOf = (...given: Parameters<typeof judge>) => {
      const [outcome] = outcomes(...given);
      return outcome?.type === 'made' ? outcome.user : outcome;
    };

    it('reports the members after the change', () => {
      for (const [change, after] of [
        [{ action: 'update', person: { emails: ['x@y'] } }, { emails: ['x@y'] }],
        [{ action: 'update', person: { emails: undefined } }, {}],
        [{ action: 'deactivate' }, { active: false }],
        [{ action: 'activate' }, {}],
        [{ action: 'link', identity: anIdentity('bob') }, { identities: [ann, anIdentity('bob')] }],
        [{ action: 'unlink', identity: ann }, { identities: [] }],
        [{ action: 'everything', keepLinks: false }, { identities: [] }],
        [{ action: 'everything', keepLinks: true }, {}],
      ] as const) {
        const request = { ...aRequest(1, 'add', []), change } as ChangeRequest;
        expect(userOf(withState(1, linked), [request]), JSON.stringify(change)).to.deep.equal({
          ...linked.user,
          ...after,
        });
      }
      expect(userOf(usersWith(), [create(['service.a'])])).to.deep.equal(
        aUser(3, { emails: ['c@d'], permissions: ['service.a'] }),
      );
    });

    it('requires the former members', () => {
      const { user: _, ...unknown } = usersWith([]).get(anId(1)) as UserState;
      const users = new Map([[anId(1), unknown]]);
      expect(() => judge(users, [aPersonChange(1, { action: 'activate' })])).to.throw(
        TypeError,
        'who the user is must be known to change it',
      );
    });

    it('continues with a created user, but not with one whose creation failed', () => {
      const planned = { ...aLink(3, 'link', anIdentity('new')), asOf: 0 };
      expect(types(usersWith(), [create(), planned, create()])).to.deep.equal([
        'made',
        'made',
        'user-exists',
      ]);
      const many = Array.from({ length: PERMISSIONS_PER_USER + 1 }, (_, n) => `service.m${n}`);
      expect(types(usersWith(), [create(many), planned])).to.deep.equal([
        'too-many-permissions',
        'user-not-found',
      ]);
    });

    it('erases permanently: the id stays unused, and the identities become free', () => {
      const users = withState(1, { ...linked, active: false });
      const erase = aPersonChange(1, { action: 'erase' });
      const again = { ...create(), userId: anId(1) };
      expect(outcomes(users, [erase, erase, again]).slice(1)).to.deep.equal([
        { type: 'user-not-found', user: anId(1) },
        { type: 'user-exists', user: anId(1), isErased: true },
      ]);
      expect(types(users, [aLink(2, 'link', ann), erase, aLink(2, 'link', ann)])).to.deep.equal([
        'identity-taken',
        'made',
        'made',
      ]);
    });

    it('removes identities with everything, unless that removes the last admin', () => {
      const requests = [everything(1), aLink(2, 'link', ann)];
      const users = withState(1, { ...linked, permissions: PermissionSet.of([ADMIN]) });
      expect(types(users, requests)).to.deep.equal(['made', 'made']);
      expect(types(users, requests, { keepAdmin: true })).to.deep.equal(['no-admin-left', 'identity-taken']);
    });
  });

  it('refuses a set that adds a malformed permission, and keeps existing ones', () => {
    const refusal = { type: 'invalid-permission', text: 'odd' } as const;
    const set = (...permissions: string[]): ChangeRequest => ({
      ...aRequest(1, 'set', permissions),
      mayNotAdd: (one) => (one === 'odd' ? refusal : undefined),
    });
    expect(outcomes(usersWith([]), [set('service.a', 'odd')])).to.deep.equal([refusal]);
    expect(types(usersWith(['odd']), [set('service.a', 'odd')])).to.deep.equal(['made']);
  });

  it('refuses a permission with a control character or a lone surrogate, and ignores it in a removal', () => {
    for (const text of ['service.a\tb', 'service.a\nb', 'service.\u0000', 'service.\ud800']) {
      const refusal = { type: 'invalid-permission', text };
      for (const action of ['add', 'set'] as const)
        expect(outcomes(usersWith([]), [aRequest(1, action, [text])])).to.deep.equal([refusal]);
      expect(types(usersWith(['service.a']), [aRequest(1, 'remove', [text])])).to.deep.equal(['made']);
    }
  });

  it('keeps the last admin also where their permission would end', () => {
    const users = usersWith([]);
    const end = timestampOf(new Date(5000))._unsafeUnwrap();
    const permissions = PermissionSet.of([ADMIN], new Map([[ADMIN, end]]));
    users.set(anId(1), { ...(users.get(anId(1)) as UserState), permissions });
    expect(types(users, [aRequest(1, 'remove', [ADMIN])], { keepAdmin: true })).to.deep.equal([
      'no-admin-left',
    ]);
  });
});
