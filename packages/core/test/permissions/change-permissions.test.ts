import {
  AccessPolicy,
  type Actor,
  type ChangePermissionsInput,
  type ChangeRequest,
  type ChangeRules,
  DEFAULT_ADMIN_PERMISSION,
  type PermissionRow,
  type PermissionStore,
  type Timestamp,
  type UserChange,
} from '@ops-admin/core';
import { PermissionCatalogue, permissionOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aTime, aUser, type OrganisationPorts } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('change of permissionOperations', () => {
  const origin = { actor: anId(7), source: 'http', requestId: 'r-1', batch: 'run-1' } as const;
  let ports: OrganisationPorts;

  beforeEach(async () => {
    ports = openOrganisation();
    const users = [1, 2, 3].map((n) =>
      aUser(n, {
        permissions: ['service.a.read', 'odd'],
      }),
    );
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });

  const execute = (
    changes: readonly UserChange[],
    given: Partial<ChangePermissionsInput> = {},
    rules: ChangeRules = {},
  ) =>
    permissionOperations({
      rules,
      store: ports.permissions,
      audit: ports.audit,
      users: ports.users,
      clock: () => new Date(aTime(30)),
      policy: new AccessPolicy(),
    }).change({ action: 'remove', changes, origin, keepAdmin: true, ...given });
  const change = async (...given: Parameters<typeof execute>) =>
    (await execute(...given))._unsafeUnwrap().rows;
  const results = (rows: readonly PermissionRow[]) => rows.map(({ result }) => result);
  const held = async (n: number) => [...(await ports.permissions.find(anId(n)))._unsafeUnwrap()];
  const newest = async () => (await ports.audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap()[0];
  const order = (user: string, ...permissions: string[]): UserChange => ({ user, permissions });

  it('makes the changes that a dry run reported, and none to users changed since', async () => {
    const orders = [order(anId(1), 'odd'), order(anId(2), 'odd')];
    const tried = await change(orders, { dryRun: true });
    expect(tried.map(({ asOf }) => asOf)).to.deep.equal([1, 2]);
    const asShown = orders.map((one, n) => ({ ...one, asOf: tried[n]?.asOf }));
    await change([order(anId(2), 'none')], { origin: { actor: 'cli:root', source: 'cli' } });
    const [done, since] = await change(asShown);
    expect(done).to.include({ result: 'removed' }).and.not.have.property('asOf');
    expect(since).to.include({ result: 'changed-since', message: 'the user changed after entry 2' });
    const [early] = await change([{ ...order(anId(2), 'odd'), asOf: 99 }]);
    expect(early).to.include({ result: 'changed-since', message: 'the audit log has no entry 99 yet' });
    expect(await held(2)).to.include('odd');
    // Entries about other users do not change the user.
    expect(results(await change([{ ...order(anId(3), 'odd'), asOf: 3 }], { atomic: true }))).to.deep.equal([
      'removed',
    ]);
  });

  it('removes permissions, and writes actor, time, request and removed permissions to the audit log', async () => {
    const [row] = await change([order(anId(2), 'service.a.*', 'none')]);
    expect(row).to.deep.equal({
      user: anId(2),
      userId: anId(2),
      email: 'user2@example.org',
      name: 'First2 Last2',
      result: 'removed',
      removed: ['service.a.read'],
      entry: 4,
      batch: 'run-1',
    });
    const { profile: _, seal: __, ...said } = (await newest()) ?? {};
    expect(said).to.deep.equal({
      ...origin,
      id: 4,
      time: aTime(30),
      userId: anId(2),
      action: 'remove',
      requested: ['service.a.*', 'none'],
      added: [],
      removed: ['service.a.read'],
      before: ['service.a.read', 'odd'],
      after: ['odd'],
    });
  });

  it('names users by id and by e-mail, and keeps the line in a file', async () => {
    const rows = await change([{ ...order('USER2@example.org', 'odd', 'none'), line: 7 }]);
    expect(rows[0]).to.include({ user: 'USER2@example.org', userId: anId(2), line: 7, result: 'removed' });
    expect(await held(2)).to.deep.equal(['service.a.read']);
  });

  it('reports which strings still grant the removed permission', async () => {
    await change([order(anId(1), 'service.b', 'service.a.*')], { action: 'add' });
    const [first, second, third] = await change([
      order(anId(1), 'service.a.read', 'service.b.read'),
      order(anId(1), 'service.none'),
      order(anId(1), 'service.a.*'),
    ]);
    expect(first?.stillGrantedBy).to.deep.equal(['service.b', 'service.a.*']);
    expect(second).to.not.have.property('stillGrantedBy');
    expect(second).to.include({ result: 'nothing-held' });
    expect(third).to.not.have.property('stillGrantedBy');
  });

  it('adds well-formed permissions, and refuses a malformed row', async () => {
    const rows = await change([order(anId(1), 'service.b', 'service.a.read'), order(anId(2), 'odd one')], {
      action: 'add',
    });
    expect(rows[0]).to.deep.include({ result: 'added', added: ['service.b'] });
    expect(rows[1]).to.deep.include({ result: 'invalid', added: [] });
    expect(rows[1]?.message).to.match(/^"odd one" is not a permission; write service\.<module>/);
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd']);
    expect(results(await change([order(anId(1), 'service.b')], { action: 'add' }))).to.deep.equal([
      'already-held',
    ]);
  });

  const failing = [
    order(anId(1), 'odd'),
    order(anId(9), 'odd'),
    order('nobody@example.org', 'odd'),
    order('not an id', 'odd'),
    order(anId(2), 'odd'),
  ];
  const FAILURES = ['user-not-found', 'user-not-found', 'user-not-found'];

  it('continues after rows that fail, and explains each', async () => {
    const rows = await change(failing);
    expect(results(rows)).to.deep.equal(['removed', ...FAILURES, 'removed']);
    expect(rows.slice(1, -1).every(({ message = '' }) => message !== '')).to.equal(true);
    expect(await held(2)).to.not.include('odd');
  });

  it('does nothing where one row fails, if it is atomic', async () => {
    const rows = await change(failing, { atomic: true });
    expect(results(rows)).to.deep.equal(['not-done', ...FAILURES, 'not-done']);
    expect(rows[0]).to.have.keys('user', 'userId', 'email', 'name', 'result', 'removed', 'message');
    const unknown = [order(anId(1), 'odd'), order(anId(9), 'odd')];
    expect(results(await change(unknown, { atomic: true }))).to.deep.equal(['not-done', 'user-not-found']);
    expect([await held(1), await held(2)].flat()).to.have.length(4);
    expect(results(await change(unknown.slice(0, 1), { atomic: true }))).to.deep.equal(['removed']);
  });

  it('does nothing where a row has a malformed permission, if it is atomic', async () => {
    const orders = [order(anId(1), 'service.b'), order(anId(2), 'odd one')];
    const rows = await change(orders, { action: 'add', atomic: true });
    expect(results(rows)).to.deep.equal(['not-done', 'invalid']);
    expect(rows[0]).to.include({ message: 'not done, because another row failed' });
    expect(await held(1)).to.deep.equal(['service.a.read', 'odd']);
  });

  it('names the user in a failed row, and says that nothing was removed', async () => {
    expect(await change([order(anId(9), 'odd'), order('none@example.org', 'odd')])).to.deep.equal([
      {
        user: anId(9),
        result: 'user-not-found',
        removed: [],
        message: `no user has the id or e-mail ${anId(9)}`,
      },
      {
        user: 'none@example.org',
        result: 'user-not-found',
        removed: [],
        message: 'no user has the id or e-mail none@example.org',
      },
    ]);
    const [undone] = await change([order(anId(1), 'odd'), order(anId(9), 'odd')], { atomic: true });
    expect(undone).to.deep.include({ removed: [], message: 'not done, because another row failed' });
  });

  it('suggests users for an e-mail with one wrong letter', async () => {
    for (const typed of [
      'user22@example.org',
      'uesr2@example.org',
      'ser2@example.org',
      'User2@exbmple.org',
      'user2@exampleorg',
    ]) {
      const [row] = await change([order(typed, 'odd')]);
      expect(row, typed).to.include({
        result: 'user-not-found',
        message: `no user has the id or e-mail ${typed}; did you mean First2 Last2 <user2@example.org>?`,
      });
    }
    expect((await change([order('user@example.org', 'odd')]))[0]?.message).to.equal(
      'no user has the id or e-mail user@example.org; did you mean First1 Last1 <user1@example.org>, or First2 Last2 <user2@example.org>, or First3 Last3 <user3@example.org>?',
    );
  });

  it('reports new admins, in a dry run too', async () => {
    const admin = [order(anId(2), 'service.admin.access')];
    expect((await change(admin, { action: 'add', dryRun: true }))[0]?.message).to.equal('would be an admin');
    expect((await change(admin, { action: 'add' }))[0]?.message).to.equal('is an admin now');
    expect((await change(admin, { action: 'add' }))[0]).to.not.have.property('message');
  });

  it('does not report other strings that grant a permission when it is added, or for failed rows', async () => {
    await change([order(anId(1), 'service.a.*')], { action: 'add' });
    const [row] = await change([order(anId(1), 'service.a.write')], { action: 'add' });
    expect(row).to.not.have.property('stillGrantedBy');
    const [undone] = await change([order(anId(1), 'service.a.read'), order(anId(9), 'odd')], {
      atomic: true,
    });
    expect(undone).to.not.have.property('stillGrantedBy');
  });

  it('omits the e-mail and the batch where none exists', async () => {
    await ports.organisation.importUsers([aUser(4, { emails: [] })], { ...aDraft(), action: 'set' });
    const { batch: _, ...single } = origin;
    const [row] = await change([order(anId(4), 'service.b')], { action: 'add', origin: single });
    expect(row).to.have.keys('user', 'userId', 'name', 'result', 'added', 'entry', 'message');
  });

  it('writes nothing in a dry run, and marks every row', async () => {
    const rows = await change([...failing.slice(0, 2), order(anId(1), 'odd')], { dryRun: true });
    expect(results(rows)).to.deep.equal(['would-remove', 'user-not-found', 'nothing-held']);
    expect(rows.every(({ dryRun }) => dryRun)).to.equal(true);
    expect(rows[0]).to.not.have.any.keys('entry', 'batch');
    expect(await held(1)).to.include('odd');
    const adding = await change([order(anId(1), 'service.b')], { action: 'add', dryRun: true });
    expect(results(adding)).to.deep.equal(['would-add']);
  });

  it('returns the rows of the real change where one fails in an atomic dry run', async () => {
    await change([order(anId(1), 'service.admin.access')], { action: 'add' });
    const orders = [order(anId(1), 'service.admin.access'), order(anId(9), 'odd')];
    const how = { atomic: true, keepAdmin: false };
    const dry = (await execute(orders, { ...how, dryRun: true }))._unsafeUnwrap();
    const real = (await execute(orders, how))._unsafeUnwrap();
    expect(results(dry.rows)).to.deep.equal(['not-done', 'user-not-found']);
    expect(dry.rows.map(({ dryRun: _, ...row }) => row)).to.deep.equal(real.rows);
    expect([dry.leavesNoAdmin, real.leavesNoAdmin]).to.deep.equal([false, false]);
  });

  it('activates and deactivates users', async () => {
    const who = { user: anId(2), userId: anId(2), email: 'user2@example.org', name: 'First2 Last2' };
    const users = [{ user: anId(2) }];
    const state = (active: boolean, given = {}) =>
      change(users, { action: active ? 'activate' : 'deactivate', findDoubtful: true, ...given });
    const tried = { asOf: 2, dryRun: true };
    const written = { entry: 4, batch: 'run-1' };
    expect(await state(false, { dryRun: true })).to.deep.equal([
      { ...who, result: 'would-deactivate', ...tried },
    ]);
    expect(await state(false)).to.deep.equal([{ ...who, result: 'deactivated', ...written }]);
    expect(await newest()).to.deep.include({ action: 'deactivate', requested: [] });
    expect(await state(false)).to.deep.equal([{ ...who, result: 'already-so' }]);
    expect(await state(true)).to.deep.equal([{ ...who, result: 'activated', ...written, entry: 5 }]);
    const asked = await execute(users, { action: 'activate', findDoubtful: true });
    expect(asked._unsafeUnwrap()).to.not.have.property('doubtful');
  });

  it('sets all permissions, or those of some modules, and their ends', async () => {
    const who = { user: anId(1), userId: anId(1), email: 'user1@example.org', name: 'First1 Last1' };
    const end = '2000-01-01T00:00:00.000Z' as Timestamp;
    const set = async (permissions: string[], given: object = {}, how: object = {}) =>
      (await change([{ user: anId(1), permissions, ...given }], { action: 'set', ...how }))[0];
    const later = '2999-01-01T00:00:00.000Z' as Timestamp;
    expect(await set(['service.b', 'odd'], { ends: { 'service.b': later } })).to.deep.equal({
      ...who,
      result: 'updated',
      added: ['service.b'],
      removed: ['service.a.read'],
      ends: { 'service.b': later },
      entry: 4,
      batch: 'run-1',
      message: 'service.b is not a known permission',
    });
    expect(await newest()).to.deep.include({ action: 'set', requested: [] });
    expect(await set(['service.c'], {}, { modules: ['b', 'c'], dryRun: true })).to.deep.include({
      result: 'would-update',
      added: ['service.c'],
      removed: ['service.b'],
    });
    const ends = { 'service.odder': end };
    expect(
      await set(['service.odder', 'service.b', 'odd'], { ends: { ...ends, 'service.b': later } }),
    ).to.deep.equal({ ...who, result: 'unchanged', added: [], removed: [] });
    const invalid = { ...who, result: 'invalid', added: [], removed: [] };
    expect(await set(['service.b', 'odd', 'odd one'])).to.deep.include({ result: 'invalid', added: [] });
    const strict = { catalogue: () => new PermissionCatalogue([]), isStrict: true };
    const unlisted = await execute([order(anId(1), 'odd', 'service.d')], { action: 'set' }, strict);
    expect(unlisted._unsafeUnwrap().rows).to.deep.equal([
      { ...invalid, message: 'the catalogue of permissions does not list service.d' },
    ]);
    expect(await held(1)).to.deep.equal(['service.b', 'odd']);
  });

  it('carries out a review', async () => {
    const review = { action: 'review', dryRun: true } as const;
    const decided = { ...order(anId(1), 'odd'), entry: 1 };
    const rows = await change([{ ...decided, decision: 'keep' }], review);
    expect(results(rows)).to.deep.equal(['would-keep']);
    expect(results(await change([{ ...decided, decision: 'remove' }], review))).to.deep.equal([
      'would-remove',
    ]);
  });

  it('changes nothing where no permission is named, and removes everything only on request', async () => {
    for (const [action, result] of [
      ['add', 'already-held'],
      ['remove', 'nothing-held'],
      ['set', 'updated'],
    ] as const) {
      const done = (await execute([{ user: anId(1) }], { action, findDoubtful: true }))._unsafeUnwrap();
      expect(results(done.rows), action).to.deep.equal([result]);
      expect(done.doubtful, action).to.deep.equal([]);
    }
    const both = { ...order(anId(2), 'service.b'), everything: true } as const;
    expect((await change([both], { action: 'add' }))[0]).to.deep.include({ added: ['service.b'] });
    expect(await held(2)).to.deep.equal(['service.a.read', 'odd', 'service.b']);
  });

  it('records the reason for each user or for all', async () => {
    const why = { origin: { ...origin, reason: 'a new team' } };
    await change([order(anId(1), 'odd')], why);
    expect(await newest()).to.include({ userId: anId(1), reason: 'a new team' });
    await change([{ ...order(anId(2), 'odd'), reason: 'on leave' }], why);
    expect(await newest()).to.include({ userId: anId(2), reason: 'on leave' });
  });

  it('requires a reason also where nothing changes, and in each row', async () => {
    const rules = { reason: /^OPS-/ };
    const refusal = { type: 'reason-required', pattern: '^OPS-' };
    const refused = async (changes: UserChange[], reason?: string) => {
      const given = { origin: { ...origin, ...(reason !== undefined && { reason }) } };
      const done = await execute(changes, given, rules);
      return done.isErr() ? done.error : undefined;
    };
    expect(await refused([])).to.deep.equal(refusal);
    expect(await refused([], 'OPS-1')).to.equal(undefined);
    const changes = [1, 2].map((n) => order(anId(n), 'none'));
    expect(await refused(changes)).to.deep.equal(refusal);
    expect(await refused(changes, 'OPS-1')).to.equal(undefined);
    const [own, odd] = [order(anId(1), 'odd'), order(anId(2), 'odd')];
    for (const dryRun of [true, false]) {
      const some = await execute(
        [{ ...own, reason: 'OPS-1' }, { ...odd, reason: 'oops' }, odd],
        { origin, dryRun },
        rules,
      );
      const rows = some._unsafeUnwrap().rows;
      expect(results(rows)).to.deep.equal([dryRun ? 'would-remove' : 'removed', 'invalid', 'invalid']);
      expect(rows[1]?.message).to.equal('the reason must match ^OPS-');
    }
    const alone = await execute(
      [{ ...odd, reason: 'oops' }],
      { origin: { ...origin, reason: 'OPS-1' } },
      rules,
    );
    expect(results(alone._unsafeUnwrap().rows)).to.deep.equal(['invalid']);
  });

  it('names refused users, as far as they are known', async () => {
    await change([order(anId(1), 'service.admin.access')], { action: 'add' });
    expect(await change([order(anId(1), 'service.admin.access')])).to.deep.equal([
      {
        user: anId(1),
        userId: anId(1),
        email: 'user1@example.org',
        name: 'First1 Last1',
        result: 'no-admin-left',
        removed: [],
        message: 'First1 Last1 <user1@example.org> is the last admin',
      },
    ]);
  });

  it('does nothing where an e-mail is unknown, unless unknown users are ignored', async () => {
    const asked = [order(anId(1), 'odd'), order('none@example.org', 'odd')];
    expect(results(await change(asked, { atomic: true }))).to.deep.equal(['not-done', 'user-not-found']);
    expect(await held(1)).to.include('odd');
    expect(results(await change(asked, { atomic: true, ignoreNotFound: true }))).to.deep.equal([
      'removed',
      'user-not-found',
    ]);
  });

  it('copies malformed strings too', async () => {
    await change([order(anId(3), 'odd')]);
    const { audit, permissions: store, users } = ports;
    const parts = { store, audit, users, clock: () => new Date(aTime(30)), policy: new AccessPolicy() };
    const copied = await permissionOperations(parts).copy({ from: anId(1), to: anId(3), origin });
    expect(copied._unsafeUnwrap().rows[0]).to.deep.include({ result: 'added', added: ['odd'] });
  });

  it('sends the store only the members that belong to the action', async () => {
    const { audit, permissions, users } = ports;
    const asked: ChangeRequest['change'][] = [];
    const store: Pick<PermissionStore, 'change'> = {
      change: (requests, how) => {
        asked.push(...requests.map(({ change: one }) => one));
        return permissions.change(requests, how);
      },
    };
    const parts = { store, audit, users, clock: () => new Date(aTime(30)), policy: new AccessPolicy() };
    const until = '2999-01-01T00:00:00.000Z' as Timestamp;
    const some = { permissions: ['service.b'], keepLinks: true, ends: { 'service.b': until }, until };
    const { ends } = some;
    const wanted: Record<string, object> = {
      deactivate: {},
      activate: {},
      add: { permissions: ['service.b'], ends },
      set: { permissions: ['service.b'], ends, modules: ['b'] },
      remove: { permissions: ['service.b'] },
    };
    for (const action of ['deactivate', 'activate', 'add', 'set', 'remove'] as const) {
      const changes = [{ user: anId(1), ...some }];
      await permissionOperations(parts).change({ action, changes, modules: ['b'], origin });
      expect(asked.pop(), action).to.deep.equal({ action, ...wanted[action] });
    }
  });

  it('reads known permissions only on request', async () => {
    const { audit, permissions: store } = ports;
    const users = Object.assign(openOrganisation().users, {
      heldPermissions: () => {
        throw new Error('this is read from all users');
      },
    });
    const parts = { store, audit, users, clock: () => new Date(aTime(30)), policy: new AccessPolicy() };
    const operations = permissionOperations(parts);
    const removal = { action: 'remove', changes: [order(anId(1), 'od')], origin } as const;
    expect(results((await operations.change(removal))._unsafeUnwrap().rows)).to.deep.equal(['nothing-held']);
  });

  it('refuses a row whose user would hold too many permissions, and continues with the others', async () => {
    const many = Array.from({ length: 999 }, (_, n) => `service.m${n}`);
    const rows = await change([order(anId(1), ...many), order(anId(2), 'service.b')], { action: 'add' });
    expect(results(rows)).to.deep.equal(['invalid', 'added']);
    expect(rows[0]).to.deep.include({ added: [] });
    expect(rows[0]?.message).to.equal(
      `First1 Last1 <user1@example.org> would hold 1001 permissions; the limit is 1000`,
    );
  });

  it('continues without unknown users on request', async () => {
    const changes = [order(anId(1), 'odd'), order(anId(9), 'odd'), order('none@example.org', 'odd')];
    const how = { atomic: true, ignoreNotFound: true };
    const expected = ['removed', 'user-not-found', 'user-not-found'];
    expect(results(await change(changes, { ...how, dryRun: true }))).to.deep.equal([
      'would-remove',
      ...expected.slice(1),
    ]);
    expect(results(await change(changes, how))).to.deep.equal(expected);
    expect(await held(1)).to.deep.equal(['service.a.read']);
  });

  it('reports mistyped strings in a removal on request', async () => {
    const changes = [
      order(anId(1), 'service.a.read', 'service.aa.read'),
      order(anId(2), 'od', 'service.aa.read'),
    ];
    const asked = (await execute(changes, { findDoubtful: true }))._unsafeUnwrap();
    expect(results(asked.rows)).to.deep.equal(['removed', 'nothing-held']);
    expect(asked.doubtful).to.deep.equal([
      { permission: 'service.aa.read', meant: 'service.a.read' },
      { permission: 'od' },
    ]);
    expect((await execute(changes))._unsafeUnwrap()).to.not.have.property('doubtful');
  });

  it('reports in the row an added string that looks mistyped', async () => {
    const adding = { action: 'add', findDoubtful: true } as const;
    const wrong = [
      order(anId(2), 'service.a.raed', 'service.admin.access'),
      order(anId(9), 'service.a.raed'),
    ];
    const { doubtful, rows } = (await execute(wrong, adding))._unsafeUnwrap();
    expect(doubtful).to.deep.equal([{ permission: 'service.a.raed', meant: 'service.a.read' }]);
    expect(rows.map(({ message }) => message)).to.deep.equal([
      'is an admin now; service.a.raed is not a known permission; did you mean service.a.read?',
      `no user has the id or e-mail ${anId(9)}`,
    ]);
    // Now it is held.
    expect((await execute(wrong, adding))._unsafeUnwrap().doubtful).to.deep.equal([]);
  });

  it('reports it in every row that names it, also after an earlier row added it, for at most three strings', async () => {
    const typed = ['service.a.raed', 'service.a.erad', 'service.a.rea', 'service.a.reed'];
    const rows = await change(
      [order(anId(1), 'service.a.*'), order(anId(2), ...typed), order(anId(2), 'service.a.raed')],
      { action: 'add' },
    );
    const doubts = typed.map((one) => `${one} is not a known permission; did you mean service.a.read?`);
    expect(rows.map(({ message }) => message)).to.deep.equal([
      undefined,
      doubts.slice(0, 3).join('; '),
      doubts[0],
    ]);
    expect(rows[0]).to.not.have.property('message');
  });

  it('keeps the last admin, unless forced, and then reports it', async () => {
    await change([order(anId(1), 'service.admin.access'), order(anId(2), 'service.admin')], {
      action: 'add',
    });
    const all = [1, 2, 3].map((n) => order(anId(n), 'service.admin.*'));
    expect(results(await change(all))).to.deep.equal(['removed', 'no-admin-left', 'nothing-held']);
    const leavesNone = async (dryRun: boolean) =>
      (await execute(all, { keepAdmin: false, dryRun }))._unsafeUnwrap().leavesNoAdmin;
    expect([await leavesNone(true), await leavesNone(false), await leavesNone(false)]).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect(await held(2)).to.not.include('service.admin');
  });

  it("checks the actor's access when the change is made", async () => {
    const actor: Actor = { userId: anId(1), mustHold: DEFAULT_ADMIN_PERMISSION };
    const refused = (await execute([order(anId(2), 'odd')], { actor }))._unsafeUnwrapErr();
    expect(refused).to.deep.equal({ type: 'actor-refused', reason: 'not-granted' });
    await change([order(anId(1), 'service.admin.access')], { action: 'add' });
    expect(results(await change([order(anId(2), 'odd')], { actor }))).to.deep.equal(['removed']);
  });
});
