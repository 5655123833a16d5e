import type { PermissionCheck } from '@ops-admin/core';
import { type CheckPermissionsPorts, checkPermissions } from '@ops-admin/core/operations';
import { aDraft, anId, anIdentity, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('checkPermissions', () => {
  const { organisation, users } = openOrganisation();
  const asked: (readonly object[])[] = [];
  const directory: CheckPermissionsPorts['users'] = {
    rightsOf: (keys) => {
      asked.push(keys);
      return users.rightsOf(keys);
    },
  };
  const { check } = checkPermissions({ users: directory });
  const ann = anIdentity('ann');

  before(async () => {
    const all = [
      aUser(1, {
        permissions: [
          ...['service.part.write', 'service.part.read', 'service.parts.read', 'odd', 'service.undefined'],
          ...['service.whole.*', 'service.whole.z', 'service.both', 'service.both.*'],
        ],
        identities: [ann],
      }),
      aUser(2, { permissions: ['service.part.read'], identities: [anIdentity('bob')] }),
      aUser(3, { permissions: ['service.part.read'], active: false }),
    ];
    (await organisation.importUsers(all, aDraft({ action: 'set', source: 'import' })))._unsafeUnwrap();
  });
  beforeEach(() => asked.splice(0));

  const checks = async (...given: Parameters<typeof check>[0]) => (await check(given))._unsafeUnwrap();
  const nobody = { granted: false, coveredBy: [] };

  const granted: Readonly<Record<string, readonly [boolean, readonly string[]]>> = {
    'service.part.read': [true, []],
    'service.part.delete': [false, []],
    'service.part': [false, []],
    'service.whole.a': [true, ['service.whole.*']],
    'service.whole.z': [true, ['service.whole.*']],
    'service.whole.*': [true, []],
    'service.whole': [true, ['service.whole.*']],
    'service.both.x': [true, ['service.both.*', 'service.both']],
    'service.both': [true, ['service.both.*']],
    'service.both.*': [true, ['service.both']],
    odd: [true, []],
    'odd two': [false, []],
  };
  it('reports which permissions are granted, and the strings that cover them', async () => {
    const given = Object.keys(granted).map((permission) => ({ user: anId(1), permission }));
    expect(await checks(...given)).to.deep.equal(
      Object.values(granted).map(([is, coveredBy]) => ({ userId: anId(1), granted: is, coveredBy })),
    );
  });

  it('finds users in the order of the request, each looked up once in one read', async () => {
    const permission = 'service.part.write';
    const as = (user: PermissionCheck['user']) => ({ user, permission });
    const first = { userId: anId(1), granted: true, coveredBy: [] };
    const second = { userId: anId(2), granted: false, coveredBy: [] };
    const given = [
      ...[as('USER2@example.org'), as('nobody'), as({ ...ann }), as(anId(1)), as(anIdentity('bob'))],
      ...[as({ ...ann }), as('USER2@example.org'), as(anIdentity('eve')), as('nobody'), as(anId(9))],
    ];
    const answers = [second, nobody, first, first, second, first, second, nobody, nobody, nobody];
    expect(await checks(...given)).to.deep.equal(answers);
    expect(asked).to.deep.equal([
      [
        { email: 'USER2@example.org' },
        { identity: ann },
        { userId: anId(1) },
        { identity: anIdentity('bob') },
        { identity: anIdentity('eve') },
        { userId: anId(9) },
      ],
    ]);
  });

  it('grants nothing to inactive users, or by an ambiguous name', async () => {
    const permission = 'service.part.read';
    const given = [anId(3), 'none@example.org', 'nobody'].map((user) => ({ user, permission }));
    expect(await checks(...given)).to.deep.equal([nobody, nobody, nobody]);
  });
});
