import {
  AccessPolicy,
  DEFAULT_ADMIN_PERMISSION,
  err,
  errAsync,
  type ImportedUser,
  type ImportOptions,
  ok,
  okAsync,
  type Result,
  type ResultAsync,
  type UserToImport,
} from '@ops-admin/core';
import {
  type DepartmentRecordToImport,
  type ImportUsersInput,
  importOperations,
  type UserRecord,
} from '@ops-admin/core/operations';
import { aDepartment, aDraft, anId, anIdentity, aTime, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

const dryRun = true;
const origin = { actor: 'nightly', source: 'import' } as const;
const permissions = [DEFAULT_ADMIN_PERMISSION];
const DOWN = { type: 'store-unavailable', cause: 'no disk' } as const;
const NOTHING = {
  summary: { created: 0, updated: 0, unchanged: 0 },
  taken: { users: 0, permissions: 0, identities: 0, emails: 0, names: 0 },
  newAdmins: 0,
  leavesNoAdmin: false,
  isStopped: false,
};
/** More users than fit in a transaction: numbers 1 to 2001, with the given members for the first and the last. */
const many = (
  first: Partial<UserRecord> = {},
  last: Partial<UserRecord> = {},
  count = 2001,
): UserRecord[] => {
  const users = Array.from({ length: count }, (_, n) => person(n + 1));
  users[0] = person(1, first);
  users[count - 1] = person(count, last);
  return users;
};
/** Somebody with an e-mail and a name, and with what is given. */
const person = (n: number, given: Partial<UserRecord> = {}): UserRecord => {
  const { emails, id, personalInformation } = aUser(n);
  return { id, emails, personalInformation, ...given };
};

/** A store with an admin, 1, and somebody with an identity, 2, that notes what an import asks it for; `downAt` is the call that fails. */
async function setUp({ downAt = 0 } = {}) {
  const { audit, departments, organisation, users } = openOrganisation();
  await organisation.importDepartments([aDepartment(1), aDepartment(2)], aDraft());
  await organisation.importUsers(
    [aUser(1, { permissions }), aUser(2, { permissions: ['service.a'], identities: [anIdentity('x')] })],
    aDraft({ action: 'set' }),
  );
  const calls: { users: readonly UserToImport[]; how: ImportOptions | undefined; draft: unknown }[] = [];
  const named: (readonly string[])[] = [];
  const operations = importOperations({
    organisation: {
      importDepartments: (...given) => organisation.importDepartments(...given),
      importUsers: (given, draft, how) => {
        calls.push({ users: given, how, draft });
        if (calls.length === downAt) return errAsync(DOWN);
        // A large part is only judged: that is what matters here, and quick.
        return organisation.importUsers(given, draft, how && given.length > 1000 ? { ...how, dryRun } : how);
      },
    },
    departments: {
      idsNamed: (names) => {
        named.push(names);
        return names.includes('down') ? errAsync(DOWN) : departments.idsNamed(names);
      },
    },
    users,
    clock: () => new Date(aTime(7)),
    policy: new AccessPolicy(),
  });
  const told: (readonly ImportedUser[])[] = [];
  return {
    audit,
    departments,
    directory: users,
    named,
    calls,
    /** The reported records, by the numbers of the users. */
    told: () => told.map((some) => some.map(({ id }) => Number.parseInt(id, 16))),
    tell: async (some: readonly ImportedUser[]) => void told.push(some),
    /** What was asked for: whether to write, and of whom, where there are few. */
    asked: () =>
      calls.map(({ how, users }) => [
        how?.dryRun ? (how.isPart ? 'part' : 'judge') : 'write',
        how?.keepAdmin,
        users.length > 3 ? users.length : users.map(({ id }) => Number.parseInt(id, 16)),
      ]),
    importUsers: <E = never>(input: Omit<ImportUsersInput<UserRecord, E>, 'origin'>) =>
      operations.users({ ...input, origin }),
    importDepartments: operations.departments,
  };
}

describe('An import of users', () => {
  it('writes exactly the values in the records', async () => {
    const { calls, importUsers } = await setUp();
    const { permissions: _, ...ann } = { ...aUser(3), departmentId: anId(1), active: false };
    const ends = { 'service.a': aTime(9) };
    const given = { ...ann, permissions: ['service.a'], ends };
    const done = (await importUsers({ users: [{ id: anId(2) }, given], dryRun }))._unsafeUnwrapErr();
    expect(done).to.have.property('type', 'end-passed');
    const [call] = calls;
    expect(call?.users).to.deep.equal([
      { id: anId(2) },
      { ...given, permissions: call?.users[1]?.permissions },
    ]);
    expect([...(call?.users[1]?.permissions ?? [])]).to.deep.equal(['service.a']);
    expect(call?.draft).to.deep.equal({ ...origin, time: aTime(7), action: 'set', requested: [] });
    expect(call?.how).to.deep.equal({ dryRun, keepAdmin: true, adminPermission: DEFAULT_ADMIN_PERMISSION });
  });

  it('finds departments by code and by id, and looks each up once', async () => {
    const { calls, importUsers, named } = await setUp();
    const users = many({ department: 'D1' }, { departmentId: anId(2) }, 2001);
    users[1] = person(2, { departmentId: null });
    users[1999] = person(2000, { department: 'D1', departmentId: anId(2) });
    expect((await importUsers({ users, dryRun }))._unsafeUnwrap().summary.updated).to.equal(1);
    expect(named).to.deep.equal([['D1'], [anId(2)]]);
    const departmentOf = new Map(
      calls.flatMap(({ users }) => users.map((one) => [one.id, one.departmentId])),
    );
    expect([1, 2, 3, 2000, 2001].map((n) => departmentOf.get(anId(n)))).to.deep.equal([
      anId(1),
      null,
      undefined,
      anId(1),
      anId(2),
    ]);
  });

  it('names every missing department', async () => {
    const { calls, importUsers } = await setUp();
    const users = [
      { id: anId(5), department: 'D1' },
      { id: anId(6), department: 'D9' },
      { id: anId(7), departmentId: anId(9) },
    ];
    expect((await importUsers({ users }))._unsafeUnwrapErr()).to.deep.equal({
      type: 'record-mistakes',
      mistakes: [
        { id: anId(6), member: 'department', message: 'no department has the id or the code "D9"' },
        { id: anId(7), member: 'departmentId', message: `no department has the id or the code "${anId(9)}"` },
      ],
    });
    expect((await importUsers({ users: [{ id: anId(5), department: 'down' }] }))._unsafeUnwrapErr()).to.equal(
      DOWN,
    );
    expect((await importUsers({ users: many({}, { department: 'D9' }) })).isErr()).to.equal(true);
    expect(calls.map(({ how }) => how?.dryRun)).to.deep.equal([true]);
  });

  it('counts removed permissions and identities, and the users who lose them', async () => {
    const { importUsers } = await setUp();
    const names = { firstName: '', lastName: '', name: 'Ann' };
    const { permissions: _, ...three } = aUser(3, { identities: [anIdentity('y'), anIdentity('z')] });
    await importUsers({
      users: [three, aUser(4), aUser(5), aUser(6)].map((one) => ({ ...one, permissions: [] })),
    });
    const users: UserRecord[] = [
      { id: anId(2), permissions: [], identities: [] },
      { id: anId(3), identities: [] },
      { id: anId(4), emails: ['4@example.org'] },
      { id: anId(5), personalInformation: names },
      { id: anId(6), active: false },
      person(7, { permissions: ['service.a'] }),
    ];
    const done = (await importUsers({ users }))._unsafeUnwrap();
    expect(done).to.deep.equal({
      ...NOTHING,
      summary: { created: 1, updated: 5, unchanged: 0 },
      taken: { users: 4, permissions: 1, identities: 3, emails: 1, names: 1 },
    });
  });

  it('that fits into a transaction is judged where it is written, and reported once', async () => {
    const { asked, importUsers, tell, told } = await setUp();
    const users = [{ id: anId(2) }];
    expect((await importUsers({ users: [], tell }))._unsafeUnwrap()).to.deep.equal(NOTHING);
    expect([asked(), told()]).to.deep.equal([[], []]);
    await importUsers({ users, tell });
    expect(asked()).to.deep.equal([['write', true, [2]]]);
    await importUsers({ users, tell, dryRun });
    await importUsers({ users, tell, agree: () => okAsync(undefined) });
    expect(asked().slice(1)).to.deep.equal([
      ['judge', true, [2]],
      ['judge', true, [2]],
      ['write', true, [2]],
    ]);
    expect(told()).to.deep.equal([[2], [2], [2]]);
    await importUsers({ users: many({}, {}, 1999) });
    expect(asked().slice(4)).to.deep.equal([['write', true, 1999]]);
  });

  it('that does not fit is judged part by part, then written', async () => {
    const { asked, importUsers, tell, told } = await setUp();
    const users = many();
    const expected = { ...NOTHING, summary: { created: 1999, updated: 0, unchanged: 2 } };
    expect((await importUsers({ users, dryRun }))._unsafeUnwrap()).to.deep.equal(expected);
    const judged = [
      ['part', false, 2000],
      ['part', false, [2001]],
    ];
    expect(asked()).to.deep.equal(judged);
    expect((await importUsers({ users, dryRun, tell }))._unsafeUnwrap()).to.deep.equal(expected);
    expect(asked().slice(2)).to.deep.equal([...judged, ...judged]);
    expect((await importUsers({ users, tell }))._unsafeUnwrap()).to.deep.equal(expected);
    expect(asked().slice(6)).to.deep.equal([...judged, ['write', true, 2000], ['write', true, [2001]]]);
    expect(told().map(({ length }) => length)).to.deep.equal([2000, 1, 2000, 1]);
  });

  it('asks for confirmation after judging, and writes nothing without it', async () => {
    for (const users of [[person(9)], many({}, {}, 2001)]) {
      const { asked, importUsers } = await setUp();
      const judged: unknown[] = [];
      const agree = (one: unknown): ResultAsync<never, 'no'> => {
        judged.push(one);
        return errAsync('no');
      };
      expect((await importUsers<'no'>({ users, agree }))._unsafeUnwrapErr()).to.equal('no');
      expect(asked().map(([what]) => what)).not.to.include('write');
      const expected = (await importUsers({ users, dryRun }))._unsafeUnwrap();
      expect(judged).to.deep.equal([expected]);
      const done = await importUsers({ users, agree: (one) => okAsync(judged.push(one)) });
      expect([done._unsafeUnwrap(), judged[1]]).to.deep.equal([expected, expected]);
    }
  });

  it('stops before the next transaction', async () => {
    const stopAt = async (at: number) => {
      const { asked, importUsers } = await setUp();
      let seen = 0;
      const users = many({ permissions: [] }, { permissions });
      const { isStopped, summary } = (
        await importUsers({ users, isStopped: () => ++seen === at })
      )._unsafeUnwrap();
      return [
        isStopped,
        summary.created,
        summary.updated,
        asked().flatMap(([what, , who]) => (what === 'write' ? [who] : [])),
      ];
    };
    expect(await stopAt(1)).to.deep.equal([true, 0, 0, []]);
    expect(await stopAt(2)).to.deep.equal([true, 1998, 0, [1999]]);
    expect(await stopAt(3)).to.deep.equal([true, 1999, 0, [1999, [2001]]]);
    expect(await stopAt(4)).to.deep.equal([false, 1999, 1, [1999, [2001], [1]]]);
    const { importUsers } = await setUp();
    let seen = 0;
    const small = await importUsers({ users: [person(9)], isStopped: () => ++seen > 1 });
    expect(small._unsafeUnwrap(), 'nothing was left').to.include({ isStopped: false });
  });

  it('lets admin permissions move to a user in a later part, and judges users who lose them last', async () => {
    const { asked, importUsers } = await setUp();
    const users = many({ permissions: [] }, { permissions });
    const done = (await importUsers({ users, dryRun }))._unsafeUnwrap();
    expect(done).to.deep.equal({
      ...NOTHING,
      summary: { created: 1999, updated: 1, unchanged: 1 },
      taken: { ...NOTHING.taken, users: 1, permissions: 1 },
      newAdmins: 1,
    });
    expect(asked()).to.deep.equal([
      ['part', false, 2000],
      ['part', false, [2001]],
      ['judge', false, [1]],
    ]);
    expect((await importUsers({ users }))._unsafeUnwrap()).to.deep.equal(done);
  });

  it('is refused as a whole where it leaves no admin, unless forced', async () => {
    const { asked, importUsers } = await setUp();
    const users = many({ permissions: [] });
    const refused = (await importUsers({ users }))._unsafeUnwrapErr();
    expect(refused).to.deep.equal({ type: 'import-leaves-no-admin', admins: [anId(1)] });
    expect(asked()).to.deep.equal([
      ['part', false, 2000],
      ['part', false, [2001]],
      ['judge', true, [1]],
    ]);
    for (const how of [{ dryRun }, {}]) {
      const done = (await importUsers({ users, keepAdmin: false, ...how }))._unsafeUnwrap();
      expect([done.leavesNoAdmin, done.summary.updated]).to.deep.equal([true, 1]);
    }
    expect(asked().slice(-3)).to.deep.equal([
      ['write', false, 1999],
      ['write', false, [2001]],
      ['write', false, [1]],
    ]);
  });

  it('refuses an identity from a user in another part, with all mistakes in all parts', async () => {
    const { asked, importUsers } = await setUp();
    const identities = [anIdentity('y')];
    (await importUsers({ users: [person(2001, { identities })] }))._unsafeUnwrap();
    const { issuer, subject } = anIdentity('y');
    const taken = `${subject} at ${issuer} belongs to the user ${anId(2001)}`;
    const message = `${taken}; to pass an identity on, remove it from its user in an earlier import`;
    const refused = (
      await importUsers({ users: many({ identities }, { identities: [] }) })
    )._unsafeUnwrapErr();
    expect(refused).to.deep.equal({
      type: 'record-mistakes',
      mistakes: [{ id: anId(1), member: 'identities', message }],
    });
    expect(
      asked()
        .slice(1)
        .map(([how]) => how),
    ).to.deep.equal(['part', 'part']);
  });

  it('names the second record with an identity, in the same words for one part and for two', async () => {
    const identity = anIdentity('y');
    const [first, other] = [{ identities: [anIdentity('z')] }, { identities: [identity] }];
    const what = `${identity.subject} at ${identity.issuer} is given`;
    for (const [owner, message] of [
      [1999, `${what} twice`],
      [2001, `${what} to ${anId(2001)}, too`],
    ] as const) {
      const { importUsers } = await setUp();
      const users = many(first, {}, 2002);
      users[owner - 1] = person(owner, other);
      users[2001] = person(2002, { identities: [anIdentity('v'), identity] });
      expect((await importUsers({ users }))._unsafeUnwrapErr()).to.deep.equal({
        type: 'record-mistakes',
        mistakes: [{ id: anId(2002), member: 'identities', message }],
      });
    }
  });

  it('ends with the error of the source of users, at any time', async () => {
    const identities = [anIdentity('y')];
    const cases: [what: string, readings: number, users: UserRecord[], Partial<ImportUsersInput>][] = [
      ['is written', 3, many(), {}],
      ['has a user who comes last', 4, many({ permissions: [] }, { permissions }), {}],
      ['is reported', 3, many(), { dryRun, tell: async () => undefined }],
      ['repeats an identity', 2, many({ identities }, { identities }), {}],
    ];
    for (const [what, readings, users, input] of cases) {
      for (let failing = 1; failing <= readings + 1; failing++) {
        const { importUsers } = await setUp();
        let reading = 0;
        const source = async function* (): AsyncGenerator<Result<UserRecord[], 'lost'>> {
          if (++reading === failing) yield err('lost');
          yield ok(users.slice(0, 1200));
          yield ok(users.slice(1200));
        };
        const done = await importUsers<'lost'>({ ...input, users: source });
        const expected = failing <= readings ? 'lost' : undefined;
        expect(done.isErr() && done.error === 'lost' ? 'lost' : undefined, `${what}, ${failing}`).to.equal(
          expected,
        );
        expect(reading, what).to.equal(Math.min(failing, readings));
      }
    }
  });

  it('ends with the error of a store, at any time', async () => {
    const tell = async () => undefined;
    for (const [calls, input] of [
      [6, {}],
      [5, { dryRun, tell }],
    ] as const) {
      for (let downAt = 1; downAt <= calls + 1; downAt++) {
        const { calls: made, importUsers } = await setUp({ downAt });
        const users = many({ permissions: [] }, { permissions });
        const done = await importUsers({ users, ...input });
        expect(done.isErr(), `${downAt}`).to.equal(downAt <= calls);
        expect(made).to.have.length(Math.min(downAt, calls));
      }
    }
  });
});

describe('An import of departments', () => {
  const given = (n: number, fields: Partial<DepartmentRecordToImport>): DepartmentRecordToImport => {
    const { managerId: _, parentId: __, ...record } = aDepartment(n);
    return { ...record, ...fields };
  };
  const setUpUsers = async () => {
    const made = await setUp();
    await made.importUsers({ users: [person(5)] });
    return made;
  };
  const notThere = (what: string) => `no department has the id or the code ${JSON.stringify(what)}`;

  it('finds parents by id and by code, in the import and in the store, and managers by id and by e-mail', async () => {
    const { audit, departments, importDepartments, named } = await setUpUsers();
    const records = [
      given(10, { parent: 'D11', manager: 'user1@example.org' }),
      given(11, { parent: anId(12).toUpperCase(), manager: anId(2).toUpperCase() }),
      given(12, { parent: 'D1', code: 'd12' }),
      given(13, { parent: ' D12', manager: 'USER1@example.org' }),
      given(14, { parentId: anId(1), managerId: anId(1) }),
      given(15, {}),
    ];
    const done = (await importDepartments({ departments: records, origin }))._unsafeUnwrap();
    expect(done.summary).to.deep.equal({ created: 6, updated: 0, unchanged: 0 });
    expect(named).to.deep.equal([['D1']]);
    const kept = new Map(
      (await departments.list({ start: 0, end: 20 }))
        ._unsafeUnwrap()
        .departments.map((one) => [one._id, one]),
    );
    expect(
      [10, 11, 12, 13, 14, 15].map((n) => [
        kept.get(anId(n))?.parentId,
        kept.get(anId(n))?.manager?._id ?? null,
      ]),
    ).to.deep.equal([
      [anId(11), anId(1)],
      [anId(12), anId(2)],
      [anId(1), null],
      [anId(12), anId(1)],
      [anId(1), anId(1)],
      [null, null],
    ]);
    const [newest] = (await audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap();
    expect(newest).to.deep.include({
      ...origin,
      action: 'department',
      departmentId: anId(15),
      requested: [],
    });
  });

  it('keeps a parent and a manager that a record does not name', async () => {
    const { importDepartments } = await setUpUsers();
    const [first] = [given(10, { parent: 'D1', manager: anId(1) })];
    await importDepartments({ departments: [first], origin });
    const again = (await importDepartments({ departments: [given(10, {})], origin }))._unsafeUnwrap();
    expect(again.summary.unchanged).to.equal(1);
  });

  it('names every missing parent and manager', async () => {
    const { importDepartments } = await setUpUsers();
    const records = [
      given(12, { code: '', parent: 'D9' }),
      given(13, { parent: 'D8', manager: 'nobody@example.org' }),
      given(15, { parent: '', manager: anId(99) }),
      given(16, { parent: 'D2', manager: anId(1) }),
    ];
    expect((await importDepartments({ departments: records, origin }))._unsafeUnwrapErr()).to.deep.equal({
      type: 'record-mistakes',
      mistakes: [
        { id: anId(12), member: 'parent', message: notThere('D9') },
        { id: anId(13), member: 'parent', message: notThere('D8') },
        { id: anId(13), member: 'manager', message: 'no user has the id or the e-mail "nobody@example.org"' },
        { id: anId(15), member: 'parent', message: notThere('') },
      ],
    });
    const later = { departments: [given(15, { manager: anId(99) })], origin };
    expect((await importDepartments(later))._unsafeUnwrap().missingManagers).to.deep.equal([anId(99)]);
  });

  it('asks for confirmation after judging, and writes nothing without it', async () => {
    const { importDepartments } = await setUpUsers();
    const input = { departments: [given(10, {})], origin };
    const expected = (await importDepartments({ ...input, dryRun }))._unsafeUnwrap();
    expect(expected.summary.created).to.equal(1);
    const refused = await importDepartments({ ...input, agree: () => errAsync('no') });
    expect(refused._unsafeUnwrapErr()).to.equal('no');
    const judged: unknown[] = [];
    const agree = (one: unknown) => okAsync(judged.push(one));
    expect((await importDepartments({ ...input, agree, dryRun }))._unsafeUnwrap()).to.deep.equal(expected);
    const done = (await importDepartments({ ...input, agree }))._unsafeUnwrap();
    expect(done.records.map(({ entryId }) => entryId !== undefined)).to.deep.equal([true]);
    expect(judged).to.deep.equal([expected]);
    expect((await importDepartments({ ...input, dryRun }))._unsafeUnwrap().summary.unchanged).to.equal(1);
  });
});
