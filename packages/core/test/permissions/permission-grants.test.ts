import { AccessPolicy, type GrantQuery, ok, type User, type UserDirectory } from '@ops-admin/core';
import { userOperations } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDepartment, aDraft, anId, aRequest, aTime, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation, tamperedCopy } from '../open-organisation.ts';

describe('grants of userOperations', () => {
  let ports = openOrganisation();
  const until = aTime(3_000_000_000);
  /** The users whose names were looked up. */
  const lookedUp: string[] = [];
  /** What the store says, but a block for each grant. */
  const users: Pick<UserDirectory, 'grants' | 'idsByEmail' | 'summaries'> = {
    idsByEmail: (emails) => ports.users.idsByEmail(emails),
    summaries: (ids) => {
      lookedUp.push(...ids);
      return ports.users.summaries(ids);
    },
    grants: async function* (search) {
      for await (const block of ports.users.grants(search)) {
        const { grants, ...said } = block._unsafeUnwrap();
        if (grants.length === 0) yield block;
        for (const grant of grants) yield ok({ ...said, grants: [grant] });
      }
    },
  };
  const operations = () =>
    userOperations({ ...ports, users: users as UserDirectory, policy: new AccessPolicy() });
  const read = async (query?: GrantQuery) => {
    const blocks = [];
    for await (const block of operations().grants(query)) blocks.push(block._unsafeUnwrap());
    return blocks;
  };
  const found = async (query?: GrantQuery) =>
    (await read(query)).flatMap(({ grants }) =>
      grants.map(({ permission, userId }) => `${Number(userId)} ${permission}`),
    );

  before(async () => {
    const under = aDepartment(2, { parentId: anId(1) });
    await ports.organisation.importDepartments([aDepartment(1), under], aDraft());
    const people: User[] = [
      aUser(1, { permissions: ['service.a.read'], departmentId: anId(1) }),
      aUser(2, { permissions: ['service.a'], departmentId: anId(2), emails: [] }),
      aUser(3, { permissions: ['odd'] }),
      aUser(4),
    ];
    await ports.organisation.importUsers(people, aDraft({ action: 'set', actor: 'cli:root' }));
    const change = { action: 'add', permissions: ['service.b'], ends: { 'service.b': until } } as never;
    const given = { ...aRequest(2, 'add', ['service.b'], { reason: 'new here', time: aTime(5) }), change };
    const attest = { action: 'attest', permissions: ['service.b'] } as const;
    const draft = aDraft({ action: 'attest', requested: ['service.b'], actor: anId(2), time: aTime(6) });
    for (const request of [given, { userId: anId(2), change: attest, draft }])
      await ports.permissions.change([request], AS_IT_COMES);
    ports = await tamperedCopy(ports, anId(3), ['odd', 'service.c']);
  });

  it('name the actors who granted and confirmed each string, by e-mail or as in the audit log', async () => {
    const [totals, own, under, added, ...others] = await read();
    const unknown = { since: null, by: null, reason: null, entry: null };
    const record = { until: null, reason: null, since: aTime(0), by: 'cli:root' };
    const all = { total: 5, newestEntry: 7 };
    const confirmed = { attestedAt: null, attestedBy: null };
    expect([totals, own, under, added]).to.deep.equal([
      { ...all, grants: [] },
      {
        ...all,
        grants: [
          {
            ...{ user: 'user1@example.org', userId: anId(1), email: 'user1@example.org' },
            ...{ name: 'First1 Last1', departmentId: anId(1), department: 'D1' },
            ...{ permission: 'service.a.read', ...record, entry: 3, ...confirmed },
          },
        ],
      },
      {
        ...all,
        grants: [
          {
            ...{ user: anId(2), userId: anId(2), email: null, name: 'First2 Last2' },
            ...{ departmentId: anId(2), department: 'D2', permission: 'service.a' },
            ...{ ...record, entry: 4, ...confirmed },
          },
        ],
      },
      {
        ...all,
        grants: [
          {
            ...{ user: anId(2), userId: anId(2), email: null, name: 'First2 Last2' },
            ...{ departmentId: anId(2), department: 'D2', permission: 'service.b', until },
            ...{ since: aTime(5), by: 'user1@example.org', reason: 'new here', entry: 6 },
            ...{ attestedAt: aTime(6), attestedBy: anId(2) },
          },
        ],
      },
    ]);
    expect(others.flatMap(({ grants }) => grants)).to.deep.equal(
      [{ ...record, entry: 5 }, unknown].map((what, n) => ({
        ...{ user: 'user3@example.org', userId: anId(3), email: 'user3@example.org' },
        ...{ name: 'First3 Last3', departmentId: null, department: null, until: null },
        ...{ permission: ['odd', 'service.c'][n], ...what, ...confirmed },
      })),
    );
    // The actor of most changes is looked up once.
    expect(lookedUp).to.deep.equal([anId(2), anId(1)]);
  });

  const all = ['1 service.a.read', '2 service.a', '2 service.b', '3 odd', '3 service.c'];
  const narrowed: readonly (readonly [GrantQuery, readonly string[]])[] = [
    [{}, all],
    [{ start: 1, end: 3 }, all.slice(1, 3)],
    [{ start: 3 }, all.slice(3)],
    [{ modules: ['a'] }, all.slice(0, 2)],
    [{ modules: [] }, []],
    [{ department: 'D1' }, all.slice(0, 3)],
    [{ department: anId(2), modules: ['b'] }, ['2 service.b']],
    [{ users: ['user1@example.org', anId(3)] }, [all[0] ?? '', ...all.slice(3)]],
    [{ users: [] }, []],
    [{ after: 'user1@example.org' }, all.slice(1)],
    [{ after: anId(2), start: 1 }, all.slice(4)],
    [{ after: anId(1), users: [anId(3)] }, all.slice(3)],
  ];
  for (const [query, some] of narrowed) {
    it(`match ${JSON.stringify(query)}`, async () => {
      expect(await found(query)).to.deep.equal(some);
      expect(await read(query)).to.not.deep.equal([]);
    });
  }

  const refused: readonly (readonly [GrantQuery, object])[] = [
    [{ department: 'X' }, { type: 'department-not-found', department: 'X' }],
    [{ users: [anId(1), 'nobody'] }, { type: 'user-not-found', user: 'nobody' }],
    [{ users: [anId(1), anId(9)] }, { type: 'user-not-found', user: anId(9) }],
    [{ after: anId(9) }, { type: 'user-not-found', user: anId(9) }],
  ];
  for (const [query, failure] of refused) {
    it(`are an error for the unknown name in ${JSON.stringify(query)}`, async () => {
      const answers = [];
      for await (const block of operations().grants(query)) answers.push(block._unsafeUnwrapErr());
      expect(answers).to.deep.equal([failure]);
    });
  }
});
