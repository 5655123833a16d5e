import assert from 'node:assert/strict';
import {
  type AuditEntry,
  type ChangeOptions,
  type ChangeRequest,
  type CopyRecord,
  DEFAULT_ADMIN_PERMISSION,
  ok,
  type Permission,
  type PermissionSet,
  type Timestamp,
  timestampOf,
  type UserKey,
} from '@ops-admin/core';
import { expiry, verifyAuditTrail } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, anIdentity, aRequest, aSigner, aUser } from '../fixtures.js';
import { assertEach, assertIncludes, assertSound, errorOf, okOf } from './assertions.js';
import { checkingRunner, runnerOf, type SuiteOptions } from './runner.js';
import type { OpenedStore, OpenStore } from './store-suite.js';

const NOON = Date.UTC(2026, 5, 1, 12);
const END = endAt(0);
const LATER = endAt(3_600_000);

/** So many milliseconds after noon, when permissions of these tests end. */
function endAt(milliseconds: number): Timestamp {
  return timestampOf(new Date(NOON + milliseconds))._unsafeUnwrap();
}

/** Gives the n-th user strings until an end. */
function anAddition(n: number, permissions: readonly string[], until: Timestamp): ChangeRequest {
  const request = aRequest(n, 'add', permissions);
  const ends = Object.fromEntries(permissions.map((one) => [one, until]));
  return { ...request, change: { action: 'add', permissions: permissions as Permission[], ends } };
}

/** The tests that every `PermissionStore` must pass of what ends, by a clock that the tests set. */
export function describePermissionsThatEnd(
  open: OpenStore<OpenedStore<'audit' | 'permissions'>>,
  options: SuiteOptions,
): void {
  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: OpenedStore<'audit' | 'permissions'>;
  let now: Date;
  describe('PermissionStore contract: permissions that end', () => {
    beforeEach(async () => {
      now = new Date(NOON - 86_400_000);
      const users = [
        aUser(1, { permissions: ['service.a.read'] }),
        aUser(2, { permissions: [DEFAULT_ADMIN_PERMISSION] }),
        aUser(3),
      ];
      stores = await open({ users, signer: aSigner(), clock: () => now });
    });
    afterEach(() => stores.close());

    it('finds entries that only changed an end by the string and by its module', async () => {
      const odd = 'x,"service.b';
      await change(anAddition(1, ['service.b.read', odd], END), anAddition(2, ['service.bc'], END));
      await change(
        anAddition(1, ['service.b.read'], LATER),
        anAddition(1, [odd], LATER),
        anAddition(2, ['service.bc'], LATER),
      );
      await change(aRequest(1, 'add', ['service.b.read']), aRequest(3, 'add', ['service.b']));
      const found = async (filter: object) =>
        (await okOf(stores.audit.list({ limit: 20, ...filter }))).map(({ id }) => id);
      const [first = 0] = await found({ permission: 'service.b.read' });
      const entries = (...after: number[]) => after.map((n) => first + n);
      assert.deepEqual(await found({ permission: 'service.b.read' }), entries(0, 2, 5));
      assert.deepEqual(await found({ permission: odd }), entries(0, 3));
      assert.deepEqual(await found({ permission: 'service.b' }), entries(6));
      assert.deepEqual(await found({ permission: 'SERVICE.B.READ' }), []);
      assert.deepEqual(await found({ module: 'b' }), entries(0, 2, 5, 6));
      assert.deepEqual(await found({ module: 'bc' }), entries(1, 4));
    });

    const at = (milliseconds: number) => {
      now = new Date(NOON + milliseconds);
    };
    const change = async (...requests: readonly ChangeRequest[]) =>
      await okOf(stores.permissions.change(requests, AS_IT_COMES));
    const made = async (request: ChangeRequest, options: Partial<ChangeOptions> = {}) => {
      const [outcome] = await okOf(stores.permissions.change([request], { ...AS_IT_COMES, ...options }));
      if (outcome?.type !== 'made') throw new Error(`the change ended as ${outcome?.type}`);
      return outcome;
    };
    const set = async (n: number) => await okOf(stores.permissions.find(anId(n)));
    const held = async (n: number) => [...(await set(n))];
    const ends = async (n: number) => Object.fromEntries((await set(n)).ends);
    const newest = async (n: number, limit = 1): Promise<readonly AuditEntry[]> =>
      await okOf(stores.audit.list({ userId: anId(n), limit, newestFirst: true }));
    const expire = async (n: number) =>
      await change({ ...aRequest(n, 'set', []), change: { action: 'expire' } });

    it('gives a permission until its end, to the millisecond', async () => {
      const { change, entry } = await made(anAddition(1, ['service.b.read'], END));
      assertIncludes(change, { added: ['service.b.read'], ends: { 'service.b.read': END } });
      assertIncludes(entry, { ends: { 'service.b.read': END }, after: ['service.a.read', 'service.b.read'] });
      assert.equal(entry && 'endsBefore' in entry, false);
      for (const [milliseconds, isHeld] of [
        [-1, true],
        [0, false],
        [1, false],
      ] as const) {
        at(milliseconds);
        assert.equal((await set(1)).grants('service.b.read'), isHeld, `${milliseconds} ms after the end`);
        assert.deepEqual(await ends(1), isHeld ? { 'service.b.read': END } : {});
      }
      assert.deepEqual(await held(1), ['service.a.read']);
    });

    it('judges time by its own clock if it is given none, with an error below a minute', async () => {
      await stores.close();
      const users = [aUser(1), aUser(2, { permissions: [DEFAULT_ADMIN_PERMISSION] })];
      stores = await open({ users, signer: aSigner() });
      const inAMinute = new Date(Date.now() + 60_000);
      const aMinuteAgo = new Date(Date.now() - 60_000);
      const until = timestampOf(inAMinute)._unsafeUnwrap();
      const by = (validUntil: Date) => ({ userId: anId(2), mustHold: DEFAULT_ADMIN_PERMISSION, validUntil });
      await made(anAddition(1, ['service.b.read'], until), { actor: by(inAMinute) });
      assert.deepEqual(await ends(1), { 'service.b.read': until });
      const late = { ...AS_IT_COMES, actor: by(aMinuteAgo) };
      assert.deepEqual(await errorOf(stores.permissions.change([], late)), {
        type: 'actor-refused',
        reason: 'expired',
      });
    });

    it('keeps another end, a permanent permission, and one that is given again after its end', async () => {
      await made(anAddition(1, ['service.b', 'service.c', 'service.d'], LATER));
      const shorter = await made(anAddition(1, ['service.b', 'service.c'], END));
      assertIncludes(shorter.entry, {
        ends: { 'service.b': END, 'service.c': END },
        endsBefore: { 'service.b': LATER, 'service.c': LATER, 'service.d': LATER },
      });
      await made(aRequest(1, 'add', ['service.d']));
      assert.deepEqual(await ends(1), { 'service.b': END, 'service.c': END });
      at(0);
      const { entry } = await made(anAddition(1, ['service.b'], LATER));
      assertIncludes(entry, { before: ['service.a.read', 'service.d'], added: ['service.b'] });
      assertIncludes((await newest(1, 2))[1], { action: 'expire', removed: ['service.b', 'service.c'] });
      assert.deepEqual(await held(1), ['service.a.read', 'service.d', 'service.b']);
      assert.deepEqual(await ends(1), { 'service.b': LATER });
    });

    it('finds users with a permission that ended and has no entry, and writes one entry', async () => {
      await made(anAddition(1, ['service.b'], END));
      await made(anAddition(2, ['service.b'], END));
      await made(anAddition(3, ['service.b'], LATER));
      const found = async (limit = 9) => await okOf(stores.permissions.findExpired(limit));
      at(-1);
      assert.deepEqual(await found(), []);
      at(0);
      assert.deepEqual(await found(), [anId(1), anId(2)]);
      assert.equal((await found(1)).length, 1);
      const [outcome] = await expire(1);
      assert.equal(outcome?.type === 'made' && outcome.entry?.action, 'expire');
      const [again] = await expire(1);
      assert.equal(again?.type === 'made' && again.entry, undefined);
      assert.equal((await expire(3)).length, 1);
      assert.deepEqual((await newest(3))[0]?.action, 'add');
      assert.deepEqual(await found(), [anId(2)]);
    });

    it('finds the sets of the audit log again after many changes, with their ends', async () => {
      for (let n = 0; n < 60; n++) {
        await made(anAddition(1, [`service.m${n}`], n % 2 === 0 ? END : LATER));
        if (n % 3 === 0) await made(aRequest(1, 'remove', [`service.m${n}`]));
      }
      at(0);
      const { entry } = await made(aRequest(1, 'remove', ['service.a.read']));
      const [read] = await newest(1);
      assert.deepEqual(read, entry);
      assert.equal(Object.keys(read?.endsBefore ?? {}).length, 20);
    });
  });
}

/** The tests that every organisation must pass of what ends: all its ports agree at one moment. */
export function permissionsThatEndContract(open: OpenStore<OpenedStore>, options: SuiteOptions = {}): void {
  const { afterEach, beforeEach, describe, it } = runnerOf(options);
  let stores: OpenedStore;
  let now: Date;
  describe('Permissions that end', () => {
    beforeEach(async () => {
      now = new Date(NOON - 86_400_000);
      const users = [
        aUser(1),
        aUser(2, { permissions: ['service.b.read'] }),
        aUser(3, { identities: [anIdentity('three')] }),
      ];
      stores = await open({ users, signer: aSigner(), clock: () => now });
      await change(anAddition(1, ['service.b.read', 'service.c'], END), anAddition(2, ['service.b.*'], END));
    });
    afterEach(() => stores.close());

    const at = (milliseconds: number) => {
      now = new Date(NOON + milliseconds);
    };
    const change = async (...requests: readonly ChangeRequest[]) =>
      await okOf(stores.permissions.change(requests, AS_IT_COMES));
    const assertFlawless = async () => {
      assert.deepEqual(await okOf(stores.integrity.check(aSigner())), []);
      await okOf(verifyAuditTrail({ audit: stores.audit, verifier: aSigner() }, { everySignature: true }));
    };
    const runExpiry = async () => {
      const policy = { adminPermission: DEFAULT_ADMIN_PERMISSION };
      return await okOf(expiry({ store: stores.permissions, clock: () => now, policy }).run());
    };
    const draft = aDraft({ action: 'set', source: 'import', batch: 'b' });

    it('are held by the same users in every list and count', async () => {
      const seen = async () => {
        const { users } = stores;
        const search = async (filter: object) => await okOf(users.search({ start: 0, ...filter }));
        const totals = await Promise.all(
          [
            { holds: 'service.b.*' },
            { holds: 'service.c' },
            { grants: 'service.b.write' },
            { grants: 'service.b.read' },
          ].map(async (filter) => {
            const { total, users } = await search(filter);
            assert.equal(users.length, total);
            return total;
          }),
        );
        const listed = (await okOf(users.list())).map(({ permissions }) => permissions);
        // Sets keep their strings private, so texts are compared; the two lists have other orders.
        const textsOf = (sets: readonly PermissionSet[]) => sets.map((set) => set.toArray().join(' ')).sort();
        const everyone = (await search({})).users.map(({ permissions }) => permissions);
        assert.deepEqual(textsOf(everyone), textsOf(listed));
        const one = (await okOf(users.find(anId(1))))?.permissions;
        const set = await okOf(stores.permissions.find(anId(1)));
        const keys: UserKey[] = [{ email: 'user1@example.org' }, { userId: anId(2) }];
        for (const asked of [keys, keys.slice(0, 1)]) {
          const [byEmail] = await okOf(users.rightsOf(asked));
          for (const other of [one, byEmail?.permissions, listed[0]])
            assert.deepEqual([...(other ?? [])], [...set]);
        }
        const strings = ['service.b.*', 'service.b.read', 'service.c'];
        const counts = {
          strings: await okOf(users.countHolders(strings)),
          modules: await okOf(users.countHoldersOfModules(['b', 'c'])),
          held: await okOf(users.heldPermissions()),
          among: await okOf(users.heldPermissions(strings)),
        };
        return { counts, totals, held: one?.toArray(), ends: Object.fromEntries(one?.ends ?? []) };
      };
      at(-1);
      const held = ['service.b.read', 'service.c'];
      const ends = { 'service.b.read': END, 'service.c': END };
      const all = ['service.b.*', 'service.b.read', 'service.c'];
      const before = { strings: [1, 2, 1], modules: [2, 1], held: all, among: all };
      assert.deepEqual(await seen(), { counts: before, totals: [2, 1, 1, 2], held, ends });
      const left = ['service.b.read'];
      const after = { strings: [0, 1, 0], modules: [1, 0], held: left, among: left };
      for (const milliseconds of [0, 1]) {
        at(milliseconds);
        assert.deepEqual(await seen(), { counts: after, totals: [1, 0, 0, 1], held: [], ends: {} });
      }
      await runExpiry();
      assert.deepEqual(await seen(), { counts: after, totals: [1, 0, 0, 1], held: [], ends: {} });
    });

    it('leave the store without a flaw before their end, after it, and after the entry about it', async () => {
      await assertFlawless();
      at(7 * 86_400_000);
      await assertFlawless();
      assert.deepEqual(await runExpiry(), { users: 2, permissions: 3 });
      assert.deepEqual(await runExpiry(), { users: 0, permissions: 0 });
      await assertFlawless();
      const entries = await okOf(stores.audit.list({ action: 'expire', limit: 9 }));
      assertEach(entries, ({ actor, removed, source, userId }) => [userId, actor, source, removed.length], [
        [anId(1), 'service', 'service', 2],
        [anId(2), 'service', 'service', 1],
      ]);
    });

    it('have one entry although several write it concurrently', async () => {
      at(0);
      const done = await Promise.all([1, 2, 3].map(async () => await runExpiry()));
      assert.equal(
        done.reduce((sum, { permissions }) => sum + permissions, 0),
        3,
      );
      assert.equal((await okOf(stores.audit.list({ action: 'expire', limit: 9 }))).length, 2);
    });

    it('are imported with their ends, after an entry about those that ended before', async () => {
      const { organisation } = stores;
      const permissions = aUser(1, { permissions: ['service.b.read', 'service.d'] }).permissions;
      const record = { id: anId(1), permissions, ends: { 'service.d': LATER } };
      await okOf(organisation.importUsers([record], draft));
      assert.deepEqual(Object.fromEntries((await okOf(stores.permissions.find(anId(1)))).ends), {
        'service.d': LATER,
      });
      await assertFlawless();
      at(3_600_000);
      await okOf(organisation.importUsers([{ id: anId(1) }, { id: anId(2), emails: [] }], draft));
      const entries = await okOf(stores.audit.list({ limit: 2, newestFirst: true }));
      assertEach(entries, ({ action, batch, source, userId }) => [action, batch, source, userId], [
        ['update', 'b', 'import', anId(2)],
        ['expire', undefined, 'service', anId(2)],
      ]);
      await assertFlawless();
    });

    it('are copied unchanged, also those that have ended without an entry', async () => {
      at(0);
      const records: CopyRecord[] = [];
      for await (const record of stores.copy.read()) records.push(await okOf(record));
      await stores.close();
      stores = await open({ users: [], signer: aSigner(), clock: () => now });
      await okOf(stores.copy.write(given(records)));
      at(-1);
      assert.deepEqual(Object.fromEntries((await okOf(stores.permissions.find(anId(1)))).ends), {
        'service.b.read': END,
        'service.c': END,
      });
      assert.equal((await okOf(stores.users.search({ start: 0, holds: 'service.c' }))).total, 1);
      at(0);
      await assertFlawless();
      assert.deepEqual(await runExpiry(), { users: 2, permissions: 3 });
      await assertFlawless();
    });
  });
}

async function* given<T>(records: readonly T[]) {
  for (const record of records) yield ok(record);
}
