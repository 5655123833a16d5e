import assert from 'node:assert/strict';
import {
  type Actor,
  type AuditEntry,
  type ChangeOptions,
  type ChangeRequest,
  DEFAULT_ADMIN_PERMISSION,
  PERMISSIONS_PER_USER,
  type Permission,
} from '@ops-admin/core';
import {
  AS_IT_COMES,
  aLink,
  anId,
  anIdentity,
  aPersonChange,
  aRequest,
  aSigner,
  aTime,
  aUser,
  changePerson,
  makeChange,
} from '../fixtures.js';
import {
  assertContains,
  assertEach,
  assertIncludes,
  assertLacks,
  assertSameMembers,
  assertSound,
  errorOf,
  newestEntryId,
  okOf,
} from './assertions.js';
import { assertRejected, type BadCalls } from './bad-arguments.js';
import { describeFailingStore } from './failing-store.js';
import { describePermissionsThatEnd } from './permissions-that-end.js';
import { describePersonChanges } from './person-changes.js';
import { checkingRunner, offered, runnerOf } from './runner.js';
import { itMakesAllOrNothing } from './stopped-changes.js';
import { describeStoreOpenedTwice, writersAndReaders } from './store-opened-twice.js';
import type { OpenedStore, OpenStore, StoreSuiteOptions, SwallowedRows } from './store-suite.js';
import { describeWaitingChanges } from './waiting-changes.js';

type Used = 'audit' | 'permissions';

/** The tests that every {@link PermissionStore} must pass. After each test its trail must be sound. */
export function permissionStoreContract<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used> = {},
): void {
  describePersonChanges(open, options);
  describePermissionsThatEnd(open, options);
  describeFailure(open, options);
  describeBadArguments(open, options);
  describeTwoOpenings(open, options);
  describeWaitingChanges(open, options);

  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: Opened;
  let start: number;
  let now: Date;
  describe('PermissionStore contract', () => {
    const user = aUser(1, { permissions: ['service.b.read', 'service.a.*', 'odd one'] });
    const other = aUser(2, { permissions: ['service.b.read'], emails: [] });

    beforeEach(async () => {
      now = new Date();
      stores = await open({ users: [user, other], signer: aSigner(), clock: () => now });
      start = await newestEntryId(stores.audit);
    });
    afterEach(() => stores.close());

    const held = async (n: number): Promise<string[]> => [...(await okOf(stores.permissions.find(anId(n))))];
    const trail = async (n: number): Promise<readonly AuditEntry[]> =>
      okOf(stores.audit.list({ userId: anId(n), limit: 1000, afterId: start }));
    const change = (...request: Parameters<typeof aRequest>) => makeChange(stores.permissions, ...request);
    const changeAll = async (requests: readonly ChangeRequest[], options: Partial<ChangeOptions> = {}) =>
      await okOf(stores.permissions.change(requests, { ...AS_IT_COMES, ...options }));
    const types = async (...given: Parameters<typeof changeAll>) =>
      (await changeAll(...given)).map(({ type }) => type);

    it('finds the set in the order it was given', async () => {
      assert.deepEqual(await held(1), ['service.b.read', 'service.a.*', 'odd one']);
    });

    it('does not find the set of an unknown user', async () => {
      const error = await errorOf(stores.permissions.find(anId(9)));
      assert.deepEqual(error, { type: 'user-not-found', user: anId(9) });
    });

    it('writes a removal and its entry', async () => {
      const request = aRequest(1, 'remove', ['odd one', 'service.x.y'], { reason: 'left', time: aTime(5) });
      const entry = await change(1, 'remove', ['odd one', 'service.x.y'], { reason: 'left', time: aTime(5) });
      const { profile, seal, ...said } = entry;
      assert.equal(typeof profile, 'string');
      assert.deepEqual(Object.keys(seal ?? {}).sort(), ['digest', 'keyId', 'previous', 'signature']);
      assert.deepEqual(said, {
        ...request.draft,
        id: entry.id,
        userId: user.id,
        added: [],
        removed: ['odd one'],
        before: ['service.b.read', 'service.a.*', 'odd one'],
        after: ['service.b.read', 'service.a.*'],
      });
      assert.deepEqual(await trail(1), [entry]);
      assert.deepEqual(await held(1), entry.after);
    });

    it('reports the user of a change with their first e-mail', async () => {
      const [first, second] = await changeAll([
        aRequest(1, 'remove', ['odd one']),
        aRequest(2, 'remove', []),
      ]);
      assertIncludes(first, { type: 'made', userId: anId(1), email: 'user1@example.org' });
      assertIncludes(second, { type: 'made', userId: anId(2), email: undefined });
    });

    const { it: whereRowsAreLost, way: swallow } = offered(it, 'swallow', options.swallow);
    const LOST: Readonly<Record<SwallowedRows, string>> = {
      entry: 'its entry',
      changes: 'what it changed',
      set: 'its set',
    };
    for (const [rows, what] of Object.entries(LOST) as [SwallowedRows, string][]) {
      whereRowsAreLost(`makes no change of which the database does not keep ${what}`, async () => {
        const end = await swallow(stores, rows);
        const changed = await stores.permissions.change([aRequest(1, 'remove', ['odd one'])], AS_IT_COMES);
        await end();
        assertIncludes(await errorOf(changed), { type: 'store-unavailable' });
        assertContains(await held(1), 'odd one');
        assert.deepEqual(await trail(1), []);
      });
    }

    it('keeps a set in its order, after additions and in place of another', async () => {
      await change(1, 'remove', ['service.a.*']);
      await change(1, 'add', ['service.a.*', 'service.c', 'service.b.read']);
      assert.deepEqual(await held(1), ['service.b.read', 'odd one', 'service.a.*', 'service.c']);
      await change(1, 'set', ['service.d', 'odd one', 'service.b.read']);
      assert.deepEqual(await held(1), ['service.d', 'odd one', 'service.b.read']);
    });

    it('writes an entry for a change that changed nothing, except in a batch', async () => {
      const entry = await change(1, 'remove', ['service.none.read']);
      assert.deepEqual(entry.removed, []);
      const removals = [
        aRequest(1, 'remove', ['none'], { batch: 'b' }),
        aRequest(2, 'remove', [], { batch: 'b' }),
      ];
      for (const outcome of await changeAll(removals))
        assertIncludes(outcome, { type: 'made', entry: undefined });
      assert.deepEqual(await trail(1), [entry]);
      assert.equal(await newestEntryId(stores.audit), entry.id);
    });

    it('holds an empty set, and leaves other users alone', async () => {
      await change(2, 'remove', ['service.b.read']);
      assert.deepEqual([await held(2), await held(1)], [[], [...user.permissions]]);
      assert.deepEqual(await trail(1), []);
    });

    it('keeps malformed strings exactly', async () => {
      const odd = [
        '__proto__',
        '',
        ' service.a ',
        'Service.A',
        "'; drop table users; --",
        '日本語.🙂',
        'e\u0301',
        'é',
      ];
      await change(1, 'set', odd);
      assert.deepEqual(await held(1), odd);
    });

    describe('with many changes', () => {
      const removal = (n: number, ...requested: string[]): ChangeRequest =>
        aRequest(n, 'remove', requested, { batch: 'run-1' });

      it('makes them in their order, each on those before it, with its entry', async () => {
        const outcomes = await changeAll([
          removal(1, 'odd one'),
          removal(2, 'service.b.read'),
          removal(1, 'service.a.*'),
        ]);
        const entries = outcomes.flatMap((outcome) => ('entry' in outcome ? [outcome.entry] : []));
        assertEach(entries, (entry) => entry?.removed, [['odd one'], ['service.b.read'], ['service.a.*']]);
        assertEach(
          entries,
          (entry) => entry?.id,
          [1, 2, 3].map((n) => start + n),
        );
        assert.deepEqual(await held(1), ['service.b.read']);
        assert.deepEqual(await trail(1), [entries[0], entries[2]]);
      });

      it('makes none of them where one fails, when asked to', async () => {
        const requests = [removal(1, 'odd one'), removal(9, 'x'), removal(2, 'service.b.read')];
        const outcomes = await changeAll(requests, { atomic: true });
        assertEach(outcomes, ({ type }) => type, ['made', 'user-not-found', 'made']);
        for (const outcome of outcomes) assert.ok(!('entry' in outcome));
        assertContains(await held(1), 'odd one');
        assert.deepEqual(await trail(1), []);
        assert.deepEqual(await types(requests.slice(0, 1), { atomic: true }), ['made']);
        assertLacks(await held(1), 'odd one');
      });

      it('makes none of them in a dry run, and reports what it would have done', async () => {
        const requests = [removal(1, 'odd one'), removal(1, 'odd one')];
        const outcomes = await changeAll(requests, { dryRun: true });
        assertEach(outcomes, (outcome) => outcome.type === 'made' && outcome.change.removed, [
          ['odd one'],
          [],
        ]);
        for (const outcome of outcomes) assert.ok(!('entry' in outcome));
        assertContains(await held(1), 'odd one');
        assert.deepEqual(await trail(1), []);
        assert.equal((await change(1, 'remove', [])).id, start + 1);
      });

      it('makes a change only while the entry it was planned on is the newest of the user', async () => {
        const { id: newestOf2 } = await change(2, 'remove', ['none']);
        const { id: newestOf1 } = await change(1, 'remove', ['none']);
        const plannedOn = (id: number, n: number, ...requested: string[]) => ({
          ...removal(n, ...requested),
          asOf: id,
        });
        const [unplanned] = await changeAll([removal(1, 'odd one')], { dryRun: true });
        assertIncludes(unplanned, { type: 'made', newestEntryId: newestOf1 });
        for (const dryRun of [true, false]) {
          const [older, unknown] = await changeAll(
            [plannedOn(newestOf2, 1, 'odd one'), plannedOn(newestOf1 + 1, 2, 'none')],
            { dryRun },
          );
          assertIncludes(older, { type: 'outdated' });
          assertIncludes(unknown, { type: 'outdated', isUnknownEntry: true });
        }
        const planned = [
          plannedOn(newestOf2, 2, 'none'),
          // An entry of the call itself does not count.
          plannedOn(newestOf1, 1, 'odd one'),
          plannedOn(newestOf1, 1, 'service.a.*'),
        ];
        assert.deepEqual(await types(planned), ['made', 'made', 'made']);
        assert.deepEqual(await held(1), ['service.b.read']);
        assert.deepEqual(await types([plannedOn(newestOf1, 1, 'service.b.read')]), ['outdated']);
      });
    });

    it(`refuses what would go above ${PERMISSIONS_PER_USER} permissions`, async () => {
      const many = Array.from({ length: PERMISSIONS_PER_USER }, (_, n) => `service.m.${n}`);
      await change(2, 'set', many);
      const [refused] = await changeAll([aRequest(2, 'add', ['service.one'])]);
      const count = PERMISSIONS_PER_USER + 1;
      assert.deepEqual(refused, { type: 'too-many-permissions', user: anId(2), count });
      assert.deepEqual(await held(2), many);
    });

    describe('with admins', () => {
      const adminPermission = 'service.b.read' as Permission;
      const removal = (n: number, ...requested: string[]) => aRequest(n, 'remove', requested);

      it('removes every admin except the last, when asked to', async () => {
        const requests = [removal(1, 'service.b.read'), removal(2, 'service.b.*'), removal(2, 'other')];
        const careful = { adminPermission, keepAdmin: true };
        assert.deepEqual(await types(requests, { ...careful, dryRun: true }), [
          'made',
          'no-admin-left',
          'made',
        ]);
        assertContains(await types(requests, { ...careful, atomic: true }), 'no-admin-left');
        assertContains(await held(1), 'service.b.read');
        assert.deepEqual(await types(requests, careful), ['made', 'no-admin-left', 'made']);
        assert.deepEqual(await held(2), ['service.b.read']);
      });

      it('counts admins whom no change names', async () => {
        const careful = { adminPermission, keepAdmin: true };
        assert.deepEqual(await types([removal(1, 'service.b.read')], careful), ['made']);
        assert.deepEqual(await types([removal(2, 'service.b.read')], careful), ['no-admin-left']);
        const [last] = await changeAll([removal(2, 'service.b.read')], { adminPermission });
        assertIncludes(last, { type: 'made', leavesNoAdmin: true });
      });

      it('keeps one of two admins who are removed concurrently by two calls', async () => {
        const careful = { ...AS_IT_COMES, adminPermission, keepAdmin: true };
        const calls = [removal(1, 'service.b.read'), aRequest(3, 'add', ['x']), removal(2, 'service.b.read')];
        const outcomes = await Promise.all(
          calls.map(async (request) => (await okOf(stores.permissions.change([request], careful)))[0]?.type),
        );
        assertSameMembers(outcomes, ['made', 'user-not-found', 'no-admin-left']);
      });
    });

    describe('with an actor', () => {
      const actor = (given: Partial<Actor> = {}): Actor => ({
        userId: anId(2),
        mustHold: 'service.b.read' as Permission,
        ...given,
      });
      const asked = (given: Partial<Actor>, ...requests: ChangeRequest[]) =>
        stores.permissions.change(requests, { ...AS_IT_COMES, actor: actor(given) });
      const refusal = async (given: Partial<Actor>) => {
        const refused = await errorOf(asked(given, aRequest(1, 'remove', ['odd one'])));
        assertContains(await held(1), 'odd one');
        assert.deepEqual(await trail(1), []);
        return refused;
      };

      it('judges time by the clock that it was opened with alone', async () => {
        for (const time of ['1999-12-31T23:59:59.999Z', '2038-01-19T03:14:08Z']) {
          now = new Date(time);
          assert.deepEqual(await refusal({ validUntil: now }), {
            type: 'actor-refused',
            reason: 'expired',
          });
          const validUntil = new Date(now.getTime() + 1);
          for (const dryRun of [true, false]) {
            const options = { ...AS_IT_COMES, dryRun, actor: actor({ validUntil }) };
            await okOf(stores.permissions.change([], options));
          }
        }
      });

      it('refuses an actor without the permission, and an unknown actor, in a dry run too', async () => {
        const refusals = [
          [{ mustHold: DEFAULT_ADMIN_PERMISSION }, 'not-granted'],
          [{ userId: anId(9) }, 'unknown'],
        ] as const;
        for (const [given, reason] of refusals) {
          assert.deepEqual(await refusal(given), { type: 'actor-refused', reason });
          const options = { ...AS_IT_COMES, dryRun: true, actor: actor(given) };
          const refused = stores.permissions.change([aRequest(1, 'remove', [])], options);
          assert.deepEqual(await errorOf(refused), { type: 'actor-refused', reason });
        }
      });

      it('checks an actor once, before the first change, so that they can remove their own permission', async () => {
        const outcomes = await asked(
          {},
          aRequest(2, 'remove', ['service.b.read']),
          aRequest(1, 'remove', []),
        );
        assertEach(await okOf(outcomes), ({ type }) => type, ['made', 'made']);
        const refused = await errorOf(asked({}, aRequest(1, 'remove', ['odd one'])));
        assertIncludes(refused, { reason: 'not-granted' });
        assertContains(await held(1), 'odd one');
      });

      const losses = {
        'loses the permission': {
          take: (n: number) => aRequest(n, 'remove', ['service.b.read']),
          give: (n: number) => aRequest(n, 'add', ['service.b.read']),
          reason: 'not-granted',
        },
        'is deactivated': {
          take: (n: number) => aPersonChange(n, { action: 'deactivate' }),
          give: (n: number) => aPersonChange(n, { action: 'activate' }),
          reason: 'unknown',
        },
      };
      for (const [what, { give, reason, take }] of Object.entries(losses)) {
        it(`lets exactly one of two concurrent calls succeed where each actor ${what} by the other`, async () => {
          for (let round = 0; round < 20; round++) {
            const results = await Promise.all(
              [
                [1, 2],
                [2, 1],
              ].map(([by, whom]) => asked({ userId: anId(by as number) }, take(whom as number))),
            );
            assert.equal(results.filter((result) => result.isOk()).length, 1);
            await changeAll([give(1), give(2)]);
          }
        });

        it(`judges an actor who ${what} concurrently before that or after it`, async () => {
          for (let round = 0; round < 20; round++) {
            const removing = stores.permissions.change([take(2)], AS_IT_COMES);
            const asking = asked({}, aRequest(1, 'add', [`service.m${round}`]));
            await okOf(removing);
            const answer = await asking;
            const [newest, last] = await okOf(stores.audit.list({ limit: 2, newestFirst: true }));
            if (answer.isOk()) {
              assert.deepEqual(
                [last?.userId, newest?.userId],
                [anId(1), anId(2)],
                'the entries in their order',
              );
            } else {
              assert.deepEqual(answer.error, { type: 'actor-refused', reason });
              assert.equal(newest?.userId, anId(2));
              assertLacks(await held(1), `service.m${round}`);
            }
            await changeAll([give(2)]);
          }
        });
      }
    });

    itMakesAllOrNothing(it, 'a call', options, () => stores, {
      make: (n) => {
        const requests = [
          aRequest(1, 'add', [`service.m${n}`]),
          aRequest(2, 'remove', ['service.b.read']),
          aLink(2, 'link', anIdentity(`id-${n}`)),
          aRequest(2, 'add', ['service.b.read']),
        ];
        return stores.permissions.change(requests, AS_IT_COMES);
      },
      read: async (n) => {
        const [linked] = await changeAll([aLink(1, 'link', anIdentity(`id-${n}`))], { dryRun: true });
        return {
          sets: [await held(1), await held(2)],
          owner: linked?.type === 'identity-taken' ? linked.owner : undefined,
          newestEntry: await newestEntryId(stores.audit),
        };
      },
      made: ({ newestEntry, sets: [one = [], two = []] }, n) => ({
        sets: [[...one, `service.m${n}`], two],
        owner: anId(2),
        newestEntry: newestEntry + 4,
      }),
    });

    it('loses no change of many that are made concurrently', async () => {
      const names = Array.from({ length: 50 }, (_, n) => `service.m${n}.read`);
      await Promise.all(names.map((name) => change(1, 'add', [name])));
      assertSameMembers(await held(1), [...user.permissions, ...names]);

      const entries = await trail(1);
      assert.equal(entries.length, 50);
      for (const [index, entry] of entries.slice(1).entries()) {
        assert.deepEqual(entry.before, entries[index]?.after);
        assert.equal(entry.id, (entries[index]?.id ?? 0) + 1);
      }
    });
  });
}

function describeFailure<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used>,
): void {
  describeFailingStore('PermissionStore', open, options, ({ permissions }) => {
    const change = (request: ChangeRequest, more: Partial<ChangeOptions> = {}) =>
      permissions.change([request], { ...AS_IT_COMES, ...more });
    return {
      find: () => permissions.find(anId(1)),
      change: () => change(aRequest(1, 'add', ['service.a'])),
      'change, of an identity,': () => change(aLink(1, 'link', anIdentity('a'))),
      'change, as a dry run,': () => change(aRequest(1, 'add', ['service.a']), { dryRun: true }),
    };
  });
}

function describeTwoOpenings<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used>,
): void {
  const users = [aUser(1), aUser(2, { permissions: [DEFAULT_ADMIN_PERMISSION] })];
  describeStoreOpenedTwice('PermissionStore', open, options, users, (it, both) => {
    const held = async ({ permissions }: OpenedStore<Used>, n: number) => [
      ...(await okOf(permissions.find(anId(n)))),
    ];

    it('shows in each opening immediately what the other changed, and continues from there', async () => {
      for (const { n, reader, writer } of writersAndReaders(both())) {
        const before = await held(reader, 1);
        const entry = await makeChange(writer.permissions, 1, 'add', [`service.m${n}`]);
        assert.deepEqual(await held(reader, 1), [...before, `service.m${n}`]);
        assert.deepEqual(
          await okOf(reader.audit.list({ userId: anId(1), afterId: entry.id - 1, limit: 2 })),
          [entry],
        );
      }
      for (const { n, reader, writer } of writersAndReaders(both())) {
        const identity = anIdentity(`id-${n}`);
        await okOf(writer.permissions.change([aLink(1, 'link', identity)], AS_IT_COMES));
        const [taken] = await okOf(reader.permissions.change([aLink(2, 'link', identity)], AS_IT_COMES));
        assertIncludes(taken, { type: 'identity-taken', owner: anId(1) });
      }
      await assertSound(both()[0].audit, aSigner());
    });

    it('judges the actor in each opening by what the other changed', async () => {
      const [one, other] = both();
      const actor: Actor = { userId: anId(2), mustHold: DEFAULT_ADMIN_PERMISSION };
      const asked = () => one.permissions.change([aRequest(1, 'add', ['x'])], { ...AS_IT_COMES, actor });
      await okOf(asked());
      await changePerson(other.permissions, 2, { action: 'deactivate' });
      assertIncludes(await errorOf(asked()), { type: 'actor-refused', reason: 'unknown' });
      await changePerson(other.permissions, 2, { action: 'activate' });
      await makeChange(other.permissions, 2, 'remove', [DEFAULT_ADMIN_PERMISSION]);
      assertIncludes(await errorOf(asked()), { type: 'actor-refused', reason: 'not-granted' });
    });

    it('loses no change of many that both make concurrently', async () => {
      const names = Array.from({ length: 20 }, (_, n) => `service.m${n}`);
      await Promise.all(
        names.map((name, n) => makeChange(both()[n % 2 ? 1 : 0].permissions, 1, 'add', [name])),
      );
      for (const opened of both()) assertSameMembers(await held(opened, 1), names);
      await assertSound(both()[0].audit, aSigner());
    });
  });
}

function describeBadArguments<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used>,
): void {
  const request = aRequest(1, 'remove', ['service.a']);
  const { change, draft } = request;
  const { afterEach, beforeEach, describe, it } = runnerOf(options);
  describe('PermissionStore contract: arguments that the types do not allow', () => {
    let stores: Opened;
    let start: number;
    beforeEach(async () => {
      stores = await open({ users: [aUser(1, { permissions: ['service.a'] })], signer: aSigner() });
      start = await newestEntryId(stores.audit);
    });
    afterEach(() => stores.close());

    const rejects = async (calls: BadCalls<'permissions'>) => {
      await assertRejected(stores, calls, async (what) => {
        assert.deepEqual([...(await okOf(stores.permissions.find(anId(1))))], ['service.a'], what);
        assert.equal(await newestEntryId(stores.audit), start, what);
      });
      assert.equal((await makeChange(stores.permissions, 1, 'remove', [])).id, start + 1);
      await assertSound(stores.audit, aSigner());
    };

    it('rejects what is not a user, a list of changes or options', async () => {
      await rejects({
        'find without an id': ({ permissions }) => permissions.find(),
        'find of null': ({ permissions }) => permissions.find(null),
        'find of a symbol': ({ permissions }) => permissions.find(Symbol('id')),
        'change of nothing': ({ permissions }) => permissions.change(),
        'change without options': ({ permissions }) => permissions.change([request]),
        'change without a request': ({ permissions }) => permissions.change([undefined], AS_IT_COMES),
      });
    });

    const invalid = {
      'a symbol for a user': { ...request, userId: Symbol('id') },
      'no change': { ...request, change: undefined },
      'an unknown action': { ...request, change: { ...change, action: 'take' } },
      'a number for a permission': { ...request, change: { action: 'set', permissions: ['a', 1] } },
      'half an identity': { ...request, change: { action: 'link', identity: { issuer: 'i' } } },
      'no person to create': { ...request, change: { action: 'create', permissions: [] } },
      'no draft': { userId: anId(1), change },
    };
    /** A dry run writes no entry, and does not look at the draft of one. */
    const invalidDrafts = {
      'no actor in the draft': { ...request, draft: { ...draft, actor: undefined } },
      'a number for the time in the draft': { ...request, draft: { ...draft, time: 5 } },
    };
    for (const dryRun of [false, true]) {
      it(`rejects an invalid request${dryRun ? ' in a dry run too' : ''}, and makes none of the others`, async () => {
        const calls = Object.entries({ ...invalid, ...(dryRun ? {} : invalidDrafts) }).map(
          ([what, bad]): [string, BadCalls<'permissions'>[string]] => [
            `change with ${what}`,
            ({ permissions }) => permissions.change([request, bad], { ...AS_IT_COMES, dryRun }),
          ],
        );
        await rejects(Object.fromEntries(calls));
      });
    }

    it('finds no user by a text that is not an id', async () => {
      for (const text of ['', 'x', '\0', '\ud800', `'; drop table users; --`]) {
        const error = await errorOf(stores.permissions.find(text as ReturnType<typeof anId>));
        assert.deepEqual(error, { type: 'user-not-found', user: text });
      }
    });
  });
}
