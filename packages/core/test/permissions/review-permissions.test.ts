import {
  AccessPolicy,
  type ChangePermissionsInput,
  type ChangeRequest,
  type PermissionStore,
  type UserChange,
} from '@ops-admin/core';
import { permissionOperations } from '@ops-admin/core/operations';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  aRequest,
  aTime,
  aUser,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation, tamperedCopy } from '../open-organisation.ts';

describe('review of permissionOperations', () => {
  const origin = { actor: 'cli:root', source: 'cli', batch: 'q1', reason: 'each quarter' } as const;
  const who = (n: number) => ({ userId: anId(n), email: `user${n}@example.org`, name: `First${n} Last${n}` });
  const notDone = { result: 'not-done', message: 'not done, because another row failed' };
  const since = (permission: string) => ({
    result: 'changed-since',
    message: `another entry added or removed ${permission} since the export`,
  });
  let ports: OrganisationPorts;
  /** Changes by others before each transaction of the review, and the number of transactions. */
  let meanwhile: ChangeRequest[][];
  let transactions: number;

  beforeEach(async () => {
    ports = openOrganisation();
    meanwhile = [];
    transactions = 0;
    const users = [
      aUser(1, { permissions: ['service.admin.access', 'service.a.read', 'service.a.*', 'service.b'] }),
      aUser(2, { permissions: ['service.a.read', 'odd'] }),
      aUser(3, { permissions: ['service.c'] }),
      aUser(4),
    ];
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });

  const review = async (changes: readonly UserChange[], how: Partial<ChangePermissionsInput> = {}) => {
    const change: PermissionStore['change'] = (requests, options) => {
      transactions++;
      const others = meanwhile.shift();
      if (!others) return ports.permissions.change(requests, options);
      return ports.permissions
        .change(others, AS_IT_COMES)
        .andThen(() => ports.permissions.change(requests, options));
    };
    const { audit, users } = ports;
    const parts = { store: { change }, audit, users, clock: () => new Date(aTime(30)) };
    const operations = permissionOperations({ ...parts, policy: new AccessPolicy() });
    return (await operations.change({ action: 'review', changes, origin, ...how }))._unsafeUnwrap();
  };
  const decide =
    (decision: 'keep' | 'remove') =>
    (n: number, permission: string, entry?: number, more: Partial<UserChange> = {}): UserChange => ({
      user: anId(n),
      permissions: [permission],
      decision,
      entry,
      ...more,
    });
  const [keep, remove] = [decide('keep'), decide('remove')];
  const held = async (n: number) => [...(await ports.permissions.find(anId(n)))._unsafeUnwrap()];
  const results = async (...given: Parameters<typeof review>) =>
    (await review(...given)).rows.map(({ result }) => result);
  /** The entries that a review wrote. */
  const written = async () => {
    const entries = (await ports.audit.list({ batch: 'q1', limit: 99 }))._unsafeUnwrap();
    return entries.map(({ action, added, reason, removed, requested, userId }) => ({
      ...{ userId, action, requested, added, removed, reason },
    }));
  };

  it('removes and confirms each string alone, the kept ones first, and reports the result of each decision', async () => {
    const reason = 'moved';
    const told = await review([
      remove(1, 'service.a.read', 1, { user: 'user1@example.org', line: 2 }),
      keep(1, 'service.a.*', 1),
      remove(1, 'service.b', 1),
      remove(2, 'odd', 2, { reason }),
      remove(2, 'service.a.read', 2, { reason: 'gone' }),
      keep(3, 'service.c', 3, { reason, line: 7 }),
    ]);
    const removed = (n: number, permission: string, entry: number) => ({
      ...{ user: anId(n), ...who(n), result: 'removed', removed: [permission], entry, batch: 'q1' },
    });
    const kept = (n: number, permission: string, entry: number) => ({
      ...{ user: anId(n), ...who(n), result: 'kept', message: `${permission} stays`, entry, batch: 'q1' },
    });
    expect(told).to.deep.equal({
      leavesNoAdmin: false,
      rows: [
        {
          ...removed(1, 'service.a.read', 6),
          ...{ user: 'user1@example.org', stillGrantedBy: ['service.a.*'], line: 2 },
        },
        kept(1, 'service.a.*', 4),
        removed(1, 'service.b', 6),
        removed(2, 'odd', 7),
        removed(2, 'service.a.read', 8),
        { ...kept(3, 'service.c', 5), line: 7 },
      ],
    });
    const entry = (n: number, requested: string[], taken: boolean, reason: string = origin.reason) => ({
      ...{ userId: anId(n), action: taken ? 'remove' : 'attest', requested },
      ...{ added: [], removed: taken ? requested : [], reason },
    });
    expect(await written()).to.deep.equal([
      entry(1, ['service.a.*'], false),
      entry(3, ['service.c'], false, reason),
      entry(1, ['service.a.read', 'service.b'], true),
      entry(2, ['odd'], true, reason),
      entry(2, ['service.a.read'], true, 'gone'),
    ]);
    expect(transactions).to.equal(1);
  });

  it('does neither where a string of a user has both decisions, by any name for the user', async () => {
    const both = [
      keep(2, 'odd', 2),
      keep(2, 'service.a.read', 2),
      remove(2, 'odd', 2, { user: 'user2@example.org' }),
      remove(3, 'odd', 3),
      keep(1, 'service.b', 1),
      keep(1, 'service.b', 1),
    ];
    const { rows } = await review(both);
    expect(rows.map(({ result }) => result)).to.deep.equal([
      ...['invalid', 'kept', 'invalid', 'changed-since', 'kept', 'kept'],
    ]);
    expect(rows[2]).to.deep.equal({
      ...{ user: 'user2@example.org', ...who(2), result: 'invalid', removed: [] },
      message: 'keep and remove are both decided about odd',
    });
    expect(await held(2)).to.include('odd');
    expect(await results(both, { atomic: true }))
      .to.include('not-done')
      .and.not.include('kept');
  });

  it('reports its changes in a dry run, and makes none', async () => {
    const tried = { dryRun: true };
    expect((await review([keep(2, 'odd', 2), remove(3, 'service.c', 3)], tried)).rows).to.deep.equal([
      { user: anId(2), ...who(2), result: 'would-keep', message: 'odd stays', asOf: 2, dryRun: true },
      { user: anId(3), ...who(3), result: 'would-remove', removed: ['service.c'], asOf: 3, dryRun: true },
    ]);
    expect(await written()).to.deep.equal([]);
  });

  const unknown = (user: string) => ({
    user,
    result: 'user-not-found',
    message: `no user has the id or e-mail ${user}`,
  });

  it('reports unknown users, and continues with the others', async () => {
    const nobody = [
      keep(9, 'odd', 2),
      remove(3, 'service.c', 3, { user: 'none@example.org' }),
      remove(1, 'odd', 2, { user: 'nobody', line: 3 }),
    ];
    const rows = [
      unknown(anId(9)),
      { ...unknown('none@example.org'), removed: [] },
      { ...unknown('nobody'), removed: [], line: 3 },
    ];
    expect((await review(nobody)).rows).to.deep.equal(rows);
    expect(transactions).to.equal(0);
    const told = await review([...nobody, keep(2, 'odd', 2)]);
    expect(told.rows.slice(0, 3)).to.deep.equal(rows);
    expect(told.rows[3]).to.include({ result: 'kept', entry: 4 });
  });

  it('refers to the entry that granted a string as it is held', async () => {
    ports = await tamperedCopy(ports, anId(4), ['service.d', 'service.e']);
    await ports.permissions.change([aRequest(2, 'remove', ['odd'])], AS_IT_COMES);
    await ports.permissions.change([aRequest(2, 'add', ['odd'])], AS_IT_COMES);
    const told = await review([
      remove(2, 'odd', 2),
      remove(2, 'service.a.read'),
      keep(2, 'service.none', 0),
      { user: anId(2), decision: 'keep' },
      keep(4, 'service.d'),
      remove(4, 'service.e', 0),
    ]);
    expect(told.rows.slice(0, 3)).to.deep.equal([
      { user: anId(2), ...who(2), ...since('odd'), removed: [] },
      { user: anId(2), ...who(2), ...since('service.a.read'), removed: [] },
      { user: anId(2), ...who(2), ...since('service.none') },
    ]);
    expect(told.rows.slice(3).map(({ result }) => result)).to.deep.equal([
      ...['changed-since', 'kept', 'removed'],
    ]);
    expect(await results([keep(2, 'odd', 5)])).to.deep.equal(['kept']);
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd']);
  });

  it('reports a string without a granting entry, so that nobody searches for one', async () => {
    ports = await tamperedCopy(ports, anId(4), ['service.d']);
    expect((await review([remove(4, 'service.d', 3)])).rows[0]).to.include({
      result: 'changed-since',
      message: 'no audit entry added service.d as it is held now; run ops-admin db check',
    });
  });

  it('keeps the last admin, unless forced, and confirms kept strings', async () => {
    const changes = [remove(1, 'service.admin.access', 1), keep(1, 'service.b', 1), remove(2, 'odd', 2)];
    expect(await results(changes, { dryRun: true })).to.deep.equal([
      ...['no-admin-left', 'would-keep', 'would-remove'],
    ]);
    const told = await review(changes);
    expect(told.rows.map(({ result }) => result)).to.deep.equal(['no-admin-left', 'kept', 'removed']);
    expect([told.leavesNoAdmin, transactions]).to.deep.equal([false, 2]);
    const forced = await review(changes.slice(0, 1), { keepAdmin: false });
    expect([forced.leavesNoAdmin, forced.rows[0]?.removed]).to.deep.equal([true, ['service.admin.access']]);
  });

  const failing: readonly (readonly [what: string, change: UserChange, result: string])[] = [
    ['a user is unknown', keep(9, 'odd', 2), 'user-not-found'],
    ['a string was granted again', keep(2, 'service.a.read', 1), 'changed-since'],
  ];
  for (const [what, change, result] of failing) {
    it(`does nothing where ${what}, if it is atomic`, async () => {
      const others = [remove(1, 'service.admin.access', 1), keep(3, 'service.c', 3)];
      const told = await review([...others, change], { atomic: true, keepAdmin: false });
      expect(told.leavesNoAdmin).to.equal(false);
      expect(told.rows.slice(0, 2)).to.deep.equal([
        { user: anId(1), ...who(1), ...notDone, removed: [] },
        { user: anId(3), ...who(3), ...notDone },
      ]);
      expect(told.rows[2]?.result).to.equal(result);
      expect(await written()).to.deep.equal([]);
    });
  }

  it('does nothing where the last admin would be removed, if it is atomic', async () => {
    const changes = [remove(1, 'service.admin.access', 1), remove(2, 'odd', 2)];
    expect(await results(changes, { atomic: true })).to.deep.equal(['no-admin-left', 'not-done']);
    expect(await written()).to.deep.equal([]);
  });

  describe('where others change the same users meanwhile', () => {
    const change = (n: number, action: 'add' | 'remove', permission: string) => [
      aRequest(n, action, [permission]),
    ];

    it('does not change them, and says so', async () => {
      meanwhile = [change(2, 'add', 'service.new')];
      const changes = [remove(1, 'service.b', 1), remove(2, 'odd', 2), keep(2, 'service.a.read', 2)];
      expect((await review(changes)).rows.slice(1)).to.deep.equal([
        {
          ...{ user: anId(2), ...who(2), result: 'changed-since', removed: [] },
          message: 'the user changed after entry 3',
        },
        {
          ...{ user: anId(2), ...who(2), result: 'changed-since' },
          message: 'the user changed after entry 3',
        },
      ]);
      expect(await held(2)).to.deep.equal(['service.a.read', 'odd', 'service.new']);
      expect(await held(1)).to.not.include('service.b');
    });

    it('changes no user, if it is atomic', async () => {
      meanwhile = [change(2, 'add', 'service.new')];
      const changes = [remove(1, 'service.b', 1), remove(2, 'odd', 2)];
      expect(await results(changes, { atomic: true })).to.deep.equal(['not-done', 'changed-since']);
      expect(await written()).to.deep.equal([]);
      expect(await held(2)).to.include('odd');
    });
  });
});
