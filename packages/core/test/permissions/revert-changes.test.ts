import {
  AccessPolicy,
  type ChangeMade,
  type CopyRecord,
  ok,
  okAsync,
  type Permission,
  type PermissionRow,
  PermissionSet,
  type PermissionStore,
  type PersonChange,
  ResultAsync,
} from '@ops-admin/core';
import { permissionOperations, type RevertTarget } from '@ops-admin/core/operations';
import {
  AS_IT_COMES,
  aDepartment,
  aDraft,
  anId,
  anIdentity,
  aRequest,
  aTime,
  aUser,
  changeLink,
  changePerson,
  makeChange,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { openOrganisation, tamperedCopy } from '../open-organisation.ts';

interface RevertGiven {
  readonly batch?: string;
  readonly dryRun?: boolean;
  readonly keepAdmin?: boolean;
  readonly maxEntries?: number;
}

describe('revert of permissionOperations', () => {
  const clock = () => new Date(aTime(30));
  const policy = new AccessPolicy();
  const origin = { actor: 'cli:root', source: 'cli' } as const;
  const initial = ['service.a.read', 'service.a.*', 'odd one'];
  let ports: OrganisationPorts;

  beforeEach(async () => {
    ports = openOrganisation();
    const users = [2, 3].map((n) => aUser(n, { permissions: initial }));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });
  const remove = async (n: number, requested: string[], batch?: string) => {
    const draft = { ...origin, ...(batch !== undefined && { batch }) };
    return (await makeChange(ports.permissions, n, 'remove', requested, draft)).id;
  };
  const add = async (n: number, ...texts: string[]) =>
    (await makeChange(ports.permissions, n, 'add', texts, origin)).id;
  const held = async (n: number) => [...(await ports.permissions.find(anId(n)))._unsafeUnwrap()];
  const revert = (target: RevertTarget, { keepAdmin, dryRun, maxEntries, ...batch }: RevertGiven = {}) =>
    permissionOperations({
      ...ports,
      store: ports.permissions,
      clock,
      policy,
    }).revert({
      target,
      origin: { ...origin, reason: 'a mistake', ...batch },
      ...(keepAdmin !== undefined && { keepAdmin }),
      ...(dryRun !== undefined && { dryRun }),
      ...(maxEntries !== undefined && { maxEntries }),
    });
  const reverted = async (...given: Parameters<typeof revert>) =>
    (await revert(...given))._unsafeUnwrap().rows;
  const changes = (rows: readonly PermissionRow[]) => rows.map(({ added, removed }) => [added, removed]);
  const lastEntry = async () => (await ports.audit.list({ limit: 1, newestFirst: true }))._unsafeUnwrap()[0];

  it('restores removed permissions, as a new change', async () => {
    const entryId = await remove(2, ['service.a.*']);
    const [reversal] = await reverted({ entryId });
    expect(reversal).to.deep.equal({
      user: anId(2),
      userId: anId(2),
      email: 'user2@example.org',
      name: 'First2 Last2',
      result: 'reverted',
      added: ['service.a.read', 'service.a.*'],
      removed: [],
      reverts: entryId,
      entry: entryId + 1,
    });
    expect(await held(2)).to.deep.equal(['odd one', 'service.a.read', 'service.a.*']);
    expect(await lastEntry()).to.deep.include({
      action: 'revert',
      reverts: entryId,
      requested: ['service.a.read', 'service.a.*'],
      added: ['service.a.read', 'service.a.*'],
      removed: [],
      actor: 'cli:root',
      reason: 'a mistake',
    });
  });

  it('removes exactly the added permissions', async () => {
    const entryId = await add(2, 'service.b.*', 'service.a.read');
    await add(2, 'service.b.read');
    await reverted({ entryId });
    expect(await held(2)).to.deep.equal([...initial, 'service.b.read']);
  });

  it('keeps permissions that changed since, and names the entry and its actor', async () => {
    const entryId = await remove(2, ['service.a.*', 'odd one']);
    const given = await add(2, 'service.a.read');
    const taken = await remove(2, ['service.a.read']);
    const [reversal] = await reverted({ entryId });
    expect(reversal?.leftAlone).to.deep.equal([
      { permission: 'service.a.read', changedBy: taken, actor: 'cli:root' },
    ]);
    expect(taken).to.be.greaterThan(given);
    expect(await held(2)).to.deep.equal(['service.a.*', 'odd one']);
    expect((await lastEntry())?.requested).to.deep.equal(['service.a.*', 'odd one']);
  });

  it('names a user who changed it since by their e-mail', async () => {
    const entryId = await remove(2, ['odd one']);
    const { id } = await makeChange(ports.permissions, 2, 'add', ['odd one'], { ...origin, actor: anId(3) });
    expect((await reverted({ entryId }))[0]?.leftAlone).to.deep.equal([
      { permission: 'odd one', changedBy: id, actor: anId(3), actorEmail: 'user3@example.org' },
    ]);
  });

  it('undoes nothing twice, and then writes no entry', async () => {
    const entryId = await remove(2, ['odd one']);
    await reverted({ entryId });
    const before = await lastEntry();
    const [again] = await reverted({ entryId });
    expect(again?.result).to.equal('nothing-left');
    expect(again?.leftAlone).to.deep.equal([
      { permission: 'odd one', changedBy: before?.id, actor: 'cli:root' },
    ]);
    expect(again?.email).to.equal('user2@example.org');
    expect(await lastEntry()).to.deep.equal(before);
  });

  it('reports nothing added or removed for a change that is not done', async () => {
    const entryId = await add(2, 'service.b.read');
    const later = await remove(2, ['service.b.read']);
    expect(await reverted({ entryId })).to.deep.equal([
      {
        user: anId(2),
        userId: anId(2),
        email: 'user2@example.org',
        name: 'First2 Last2',
        result: 'nothing-left',
        added: [],
        removed: [],
        leftAlone: [{ permission: 'service.b.read', changedBy: later, actor: 'cli:root' }],
        reverts: entryId,
      },
    ]);
  });

  it('keeps a permission that was removed and added again since', async () => {
    const entryId = await add(2, 'service.b.read', 'service.c.read');
    await remove(2, ['service.b.read']);
    const again = await add(2, 'service.b.read');
    const [reversal] = await reverted({ entryId });
    expect(reversal).to.deep.include({ removed: ['service.c.read'], result: 'reverted' });
    expect(reversal?.leftAlone).to.deep.equal([
      { permission: 'service.b.read', changedBy: again, actor: 'cli:root' },
    ]);
    expect(await held(2)).to.deep.equal([...initial, 'service.b.read']);
  });

  it('keeps permissions in a batch that others changed after its entry, but not before', async () => {
    const first = await remove(2, ['odd one'], 'run-1');
    const between = await makeChange(ports.permissions, 2, 'set', [...(await held(2)), 'odd one'], origin);
    const second = await remove(2, ['odd one'], 'run-1');
    const [later, earlier] = await reverted({ batch: 'run-1' });
    expect(later).to.deep.include({ reverts: second, result: 'reverted', added: ['odd one'] });
    expect(earlier).to.deep.include({
      reverts: first,
      result: 'nothing-left',
      leftAlone: [{ permission: 'odd one', changedBy: between.id, actor: 'cli:root' }],
    });
    expect(await held(2)).to.include('odd one');
  });

  it('continues after an entry with nothing left', async () => {
    const entryId = await remove(2, ['odd one'], 'run-1');
    await remove(3, ['odd one'], 'run-1');
    await makeChange(ports.permissions, 3, 'set', initial, origin);
    const rows = await reverted({ batch: 'run-1' }, { batch: 'run-2' });
    expect(rows.map(({ result }) => result)).to.deep.equal(['nothing-left', 'reverted']);
    expect(rows[1]).to.deep.include({ reverts: entryId, added: ['odd one'], batch: 'run-2' });
    expect(rows[0]).to.not.have.any.keys('entry', 'batch');
  });

  it('writes no entry where a permission was restored without an entry', async () => {
    const entryId = await remove(2, ['odd one']);
    ports = await tamperedCopy(ports, anId(2), initial);
    const [row] = await reverted({ entryId });
    expect(row).to.include({ result: 'nothing-left' }).and.not.have.property('message');
    expect((await lastEntry())?.id).to.equal(entryId);
  });

  it('reads the store once where no other user is involved', async () => {
    const entryId = await remove(2, ['odd one']);
    const store = ports.permissions;
    let asked = 0;
    const counting: Pick<typeof store, 'change'> = {
      change: (...given) => {
        asked++;
        return store.change(...given);
      },
    };
    const changes = permissionOperations({
      store: counting,
      audit: ports.audit,
      users: ports.users,
      clock,
      policy,
    });
    await changes.revert({ target: { entryId }, origin });
    expect(asked).to.equal(1);
  });

  it('shows no e-mail of a user without one', async () => {
    await ports.organisation.importUsers([aUser(4, { emails: [], permissions: initial })], {
      ...aDraft(),
      action: 'set',
    });
    const [row] = await reverted({ entryId: await remove(4, ['odd one']) });
    expect(row).to.include({ result: 'reverted' }).and.not.have.property('email');
  });

  describe('of identities', () => {
    const identity = anIdentity('ann');
    const change = async (n: number, action: 'link' | 'unlink') => {
      await changeLink(ports.permissions, n, action, identity, origin);
      return (await lastEntry())?.id as number;
    };
    const ownerOf = async () => (await ports.users.rightsOf([{ identity }]))._unsafeUnwrap()[0]?.userId;

    it('removes one again, and restores one', async () => {
      const entryId = await change(2, 'link');
      const [trial] = await reverted({ entryId }, { dryRun: true });
      expect(trial).to.deep.include({ result: 'would-revert', unlinked: [identity], dryRun: true });
      expect(await ownerOf()).to.equal(anId(2));
      const [row] = await reverted({ entryId });
      expect(row).to.deep.equal({
        user: anId(2),
        userId: anId(2),
        email: 'user2@example.org',
        name: 'First2 Last2',
        result: 'reverted',
        added: [],
        removed: [],
        unlinked: [identity],
        reverts: entryId,
        entry: entryId + 1,
      });
      expect(await ownerOf()).to.equal(undefined);
      expect(await lastEntry()).to.deep.include({
        action: 'unlink',
        identity,
        requested: [],
        reverts: entryId,
        after: initial,
      });
      expect((await reverted({ entryId: entryId + 1 }))[0]).to.deep.include({ linked: [identity] });
      expect(await ownerOf()).to.equal(anId(2));
      expect(await lastEntry()).to.deep.include({ action: 'link', identity, reverts: entryId + 1 });
    });

    it('finds nothing left where the state is already restored', async () => {
      const linked = await change(2, 'link');
      const unlinked = await change(2, 'unlink');
      const [nothing] = await reverted({ entryId: linked });
      expect(nothing).to.include({ result: 'nothing-left' }).and.not.have.any.keys('linked', 'unlinked');
      expect((await lastEntry())?.id).to.equal(unlinked);
      await change(2, 'link');
      expect((await reverted({ entryId: unlinked }))[0]).to.include({ result: 'nothing-left' });
    });

    it('keeps an identity that another user has, or had meanwhile', async () => {
      await change(2, 'link');
      const entryId = await change(2, 'unlink');
      const leftSince = (changedBy: number) => ({
        result: 'nothing-left',
        leftAlone: [{ identity, changedBy, actor: origin.actor }],
      });
      const theirs = await change(3, 'link');
      expect((await reverted({ entryId }))[0]).to.deep.include(leftSince(theirs));
      expect(await ownerOf()).to.equal(anId(3));
      const gone = await change(3, 'unlink');
      expect((await reverted({ entryId }))[0]).to.deep.include(leftSince(gone));
      expect(await ownerOf()).to.equal(undefined);
    });

    it('reads the changes of an identity once, for all entries in a batch about it', async () => {
      const draft = { ...origin, batch: 'moved' };
      for (const action of ['link', 'unlink', 'link', 'unlink'] as const)
        await changeLink(ports.permissions, 2, action, identity, draft);
      const theirs = await change(3, 'link');
      const asked: unknown[] = [];
      const list: typeof ports.audit.list = ports.audit.list.bind(ports.audit);
      const listed: typeof list = (query) => {
        if (query.identity) asked.push(query.identity);
        return list(query);
      };
      Object.assign(ports.audit, { list: listed });
      const rows = await reverted({ batch: 'moved' });
      expect(rows.map(({ leftAlone }) => leftAlone?.[0]?.changedBy)).to.deep.equal(Array(4).fill(theirs));
      expect(asked).to.deep.equal([identity]);
    });

    it('keeps only the identity that a later entry names', async () => {
      const entryId = await change(2, 'link');
      await changeLink(ports.permissions, 2, 'link', anIdentity('bob'), origin);
      expect((await reverted({ entryId }))[0]).to.deep.include({ unlinked: [identity] });
    });

    it('does not report a removed last admin', async () => {
      await add(2, 'service.admin.access');
      const entryId = await change(2, 'link');
      expect((await revert({ entryId }))._unsafeUnwrap().leavesNoAdmin).to.equal(false);
    });
  });

  it('reports a missing user', async () => {
    const entryId = await add(2, 'service.b.read');
    const nothing = await remove(2, ['service.none']);
    const left: CopyRecord[] = [];
    for await (const read of ports.copy.read()) left.push(read._unsafeUnwrap());
    ports = openOrganisation();
    await ports.copy.write(
      (async function* () {
        for (const one of left) if (one.type !== 'user') yield ok(one);
      })(),
    );
    expect((await reverted({ entryId }))[0]).to.deep.include({
      result: 'user-not-found',
      added: [],
      message: `no user has the id or e-mail ${anId(2)}`,
    });
    expect((await reverted({ entryId: nothing }))[0]).to.include({ result: 'nothing-left' });
  });

  describe('for selected users or entries', () => {
    const others = (rows: readonly PermissionRow[]) =>
      rows.map(({ message, result, reverts, user }) => [user, result, reverts ?? message]);

    it('undoes a batch for the named users, and reports the others', async () => {
      const first = await remove(2, ['odd one'], 'run-1');
      await remove(3, ['odd one'], 'run-1');
      const second = await remove(2, ['service.a.*'], 'run-1');
      await add(2, 'service.a.read');
      await ports.organisation.importUsers([aUser(4)], { ...aDraft(), action: 'set' });
      const users = ['user2@example.org', anId(2), anId(4), anId(9), 'nobody@example.org'];
      const expected = (result: string) => [
        ['user2@example.org', result, second],
        ['user2@example.org', result, first],
        ['nobody@example.org', 'user-not-found', 'no user has the id or e-mail nobody@example.org'],
        [anId(4), 'nothing-left', 'the batch run-1 has no entry of this user'],
        [anId(9), 'user-not-found', `no user has the id or e-mail ${anId(9)}`],
      ];
      const target = { batch: 'run-1', users };
      const tried = await reverted(target, { batch: 'undo', dryRun: true });
      expect(others(tried)).to.deep.equal(expected('would-revert'));
      expect(tried.every(({ dryRun }) => dryRun)).to.equal(true);
      const rows = await reverted(target, { batch: 'undo' });
      expect(others(rows)).to.deep.equal(expected('reverted'));
      expect(changes(rows.slice(2))).to.deep.equal([
        [[], []],
        [[], []],
        [[], []],
      ]);
      expect([(await held(2)).sort(), await held(3)]).to.deep.equal([
        ['odd one', 'service.a.*', 'service.a.read'],
        ['service.a.read', 'service.a.*'],
      ]);
      // The rest continues unchanged.
      const rest = await reverted({ batch: 'run-1' }, { batch: 'rest' });
      expect(rest.map(({ result }) => result)).to.deep.equal(['nothing-left', 'reverted', 'nothing-left']);
    });

    it('undoes named entries in any order, each once', async () => {
      const ids = [
        await remove(2, ['odd one']),
        await add(2, 'odder', 'service.b'),
        await remove(3, ['odd one']),
      ];
      const between = await remove(2, ['service.b']);
      const [last, middle, one] = await reverted({ entryIds: [...ids, ...ids] }, { batch: 'undo' });
      expect([last, middle, one].map((row) => row?.reverts)).to.deep.equal([...ids].reverse());
      expect(middle?.leftAlone).to.deep.equal([
        { permission: 'service.b', changedBy: between, actor: 'cli:root' },
      ]);
      expect([one?.batch, await held(2)]).to.deep.equal([
        'undo',
        ['service.a.read', 'service.a.*', 'odd one'],
      ]);
    });

    it('undoes an entry whose later entry is also named', async () => {
      const ids = [await remove(2, ['odd one']), await add(2, 'odd one')];
      expect((await reverted({ entryIds: ids }, { dryRun: true })).map(({ result }) => result)).to.deep.equal(
        ['would-revert', 'would-revert'],
      );
      const rows = await reverted({ entryIds: ids }, { maxEntries: 2 });
      expect(changes(rows)).to.deep.equal([
        [[], ['odd one']],
        [['odd one'], []],
      ]);
      expect(await held(2)).to.include('odd one');
    });

    it('undoes the newest first, for any user, and reports names that the batch does not contain', async () => {
      const ids = [];
      for (const n of [2, 3, 2, 3]) ids.push(await remove(n, [initial[ids.length >> 1] as string], 'run-1'));
      await ports.organisation.importUsers([aUser(0xab)], { ...aDraft(), action: 'set' });
      const idle = { batch: 'run-1', users: [anId(0xab).toUpperCase(), anId(0xac).toUpperCase()] };
      expect(others(await reverted(idle))).to.deep.equal([
        [anId(0xab).toUpperCase(), 'nothing-left', 'the batch run-1 has no entry of this user'],
        [
          anId(0xac).toUpperCase(),
          'user-not-found',
          `no user has the id or e-mail ${anId(0xac).toUpperCase()}`,
        ],
      ]);
      const rows = await reverted({ batch: 'run-1', users: [anId(2), anId(3)] });
      expect(rows.map(({ reverts }) => reverts)).to.deep.equal(ids.reverse());
    });

    it('changes nothing where the batch or an entry is unknown, or too many are named', async () => {
      const entryId = await remove(2, ['odd one'], 'run');
      await remove(3, ['odd one'], 'run');
      const refusals = [
        [{ entryIds: [entryId, 99] }, { type: 'entry-not-found', target: { entryId: 99 } }],
        [
          { batch: 'none', users: [anId(2)] },
          { type: 'entry-not-found', target: { batch: 'none' } },
        ],
        [{ entryIds: [entryId, entryId + 1] }, { type: 'too-many-entries', limit: 1 }],
        [
          { batch: 'run', users: [anId(2), anId(3)] },
          { type: 'too-many-entries', limit: 1 },
        ],
      ] as const;
      for (const [target, refusal] of refusals) {
        const maxEntries = refusal.type === 'too-many-entries' ? { maxEntries: 1 } : {};
        expect((await revert(target, maxEntries))._unsafeUnwrapErr()).to.deep.equal(refusal);
      }
      expect(await held(2)).to.not.include('odd one');
    });
  });

  describe('is not a way to regain permissions', () => {
    const identity = anIdentity('ann');
    const parts = () => ({ store: ports.permissions, audit: ports.audit, users: ports.users, clock, policy });
    const change = async (n: number, action: 'link' | 'unlink', reason = 'because') => {
      await changeLink(ports.permissions, n, action, identity, { ...origin, reason });
      return (await lastEntry())?.id as number;
    };
    const ownerOf = async () => (await ports.users.rightsOf([{ identity }]))._unsafeUnwrap()[0]?.userId;

    it('where an unlink was undone before, for any number of attempts', async () => {
      await change(2, 'link');
      const entryId = await change(2, 'unlink');
      const [first] = await reverted({ entryId });
      expect(first).to.deep.include({ result: 'reverted', linked: [identity] });
      const again = await change(2, 'unlink', 'stolen');
      for (const dryRun of [true, false]) {
        const [row] = await reverted({ entryId }, { dryRun });
        expect(row).to.include({ result: 'nothing-left', undoneBy: first?.entry });
      }
      expect(await ownerOf()).to.equal(undefined);
      expect((await lastEntry())?.id).to.equal(again);
    });

    it('where the identity was removed again since, as stolen', async () => {
      await change(2, 'link');
      const entryId = await change(2, 'unlink');
      await change(2, 'link');
      const stolen = await change(2, 'unlink', 'stolen');
      const [row] = await reverted({ entryId });
      expect(row).to.deep.include({
        result: 'nothing-left',
        leftAlone: [{ identity, changedBy: stolen, actor: 'cli:root' }],
      });
      expect(await ownerOf()).to.equal(undefined);
    });

    it('where everything was removed since by a change without it, or nothing was left', async () => {
      const old = await remove(2, ['odd one'], 'old run');
      await change(2, 'link');
      const unlinked = await change(2, 'unlink');
      for (const run of ['leavers', 'leavers again']) {
        const batch = { ...origin, batch: run };
        const changes = [{ user: anId(2), everything: true as const }];
        const taken = await permissionOperations(parts()).change({
          action: 'remove',
          changes,
          origin: batch,
        });
        const changedBy = taken._unsafeUnwrap().rows[0]?.entry;
        const [row] = await reverted({ batch: 'old run' }, { batch: `undo of ${run}` });
        const left = { changedBy, actor: 'cli:root' };
        expect(row).to.deep.include({ result: 'nothing-left', reverts: old });
        expect(row?.leftAlone).to.deep.equal([{ permission: 'odd one', ...left }]);
        expect((await reverted({ entryId: unlinked }))[0]?.leftAlone).to.deep.equal([{ identity, ...left }]);
      }
      expect([await held(2), await ownerOf()]).to.deep.equal([[], undefined]);
    });

    it('where a later addition named a temporarily granted permission, and added none', async () => {
      const given = await add(2, 'service.b.read', 'service.b.write', 'service.c.read');
      const [itself, covers] = [await add(2, 'service.b.read'), await add(2, 'service.c.*')];
      const [row] = await reverted({ entryId: given });
      expect(row).to.deep.include({
        removed: ['service.b.write'],
        leftAlone: [
          { permission: 'service.b.read', changedBy: itself, actor: 'cli:root' },
          { permission: 'service.c.read', changedBy: covers, actor: 'cli:root' },
        ],
      });
    });

    it('where both the string and its module were named since: it reports the newest entry', async () => {
      const given = await add(2, 'service.b.read');
      await add(2, 'service.b.*');
      const newest = await add(2, 'service.b.read');
      expect((await reverted({ entryId: given }))[0]?.leftAlone).to.deep.equal([
        { permission: 'service.b.read', changedBy: newest, actor: 'cli:root' },
      ]);
    });

    it('where another undo named it since; only its own batch continues', async () => {
      for (const [undone, batch, mine, isOwn] of [
        [true, undefined, undefined, false],
        [true, 'other', 'mine', false],
        [true, 'mine', 'mine', true],
        [false, 'mine', 'mine', false],
      ] as const) {
        const given = await add(2, 'service.b.read');
        const taken = await remove(2, ['service.b.read']);
        const how = batch === undefined ? {} : { batch };
        const again = undone
          ? (await reverted({ entryId: taken }, how))[0]?.entry
          : (await makeChange(ports.permissions, 2, 'add', ['service.b.read'], { ...origin, ...how })).id;
        const [row] = await reverted({ entryId: given }, mine === undefined ? {} : { batch: mine });
        expect(row?.leftAlone, `${undone} ${batch} ${mine}`).to.deep.equal([
          { permission: 'service.b.read', changedBy: isOwn ? taken : again, actor: 'cli:root' },
        ]);
        await remove(2, ['service.b.read']);
      }
    });

    it('where it was undone before: neither an entry nor a batch is undone twice', async () => {
      const entryId = await remove(2, ['odd one'], 'run-2');
      const [first] = await reverted({ batch: 'run-2' }, { batch: 'undo-2' });
      await ports.permissions.change([aRequest(3, 'add', [])], AS_IT_COMES);
      for (const target of [{ entryId }, { batch: 'run-2' }]) {
        const [row] = await reverted(target, { batch: 'undo-2' });
        expect(row).to.include({ result: 'nothing-left', message: `entry ${first?.entry} undid it` });
      }
      expect(await held(2)).to.include('odd one');
    });

    it('for an inactive user: they receive nothing, and can lose permissions', async () => {
      const [taken, given] = [await remove(2, ['odd one']), await add(2, 'service.b.read')];
      await change(2, 'link');
      const unlinked = await change(2, 'unlink');
      const record = { ...aUser(2), active: false };
      const { permissions: _, identities: __, ...user } = record;
      await ports.organisation.importUsers([user], { ...aDraft(), action: 'set' });
      for (const entryId of [taken, unlinked]) {
        const [row] = await reverted({ entryId });
        expect(row).to.include({ result: 'user-inactive' }).and.to.have.property('message');
        expect(changes([row as PermissionRow])).to.deep.equal([[[], []]]);
      }
      expect((await reverted({ entryId: given }))[0]).to.deep.include({ removed: ['service.b.read'] });
    });

    it('after any change: no later entry has named a restored permission', async () => {
      const strings = ['service.a.read', 'service.a.*', 'service.a', 'service.b.read', 'odd one'];
      const step = fc.record({
        action: fc.constantFrom('add' as const, 'remove' as const),
        strings: fc.subarray(strings, { minLength: 1 }),
      });
      const covers = (name: string, text: string) =>
        name === text || (/^service\.a(?:\.\*)?$/.test(name) && /^service\.a(?:\.|$)/.test(text));
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), fc.nat(), async (steps, seed) => {
          ports = openOrganisation();
          await ports.organisation.importUsers([aUser(2, { permissions: initial })], {
            ...aDraft(),
            action: 'set',
          });
          const ids: number[] = [];
          for (const { action, strings: some } of steps)
            ids.push((await makeChange(ports.permissions, 2, action, some, origin)).id);
          const index = seed % steps.length;
          const [row] = await reverted({ entryId: ids[index] as number });
          const later = steps.slice(index + 1).flatMap((one) => one.strings);
          const touched = [...(row?.added ?? []), ...(row?.removed ?? [])];
          expect(touched.filter((text) => later.some((name) => covers(name, text)))).to.deep.equal([]);
          const [again] = await reverted({ entryId: ids[index] as number });
          expect([again?.added, again?.removed]).to.deep.equal([[], []]);
        }),
        { numRuns: 200 },
      );
    });
  });

  describe('of user members', () => {
    const names = { user: anId(4), userId: anId(4), email: 'user4@example.org', name: 'First4 Last4' };
    const nothing = { result: 'nothing-left', added: [], removed: [] };
    const change = async (asked: PersonChange, n = 4) => {
      await changePerson(ports.permissions, n, asked, origin);
      return (await lastEntry())?.id as number;
    };
    const { id: _, identities: __, permissions: ___, active: ____, ...person } = aUser(4);
    const create = () =>
      change({ action: 'create', person, permissions: ['service.admin.access' as Permission] });

    it('deactivates created users, and activates deactivated ones', async () => {
      const created = await create();
      const [row] = await reverted({ entryId: created }, { keepAdmin: false });
      const rest = { added: [], removed: [] };
      const done = { ...names, result: 'reverted', ...rest, reverts: created, entry: created + 1 };
      expect(row).to.deep.equal({ ...done, message: 'deactivated' });
      expect(await lastEntry()).to.deep.include({ action: 'deactivate', requested: [], reverts: created });
      const twice = await reverted({ entryId: created });
      expect(twice).to.deep.equal([
        {
          ...names,
          ...nothing,
          reverts: created,
          undoneBy: created + 1,
          message: `entry ${created + 1} undid it`,
        },
      ]);
      const [trial] = await reverted({ entryId: created + 1 }, { dryRun: true });
      expect(trial?.message).to.equal('would be activated, would be an admin');
      const [back] = await reverted({ entryId: created + 1 });
      expect(back?.message).to.equal('activated, is an admin now');
    });

    it('keeps the state where it changed since', async () => {
      await create();
      const deactivated = await change({ action: 'deactivate' });
      const activated = await change({ action: 'activate' });
      expect(await reverted({ entryId: deactivated })).to.deep.equal([
        {
          ...names,
          ...nothing,
          reverts: deactivated,
          message: `entry ${activated} changed whether the user is active`,
        },
      ]);
    });

    it('is not undone where the audit log lacks the former values', async () => {
      await create();
      await ports.organisation.importDepartments([aDepartment(7)], aDraft());
      const updated = await change({ action: 'update', person: { departmentId: anId(7) } });
      await changeLink(ports.permissions, 4, 'link', anIdentity('ann'), origin);
      const linked = (await lastEntry())?.id as number;
      await change({ action: 'deactivate' });
      const erased = await change({ action: 'erase' });
      const gone = { user: anId(4), userId: anId(4), ...nothing };
      expect(await reverted({ entryIds: [erased, linked, updated] })).to.deep.equal([
        { ...gone, reverts: erased, message: 'an erasure cannot be undone' },
        { ...gone, reverts: linked, message: 'its user was erased' },
        {
          ...gone,
          reverts: updated,
          message: 'an update cannot be undone: the audit log does not have the values',
        },
      ]);
    });

    it('has nothing left where the store already has the former values', async () => {
      const entryId = await add(2, 'service.b.read');
      const set = PermissionSet.of(initial);
      for (const [what, result] of [
        [{ link: 'already-so' }, 'nothing-left'],
        [{ link: 'already-so' }, 'nothing-left'],
        [{ person: 'already-so' }, 'nothing-left'],
        [{ person: 'deactivated' }, 'reverted'],
      ] as const) {
        const made: ChangeMade = {
          type: 'made',
          userId: anId(2),
          email: undefined,
          name: '',
          change: { before: set, after: set, added: [], removed: ['service.b.read'] },
          makesAdmin: false,
          leavesNoAdmin: false,
          ...what,
        };
        const store = { change: () => okAsync([made]) };
        const { audit, users } = ports;
        const operations = permissionOperations({ store, audit, users, clock, policy });
        const [row] = (await operations.revert({ target: { entryId }, origin }))._unsafeUnwrap().rows;
        expect(row?.result, JSON.stringify(what)).to.equal(result);
      }
    });
  });

  it('does not undo a key rotation, and explains it', async () => {
    await ports.trail.rotate({ ...origin, time: aTime(9), from: 'key', to: 'key' });
    const entryId = (await lastEntry())?.id as number;
    const message = 'a key rotation cannot be undone';
    const rows = [{ user: '', result: 'nothing-left', added: [], removed: [], reverts: entryId, message }];
    const target = { entryIds: [entryId] };
    expect((await revert(target))._unsafeUnwrap()).to.deep.equal({ rows, leavesNoAdmin: false });
    expect((await revert(target, { dryRun: true }))._unsafeUnwrap().rows).to.deep.equal(
      rows.map((one) => ({ ...one, dryRun: true })),
    );
  });

  it('undoes an undo', async () => {
    await reverted({ entryId: await remove(2, ['odd one']) });
    await reverted({ entryId: (await lastEntry())?.id as number });
    expect(await held(2)).to.not.include('odd one');
  });

  it('undoes an import', async () => {
    const entryId = 1;
    await reverted({ entryId });
    expect(await held(2)).to.deep.equal([]);
  });

  it('undoes a whole batch, the newest first, and no other entries', async () => {
    await remove(2, ['odd one'], 'run-1');
    await remove(3, ['odd one'], 'run-1');
    await remove(2, ['service.a.read'], 'run-1');
    await remove(3, ['service.a.read'], 'run-2');
    const reversals = await reverted({ batch: 'run-1' });
    expect(reversals.map(({ reverts }) => reverts)).to.deep.equal([5, 4, 3]);
    expect(await held(2)).to.have.members(initial);
    expect(await held(3)).to.have.members(['service.a.*', 'odd one']);
  });

  it('undoes a batch with many entries for one user', async () => {
    await add(2, ...Array.from({ length: 12 }, (_, n) => `service.m${n}.read`));
    for (let n = 0; n < 12; n++) await remove(2, [`service.m${n}.read`], 'run-1');
    await reverted({ batch: 'run-1' });
    expect(await held(2)).to.have.length(initial.length + 12);
  });

  it('undoes a batch that removed its own additions, in a dry run too', async () => {
    await add(2, 'service.b.read');
    await remove(2, ['service.b.read'], 'run-1');
    await reverted({ batch: 'run-1' }, { batch: 'run-2' });
    await remove(2, ['service.b.read'], 'run-2');
    const expected = [
      [['service.b.read'], []],
      [[], ['service.b.read']],
    ];
    const trial = await reverted({ batch: 'run-2' }, { batch: 'run-3', dryRun: true });
    expect(changes(trial)).to.deep.equal(expected);
    const real = await reverted({ batch: 'run-2' }, { batch: 'run-3' });
    expect(changes(real)).to.deep.equal(expected);
    expect(real.flatMap(({ leftAlone = [] }) => leftAlone)).to.deep.equal([]);
    expect(await held(2)).to.deep.equal(initial);
  });

  it('undoes a batch with many changes of one user', async () => {
    const permissions = Array.from({ length: 250 }, (_, n) => `service.m${n}.read`);
    await add(2, ...permissions);
    for (const permission of permissions) await remove(2, [permission], 'run-1');
    await reverted({ batch: 'run-1' }, { batch: 'run-2' });
    expect(await held(2)).to.have.members([...initial, ...permissions]);
    for (const permission of permissions) await remove(2, [permission], 'run-2');

    const trial = await reverted({ batch: 'run-2' }, { batch: 'run-3', dryRun: true });
    const real = await reverted({ batch: 'run-2' }, { batch: 'run-3' });
    expect(changes(real)).to.deep.equal(changes(trial));
    expect(real.filter(({ leftAlone = [] }) => leftAlone.length > 0)).to.deep.equal([]);
    expect(await held(2)).to.deep.equal(initial);
  });

  it('undoes all entries of users in one transaction, after one read of the log', async () => {
    const users = Array.from({ length: 1000 }, (_, n) => aUser(n + 10, { permissions: ['odd one'] }));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set', batch: 'run-1' });
    const added = await makeChange(ports.permissions, 10, 'add', ['odder'], { ...origin, batch: 'run-1' });
    const calls: number[][] = [];
    const reads: number[] = [];
    const store: Pick<PermissionStore, 'change'> = {
      change: (requests, options) => {
        calls.push(requests.map(({ draft }) => draft.reverts as number));
        return ports.permissions.change(requests, options);
      },
    };
    const { audit } = ports;
    const entriesOf = audit.entriesOf.bind(audit);
    Object.assign(audit, {
      entriesOf: (...[of]: Parameters<typeof entriesOf>) => {
        reads.push(of.length);
        return entriesOf(of);
      },
    });
    const operations = permissionOperations({ store, audit, users: ports.users, clock, policy });
    const undone = await operations.revert({ target: { batch: 'run-1' }, origin });
    const { rows } = undone._unsafeUnwrap();
    expect(rows.every(({ result }) => result === 'reverted')).to.equal(true);
    expect(rows.map(({ reverts }) => reverts)).to.deep.equal(rows.map((_, n) => added.id - n));
    expect(calls.map(({ length }) => length)).to.deep.equal([1001]);
    expect(reads).to.deep.equal([1000]);
    const ofUser = rows.filter(({ userId }) => userId === anId(10)).map(({ reverts }) => reverts);
    expect(ofUser).to.have.length(2);
    expect(calls[0]).to.include.members(ofUser);
  });

  it('writes nothing in a dry run, and reports its changes', async () => {
    const entryId = await remove(2, ['odd one']);
    const [reversal] = await reverted({ entryId }, { dryRun: true });
    expect(reversal).to.deep.include({ result: 'would-revert', added: ['odd one'], dryRun: true });
    expect(reversal).to.not.have.property('entry');
    expect(await held(2)).to.not.include('odd one');
    expect((await lastEntry())?.id).to.equal(entryId);
  });

  it('keeps the last admin, unless forced', async () => {
    const entryId = await add(2, 'service.admin.access');
    expect((await reverted({ entryId }))[0]?.result).to.equal('no-admin-left');
    expect(await held(2)).to.include('service.admin.access');
    expect((await reverted({ entryId }, { keepAdmin: false }))[0]?.result).to.equal('reverted');
    expect(await held(2)).to.not.include('service.admin.access');
  });

  it('reports that the last admin is or would be removed', async () => {
    const entryId = await add(2, 'service.admin.access');
    const leavesNone = async (dryRun: boolean) =>
      (await revert({ entryId }, { keepAdmin: false, dryRun }))._unsafeUnwrap().leavesNoAdmin;
    expect([await leavesNone(true), await leavesNone(false), await leavesNone(false)]).to.deep.equal([
      true,
      true,
      false,
    ]);
  });

  it('reports a conflict where others change the user meanwhile', async () => {
    const entryId = await remove(2, ['odd one']);
    const store = ports.permissions;
    const busy: Pick<typeof store, 'change'> = {
      change: (...given) => ResultAsync.fromSafePromise(remove(2, [])).andThen(() => store.change(...given)),
    };
    const result = await permissionOperations({
      store: busy,
      audit: ports.audit,
      users: ports.users,
      clock,
      policy,
    }).revert({ target: { entryId }, origin });
    expect(result._unsafeUnwrap().rows[0]).to.deep.equal({
      user: anId(2),
      userId: anId(2),
      email: 'user2@example.org',
      name: 'First2 Last2',
      result: 'changed-since',
      added: [],
      removed: [],
      reverts: entryId,
      message: 'others changed this user meanwhile; try again',
    });
    expect(await held(2)).to.not.include('odd one');
  });

  it('reports an unknown entry or batch', async () => {
    for (const target of [{ entryId: 99 }, { batch: 'none' }]) {
      expect((await revert(target))._unsafeUnwrapErr()).to.deep.equal({ type: 'entry-not-found', target });
    }
  });

  it('refuses a batch with more entries than the limit, and changes nothing', async () => {
    for (const n of [2, 3]) await remove(n, ['odd one'], 'run');
    expect((await revert({ batch: 'run' }, { maxEntries: 1 }))._unsafeUnwrapErr()).to.deep.equal({
      type: 'too-many-entries',
      limit: 1,
    });
    expect(await held(2)).to.not.include('odd one');
    expect((await revert({ batch: 'run' }, { maxEntries: 2 }))._unsafeUnwrap().rows).to.have.length(2);
  });
});
