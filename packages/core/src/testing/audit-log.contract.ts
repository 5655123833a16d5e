import { expect } from 'chai';
import type { AuditQuery } from '../index.js';
import { aDraft, anId, aTime, aUser } from './fixtures.js';
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
        const userId = anId(n === 3 ? 2 : 1);
        await stores.permissions.change(userId, (held) => held.remove([]), aDraft({ time: aTime(n) }));
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

    it('pages by the last id', async () => {
      const [, second] = (await stores.audit.list({ limit: 2 }))._unsafeUnwrap();
      expect(await times({ limit: 2, afterId: second?.id as number })).to.deep.equal([3, 4].map(aTime));
      expect(await times({ limit: 1, afterId: second?.id as number, userId: anId(1) })).to.deep.equal([
        aTime(4),
      ]);
    });

    it('leaves out what is not known of the origin', async () => {
      const { requestId: _, ...draft } = aDraft({ time: aTime(9), actor: 'cli:root', source: 'cli' });
      await stores.permissions.change(anId(2), (held) => held.remove([]), draft);
      const entry = (await stores.audit.list({ limit: 10 }))._unsafeUnwrap().at(-1);
      expect(entry).to.include({ actor: 'cli:root', source: 'cli' });
      expect(entry).to.not.have.any.keys('requestId', 'reason');
    });
  });
}
