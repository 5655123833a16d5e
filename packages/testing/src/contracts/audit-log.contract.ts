import assert from 'node:assert/strict';
import type { AuditEntry, AuditQuery, ObjectId } from '@ops-admin/core';
import { compareCodePoints } from '@ops-admin/core/adapter';
import {
  AS_IT_COMES,
  anId,
  anIdentity,
  aRequest,
  aSigner,
  aTime,
  aUser,
  changeLink,
  makeChange,
} from '../fixtures.js';
import { assertEach, assertIncludes, assertSound, okOf } from './assertions.js';
import { assertRejected, type BadCalls } from './bad-arguments.js';
import { describeFailingStore } from './failing-store.js';
import { checkingRunner, runnerOf } from './runner.js';
import { describeStoreOpenedTwice, writersAndReaders } from './store-opened-twice.js';
import type { OpenedStore, OpenStore, StoreSuiteOptions } from './store-suite.js';

type Used = 'audit' | 'permissions';

/** The tests that every {@link AuditLog} must pass. After each test the trail must be sound. */
export function auditLogContract<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used> = {},
): void {
  describeFailingStore('AuditLog', open, options, ({ audit }) => ({
    list: () => audit.list({ limit: 1 }),
    find: () => audit.find(1),
    batches: () => audit.batches({ limit: 1 }),
    entriesOf: () => audit.entriesOf([{ userId: anId(1), afterId: 0 }]),
    newestId: () => audit.newestId(),
    namedPermissions: () => audit.namedPermissions(),
  }));
  describeTwoOpenings(open, options);

  const { afterEach, beforeEach, describe, it } = checkingRunner(runnerOf(options), () =>
    assertSound(stores.audit, aSigner()),
  );
  let stores: Opened;
  describe('AuditLog contract', () => {
    beforeEach(async () => {
      stores = await open({ users: [aUser(1), aUser(2)], signer: aSigner() });
      for (const n of [1, 2, 3, 4]) {
        await makeChange(stores.permissions, n === 3 ? 2 : 1, 'remove', [], { time: aTime(n) });
      }
    });
    afterEach(() => stores.close());

    const times = async (query: AuditQuery) => (await okOf(stores.audit.list(query))).map(({ time }) => time);

    it('names each string that was added or removed', async () => {
      assert.deepEqual(await okOf(stores.audit.namedPermissions()), []);
      const odd = ['"', '😀 "', 'Ünïcode'];
      await makeChange(stores.permissions, 1, 'set', ['service.b.read', ...odd]);
      await makeChange(stores.permissions, 2, 'set', ['service.b.read', 'service.a']);
      await makeChange(stores.permissions, 1, 'remove', ['service.b.read', 'service.never.held']);
      const named = ['service.a', 'service.b.read', ...odd].sort(compareCodePoints);
      assert.deepEqual(await okOf(stores.audit.namedPermissions()), named);
      const among = ['service.never.held', 'service.a', '"'];
      assert.deepEqual(await okOf(stores.audit.namedPermissions(among)), ['"', 'service.a']);
    });

    it('rejects arguments that the types do not allow', async () => {
      const calls: BadCalls<'audit'> = {
        'list of nothing': ({ audit }) => audit.list(),
        'list of no number': ({ audit }) => audit.list({ limit: Number.NaN }),
        'list of a symbol': ({ audit }) => audit.list({ limit: 1, actor: Symbol('actor') }),
        'find of a text': ({ audit }) => audit.find('one'),
        'batches of nothing': ({ audit }) => audit.batches(),
        'namedPermissions of a symbol': ({ audit }) => audit.namedPermissions([Symbol('string')]),
        'list until no number': ({ audit }) => audit.list({ limit: 1, untilId: Number.NaN }),
        'entriesOf nobody': ({ audit }) => audit.entriesOf([{ afterId: 1 }]),
        'entriesOf no number': ({ audit }) => audit.entriesOf([{ userId: anId(1), afterId: Number.NaN }]),
      };
      await assertRejected(stores, calls, async () => {});
    });

    it('lists entries oldest first', async () => {
      assert.deepEqual(await times({ limit: 10 }), [1, 2, 3, 4].map(aTime));
    });

    it('returns the entries of several users, after one of each', async () => {
      const [first] = await okOf(stores.audit.list({ limit: 1 }));
      const afterId = first?.id as number;
      const users = [
        { userId: anId(2), afterId: 0 },
        { userId: anId(1), afterId },
        { userId: anId(9), afterId: 0 },
        { userId: '\ud800' as ObjectId, afterId: 0 },
      ];
      const entries = await okOf(stores.audit.entriesOf(users));
      assert.deepEqual(entries, (await okOf(stores.audit.list({ limit: 10 }))).slice(1));
      assert.deepEqual(await okOf(stores.audit.entriesOf([])), []);
    });

    it('lists the entries that match every part of a query', async () => {
      await makeChange(stores.permissions, 1, 'set', ['service.a', 'b'], {
        time: aTime(9),
        actor: 'cli:root',
        source: 'cli',
        batch: 'run-1',
        reason: 'left',
      });
      await makeChange(stores.permissions, 1, 'remove', ['b'], { time: aTime(10) });
      const matching = async (query: Partial<AuditQuery>, ...seconds: number[]) =>
        assert.deepEqual(await times({ limit: 10, ...query }), seconds.map(aTime), JSON.stringify(query));
      await matching({ userId: anId(1) }, 1, 2, 4, 9, 10);
      await matching({ userId: anId(9) });
      await matching({ actor: 'cli:root' }, 9);
      await matching({ actor: 'cli' });
      await matching({ source: 'cli' }, 9);
      await matching({ batch: 'run-1' }, 9);
      await matching({ batch: 'run-2' });
      await matching({ permission: 'b' }, 9, 10);
      await matching({ permission: 'service.a' }, 9);
      await matching({ permission: 'service' });
      await matching({ module: 'a' }, 9);
      await matching({ module: 'service' });
      await matching({ action: 'set' }, 9);
      await matching({ action: 'add' });
      await matching({ since: aTime(3) }, 3, 4, 9, 10);
      await matching({ until: aTime(3) }, 1, 2, 3);
      await matching({ since: aTime(2), until: aTime(9), userId: anId(1) }, 2, 4, 9);
      await matching({ permission: 'b', actor: anId(1) }, 10);
    });

    it('lists the entries that changed anything, or those that did not', async () => {
      await makeChange(stores.permissions, 1, 'add', ['service.a'], { time: aTime(5) });
      await makeChange(stores.permissions, 1, 'add', ['service.a'], { time: aTime(6) });
      await changeLink(stores.permissions, 1, 'link', anIdentity('one'), { time: aTime(7) });
      await changeLink(stores.permissions, 1, 'unlink', anIdentity('one'), { time: aTime(8) });
      assert.deepEqual(await times({ limit: 10, changed: true }), [5, 7, 8].map(aTime));
      assert.deepEqual(await times({ limit: 10, changed: false }), [1, 2, 3, 4, 6].map(aTime));
      assert.deepEqual(await times({ limit: 1, changed: true, newestFirst: true, action: 'add' }), [
        aTime(5),
      ]);
    });

    it('lists the entries about an identity, whichever user has it', async () => {
      const one = anIdentity('one');
      const links = [
        [1, 'link', one],
        [2, 'link', anIdentity('two')],
        [1, 'unlink', one],
        [2, 'link', one],
      ] as const;
      for (const [index, [n, action, identity]] of links.entries())
        await changeLink(stores.permissions, n, action, identity, { time: aTime(index + 5) });
      assert.deepEqual(await times({ limit: 10, identity: one }), [5, 7, 8].map(aTime));
      assert.deepEqual(await times({ limit: 10, identity: one, userId: anId(2) }), [aTime(8)]);
      assert.deepEqual(await times({ limit: 10, identity: { ...one, issuer: 'urn:other' } }), []);
      assert.deepEqual(await times({ limit: 10, identity: { ...one, subject: 'ONE\0' } }), []);
    });

    it('lists the entries with a part of a reason, without regard to case', async () => {
      const reasons = ['Left the TEAM', 'Straße 100%', 'ΟΔΟΣ', 'élan_\\'];
      for (const [n, reason] of reasons.entries()) {
        await makeChange(stores.permissions, 1, 'add', [], { time: aTime(n + 5), reason });
      }
      const found = async (reason: string) =>
        (await okOf(stores.audit.list({ limit: 10, reason }))).map((entry) => entry.reason);
      assert.deepEqual(await found('left the team'), ['Left the TEAM']);
      assert.deepEqual(await found('STRASSE'), ['Straße 100%']);
      assert.deepEqual(await found('0%'), ['Straße 100%']);
      assert.deepEqual(await found('οδοσ'), ['ΟΔΟΣ']);
      assert.deepEqual(await found('ÉLAN'), ['élan_\\']);
      for (const none of ['elan', '%%', 'team left', 'l_an', '\0']) {
        assert.deepEqual(await found(none), [], none);
      }
      assert.deepEqual(await found('_\\'), ['élan_\\']);
      assert.deepEqual(await found(''), reasons);
    });

    describe('lists batches', () => {
      const change = (n: number, second: number, batch: string, given: object = {}) =>
        makeChange(stores.permissions, n, 'add', [`service.m${second}`], {
          time: aTime(second),
          batch,
          ...given,
        });
      const names = async (query: { before?: number; limit: number }) =>
        (await okOf(stores.audit.batches(query))).map(({ batch }) => batch);

      it('with their first and last time, and all else of their last entry, the newest first', async () => {
        assert.deepEqual(await okOf(stores.audit.batches({ limit: 9 })), []);
        await change(1, 10, 'one', { actor: 'cli:root', source: 'cli', reason: 'begun' });
        await change(2, 11, 'two');
        await change(1, 13, 'one', { actor: 'cli:root', source: 'cli', reason: 'begun' });
        const last = await change(2, 12, 'one', { actor: 'cli:ada', source: 'import', reason: 'gone on' });
        assert.deepEqual(await okOf(stores.audit.batches({ limit: 9 })), [
          {
            batch: 'one',
            actor: 'cli:ada',
            source: 'import',
            reason: 'gone on',
            action: 'add',
            requested: ['service.m12'],
            since: aTime(10),
            until: aTime(13),
            entries: 3,
            users: 2,
            undone: 0,
            newestId: last.id,
          },
          {
            batch: 'two',
            actor: anId(1),
            source: 'http',
            action: 'add',
            requested: ['service.m11'],
            since: aTime(11),
            until: aTime(11),
            entries: 1,
            users: 1,
            undone: 0,
            newestId: last.id - 2,
          },
        ]);
      });

      it('with the number of entries that are undone', async () => {
        const { id } = await change(1, 10, 'one');
        await change(2, 11, 'one');
        await change(1, 12, 'two', { reverts: id });
        const batches = await okOf(stores.audit.batches({ limit: 9 }));
        assertEach(batches, ({ batch, undone }) => [batch, undone], [
          ['two', 0],
          ['one', 1],
        ]);
      });

      it('a page at a time', async () => {
        for (const [n, batch] of ['a', 'b', 'c', 'b', 'd'].entries()) await change(1, 10 + n, batch);
        assert.deepEqual(await names({ limit: 9 }), ['d', 'b', 'c', 'a']);
        const page = await okOf(stores.audit.batches({ limit: 2 }));
        assertEach(page, ({ batch }) => batch, ['d', 'b']);
        const before = page.at(-1)?.newestId ?? 0;
        assert.deepEqual(await names({ limit: 2, before }), ['c', 'a']);
        assert.deepEqual(await names({ limit: 2, before: 1 }), []);
      });
    });

    it('lists the newest first, and pages from there', async () => {
      assert.deepEqual(await times({ limit: 3, newestFirst: true }), [4, 3, 2].map(aTime));
      const [, second] = await okOf(stores.audit.list({ limit: 2, newestFirst: true }));
      assert.deepEqual(
        await times({ limit: 9, newestFirst: true, afterId: second?.id as number }),
        [2, 1].map(aTime),
      );
    });

    it('finds an entry by its id, and the newest id', async () => {
      const [, second] = await okOf(stores.audit.list({ limit: 2 }));
      assert.deepEqual(await okOf(stores.audit.find(second?.id as number)), second);
      assert.equal(await okOf(stores.audit.newestId()), 4);
      for (const id of [0, 99, -1]) assert.equal(await okOf(stores.audit.find(id)), undefined);
    });

    it('returns each entry with the sets before and after it, however old', async () => {
      const change = (...[n, action, permissions]: Parameters<typeof aRequest>) =>
        makeChange(stores.permissions, n, action, permissions);
      const made = [];
      for (let n = 0; n < 250; n++) {
        made.push(await change(1, n % 3 === 2 ? 'remove' : 'add', [`service.m${n % 7}.a`]));
        if (n % 50 === 0) made.push(await change(1, 'set', [`x${n}`, 'z', 'a', 'service.m1.a']));
      }
      const all = await okOf(stores.audit.list({ limit: 1000 }));
      assert.deepEqual(all.slice(4), made);
      for (const entry of [made[3], made[120], made.at(-1)]) {
        assert.deepEqual(await okOf(stores.audit.find(entry?.id as number)), entry);
      }
      const some = await okOf(stores.audit.list({ limit: 3, newestFirst: true, afterId: 150 }));
      assert.deepEqual(some, all.slice(146, 149).reverse());
    });

    it('has a signature on the last entry of each call, and on no other', async () => {
      const requests = [1, 2, 1].map((n) => aRequest(n, 'add', [`service.m${n}`], { batch: 'run-1' }));
      await okOf(stores.permissions.change(requests, AS_IT_COMES));
      const entries = await okOf(stores.audit.list({ limit: 10 }));
      // The third of them changes nothing, so it has no entry.
      assertEach(
        entries,
        ({ seal }) => [seal.keyId, seal.signature !== undefined],
        [1, 2, 3, 4, 5, 6].map((id) => (id === 5 ? [undefined, false] : ['key', true])),
      );
    });

    it('pages by the last id', async () => {
      const [, second] = await okOf(stores.audit.list({ limit: 2 }));
      assert.deepEqual(await times({ limit: 2, afterId: second?.id as number }), [3, 4].map(aTime));
      assert.deepEqual(await times({ limit: 1, afterId: second?.id as number, userId: anId(1) }), [aTime(4)]);
    });

    it('leaves out parts of the origin that a draft does not have', async () => {
      const { draft, ...request } = aRequest(2, 'remove', [], { actor: 'cli:root', source: 'cli' });
      const { requestId: _, ...known } = draft;
      await stores.permissions.change([{ ...request, draft: known }], AS_IT_COMES);
      const entry = (await okOf(stores.audit.list({ limit: 10 }))).at(-1);
      assertIncludes(entry, { actor: 'cli:root', source: 'cli' });
      for (const name of ['requestId', 'reason']) assert.ok(entry && !(name in entry), name);
    });
  });
}

function describeTwoOpenings<Opened extends OpenedStore<Used>>(
  open: OpenStore<Opened>,
  options: StoreSuiteOptions<Opened, Used>,
): void {
  describeStoreOpenedTwice('AuditLog', open, options, [aUser(1)], (it, both) => {
    it('shows in each opening immediately what the other wrote', async () => {
      const made: AuditEntry[] = [];
      for (const { n, reader, writer } of writersAndReaders(both())) {
        const batch = `run-${n}`;
        const read = async () => ({
          entries: await okOf(reader.audit.list({ limit: 9 })),
          newest: await okOf(reader.audit.find(n)),
          newestId: await okOf(reader.audit.newestId()),
          run: (await okOf(reader.audit.batches({ limit: 1 })))[0]?.batch,
        });
        assert.equal((await read()).newest, undefined);
        const entry = await makeChange(writer.permissions, 1, 'add', [`service.m${n}`], { batch });
        made.push(entry);
        assert.deepEqual(await read(), {
          entries: made,
          newest: entry,
          newestId: entry.id,
          run: batch,
        });
      }
    });
  });
}
