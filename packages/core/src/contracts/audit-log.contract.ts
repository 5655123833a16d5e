import { expect } from 'chai';
import { AS_IT_COMES, aDraft, anId, aRequest, aTime, aUser, makeChange } from '../fakes/fixtures.js';
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
      expect(await times({ ...all, since: aTime(3) })).to.deep.equal(at(3, 4, 9, 10));
      expect(await times({ ...all, until: aTime(3) })).to.deep.equal(at(1, 2, 3));
      expect(await times({ ...all, since: aTime(2), until: aTime(9), userId: anId(1) })).to.deep.equal(
        at(2, 4, 9),
      );
      expect(await times({ ...all, permission: 'b', actor: anId(1) })).to.deep.equal(at(10));
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
