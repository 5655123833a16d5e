import { expect } from 'chai';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  anIdentity,
  aRequest,
  aTime,
  aUser,
  changeLink,
  makeChange,
} from '../fakes/fixtures.js';
import type { AuditQuery } from '../index.js';
import type { OpenOrganisation } from './open-organisation.js';

/** What every {@link AuditLog} keeps to; `open` gives an empty organisation. */
export function auditLogContract(open: OpenOrganisation): void {
  describe('AuditLog contract', () => {
    let stores: Awaited<ReturnType<OpenOrganisation>>;

    beforeEach(async () => {
      stores = await open();
      (
        await stores.organisation.importUsers([aUser(1), aUser(2)], { ...aDraft(), action: 'set' })
      )._unsafeUnwrap();
      for (const n of [1, 2, 3, 4]) {
        await makeChange(stores.permissions, n === 3 ? 2 : 1, 'remove', [], { time: aTime(n) });
      }
    });
    afterEach(() => stores.close());

    const times = async (query: AuditQuery) =>
      (await stores.audit.list(query))._unsafeUnwrap().map(({ time }) => time);

    it('lists entries oldest first', async () => {
      expect(await times({ limit: 10 })).to.deep.equal([1, 2, 3, 4].map(aTime));
    });

    it('lists the entries of one user', async () => {
      expect(await times({ limit: 10, userId: anId(1) })).to.deep.equal([1, 2, 4].map(aTime));
      expect(await times({ limit: 10, userId: anId(9) })).to.deep.equal([]);
    });

    it('lists the entries that have everything asked for', async () => {
      await makeChange(stores.permissions, 1, 'set', ['service.a', 'b'], {
        time: aTime(9),
        actor: 'cli:root',
        source: 'cli',
        batch: 'run-1',
        reason: 'left',
      });
      await makeChange(stores.permissions, 1, 'remove', ['b'], { time: aTime(10) });
      const at = (...seconds: number[]) => seconds.map(aTime);
      const all = { limit: 10 };
      expect(await times({ ...all, actor: 'cli:root' })).to.deep.equal(at(9));
      expect(await times({ ...all, actor: 'cli' })).to.deep.equal([]);
      expect(await times({ ...all, source: 'cli' })).to.deep.equal(at(9));
      expect(await times({ ...all, batch: 'run-1' })).to.deep.equal(at(9));
      expect(await times({ ...all, batch: 'run-2' })).to.deep.equal([]);
      expect(await times({ ...all, permission: 'b' })).to.deep.equal(at(9, 10));
      expect(await times({ ...all, permission: 'service.a' })).to.deep.equal(at(9));
      expect(await times({ ...all, permission: 'service' })).to.deep.equal([]);
      expect(await times({ ...all, module: 'a' })).to.deep.equal(at(9));
      expect(await times({ ...all, module: 'service' })).to.deep.equal([]);
      expect(await times({ ...all, action: 'set' })).to.deep.equal(at(9));
      expect(await times({ ...all, action: 'add' })).to.deep.equal([]);
      expect(await times({ ...all, since: aTime(3) })).to.deep.equal(at(3, 4, 9, 10));
      expect(await times({ ...all, until: aTime(3) })).to.deep.equal(at(1, 2, 3));
      expect(await times({ ...all, since: aTime(2), until: aTime(9), userId: anId(1) })).to.deep.equal(
        at(2, 4, 9),
      );
      expect(await times({ ...all, permission: 'b', actor: anId(1) })).to.deep.equal(at(10));
    });

    it('lists the entries that changed anything, or those that did not', async () => {
      await makeChange(stores.permissions, 1, 'add', ['service.a'], { time: aTime(5) });
      await makeChange(stores.permissions, 1, 'add', ['service.a'], { time: aTime(6) });
      await changeLink(stores.permissions, 1, 'link', anIdentity('one'), { time: aTime(7) });
      await changeLink(stores.permissions, 1, 'unlink', anIdentity('one'), { time: aTime(8) });
      expect(await times({ limit: 10, changed: true })).to.deep.equal([5, 7, 8].map(aTime));
      expect(await times({ limit: 10, changed: false })).to.deep.equal([1, 2, 3, 4, 6].map(aTime));
      expect(await times({ limit: 1, changed: true, newestFirst: true, action: 'add' })).to.deep.equal([
        aTime(5),
      ]);
    });

    it('lists the entries with a part of a reason, without regard to case', async () => {
      const reasons = ['Left the TEAM', 'Straße 100%', 'ΟΔΟΣ', 'élan_\\'];
      for (const [n, reason] of reasons.entries()) {
        await makeChange(stores.permissions, 1, 'add', [], { time: aTime(n + 5), reason });
      }
      const found = async (reason: string) =>
        (await stores.audit.list({ limit: 10, reason }))._unsafeUnwrap().map((entry) => entry.reason);
      expect(await found('left the team')).to.deep.equal(['Left the TEAM']);
      expect(await found('STRASSE')).to.deep.equal(['Straße 100%']);
      expect(await found('0%')).to.deep.equal(['Straße 100%']);
      expect(await found('οδοσ')).to.deep.equal(['ΟΔΟΣ']);
      expect(await found('ÉLAN')).to.deep.equal(['élan_\\']);
      for (const none of ['elan', '%%', 'team left', 'l_an', '\0']) {
        expect(await found(none), none).to.deep.equal([]);
      }
      expect(await found('_\\')).to.deep.equal(['élan_\\']);
      expect(await found('')).to.deep.equal(reasons);
    });

    describe('lists runs', () => {
      const change = (n: number, second: number, batch: string, given: object = {}) =>
        makeChange(stores.permissions, n, 'add', [`service.m${second}`], {
          time: aTime(second),
          batch,
          ...given,
        });
      const names = async (query: { beforeId?: number; limit: number }) =>
        (await stores.audit.batches(query))._unsafeUnwrap().map(({ batch }) => batch);

      it('with who made them and what they left, the newest first', async () => {
        expect((await stores.audit.batches({ limit: 9 }))._unsafeUnwrap()).to.deep.equal([]);
        await change(1, 10, 'one', { actor: 'cli:root', source: 'cli', reason: 'begun' });
        await change(2, 11, 'two');
        await change(1, 13, 'one', { actor: 'cli:root', source: 'cli', reason: 'begun' });
        const last = await change(2, 12, 'one', { actor: 'cli:ada', source: 'import', reason: 'gone on' });
        expect((await stores.audit.batches({ limit: 9 }))._unsafeUnwrap()).to.deep.equal([
          {
            batch: 'one',
            actor: 'cli:ada',
            source: 'import',
            reason: 'gone on',
            since: aTime(10),
            until: aTime(13),
            entries: 3,
            users: 2,
            newestId: last.id,
          },
          {
            batch: 'two',
            actor: anId(1),
            source: 'http',
            since: aTime(11),
            until: aTime(11),
            entries: 1,
            users: 1,
            newestId: last.id - 2,
          },
        ]);
      });

      it('a page at a time', async () => {
        for (const [n, batch] of ['a', 'b', 'c', 'b', 'd'].entries()) await change(1, 10 + n, batch);
        expect(await names({ limit: 9 })).to.deep.equal(['d', 'b', 'c', 'a']);
        const page = (await stores.audit.batches({ limit: 2 }))._unsafeUnwrap();
        expect(page.map(({ batch }) => batch)).to.deep.equal(['d', 'b']);
        const beforeId = page.at(-1)?.newestId ?? 0;
        expect(await names({ limit: 2, beforeId })).to.deep.equal(['c', 'a']);
        expect(await names({ limit: 2, beforeId: 1 })).to.deep.equal([]);
      });
    });

    it('lists the newest first, and pages from there', async () => {
      expect(await times({ limit: 3, newestFirst: true })).to.deep.equal([4, 3, 2].map(aTime));
      const [, second] = (await stores.audit.list({ limit: 2, newestFirst: true }))._unsafeUnwrap();
      expect(await times({ limit: 9, newestFirst: true, afterId: second?.id as number })).to.deep.equal(
        [2, 1].map(aTime),
      );
    });

    it('finds an entry by its id', async () => {
      const [, second] = (await stores.audit.list({ limit: 2 }))._unsafeUnwrap();
      expect((await stores.audit.find(second?.id as number))._unsafeUnwrap()).to.deep.equal(second);
      for (const id of [0, 99, -1]) expect((await stores.audit.find(id))._unsafeUnwrap()).to.equal(undefined);
    });

    describe('with the sets before and after', () => {
      const change = (
        ...request: Parameters<typeof makeChange> extends [unknown, ...infer Rest] ? Rest : never
      ) => makeChange(stores.permissions, ...request);
      const all = async () => (await stores.audit.list({ limit: 1000 }))._unsafeUnwrap();

      it('tells them for each entry, however long ago', async () => {
        const made = [];
        for (let n = 0; n < 250; n++) {
          made.push(await change(1, n % 3 === 2 ? 'remove' : 'add', [`service.m${n % 7}.a`]));
          if (n % 50 === 0) made.push(await change(1, 'set', [`x${n}`, 'z', 'a', 'service.m1.a']));
        }
        expect((await all()).slice(4)).to.deep.equal(made);
        for (const entry of [made[3], made[120], made.at(-1)]) {
          expect((await stores.audit.find(entry?.id as number))._unsafeUnwrap()).to.deep.equal(entry);
        }
        const some = await stores.audit.list({ limit: 3, newestFirst: true, afterId: 150 });
        expect(some._unsafeUnwrap()).to.deep.equal((await all()).slice(146, 149).reverse());
      });

      it('keeps whole sets seldom, and nothing of them where nothing changed', async () => {
        await change(
          1,
          'set',
          Array.from({ length: 100 }, (_, n) => `service.m${n}`),
        );
        for (let n = 0; n < 150; n++) await change(1, 'remove', ['service.none']);
        for (let n = 0; n < 150; n++) await change(1, n % 2 ? 'remove' : 'add', ['service.one']);
        const kept = (await stores.audit.records(0, 1000))._unsafeUnwrap().filter(({ sets }) => sets);
        expect(kept.length).to.be.within(1, 3);
      });
    });

    it('gives entries as they are kept', async () => {
      const [first, second] = (await stores.audit.records(0, 2))._unsafeUnwrap();
      expect(first).to.include({ id: 1 });
      expect(first?.digests).to.have.keys('before', 'after');
      expect(second?.seal?.previous).to.equal(first?.seal?.digest);
      expect((await stores.audit.records(3, 9))._unsafeUnwrap().map(({ id }) => id)).to.deep.equal([4]);
    });

    it('is a chain from its first entry on', async () => {
      const entries = (await stores.audit.list({ limit: 10 }))._unsafeUnwrap();
      expect(entries.map(({ id }) => id)).to.deep.equal([1, 2, 3, 4]);
      expect(entries.map(({ seal }) => seal?.previous)).to.deep.equal([
        '',
        ...entries.slice(0, -1).map(({ seal }) => seal?.digest),
      ]);
      expect(new Set(entries.map(({ seal }) => seal?.digest)).size).to.equal(4);
    });

    it('pages by the last id', async () => {
      const [, second] = (await stores.audit.list({ limit: 2 }))._unsafeUnwrap();
      expect(await times({ limit: 2, afterId: second?.id as number })).to.deep.equal([3, 4].map(aTime));
      expect(await times({ limit: 1, afterId: second?.id as number, userId: anId(1) })).to.deep.equal([
        aTime(4),
      ]);
    });

    it('leaves out what is not known of the origin', async () => {
      const { draft, ...request } = aRequest(2, 'remove', [], { actor: 'cli:root', source: 'cli' });
      const { requestId: _, ...known } = draft;
      await stores.permissions.change([{ ...request, draft: known }], AS_IT_COMES);
      const entry = (await stores.audit.list({ limit: 10 }))._unsafeUnwrap().at(-1);
      expect(entry).to.include({ actor: 'cli:root', source: 'cli' });
      expect(entry).to.not.have.any.keys('requestId', 'reason');
    });
  });
}
