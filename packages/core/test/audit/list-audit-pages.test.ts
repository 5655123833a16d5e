import type { AuditListQuery, AuditPage, AuditQuery, Timestamp } from '@ops-admin/core';
import { auditOperations } from '@ops-admin/core/operations';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

/** As many entries of changes as are asked for, of one user who held that much before. */
async function trailOf(entries: number, held: number) {
  const { audit, organisation, permissions, users } = openOrganisation();
  const set = Array.from({ length: held }, (_, n) => `service.a.m${n}`);
  await organisation.importUsers([aUser(1, { permissions: set })], aDraft({ action: 'set' }));
  for (let n = 0; n < entries; n++)
    await makeChange(permissions, 1, n % 2 === 0 ? 'remove' : 'add', ['service.a.m0']);
  const operations = auditOperations({ audit, users });
  const page = async (limit: number, before?: number): Promise<AuditPage> =>
    (
      await operations.list({
        limit,
        user: anId(1),
        action: 'remove',
        ...(before !== undefined && { before }),
      })
    )._unsafeUnwrap();
  return page;
}

const idsIn = ({ entries }: AuditPage) => entries.map(({ id }) => id);

const LONG_AGO = '2000-01-01T00:00:00.000Z' as Timestamp;

describe('A page of the audit log', () => {
  it('has the requested number of entries, and says where the next begins', async () => {
    const page = await trailOf(260, 2);
    const first = await page(120);
    const second = await page(120, first.next ?? undefined);
    expect([first.entries.length, second.entries.length, second.next]).to.deep.equal([120, 10, null]);
    expect([...idsIn(first), ...idsIn(second)]).to.deep.equal(idsIn(await page(130)));
    expect(await page(130)).to.have.property('next', null);
  });

  describe('of a filter that no index serves', () => {
    /** So many users are imported, one entry each, after one who is changed by somebody else. */
    const USERS = 10_100;
    const { audit, organisation, permissions, users } = openOrganisation();
    const operations = auditOperations({ audit, users });
    const list = async (query: AuditListQuery) => (await operations.list(query))._unsafeUnwrap();
    const found = async (query: AuditListQuery) => {
      const { entries, next } = await list(query);
      return [entries.map(({ id }) => id), next];
    };
    before(async () => {
      const all = Array.from({ length: USERS }, (_, n) => aUser(n + 1, { permissions: ['service.a.m0'] }));
      (await organisation.importUsers(all.slice(0, 1), aDraft({ action: 'set' })))._unsafeUnwrap();
      await permissions.change(
        [aRequest(1, 'add', ['service.b.x'], { actor: 'cli:somebody', reason: 'once' })],
        AS_IT_COMES,
      );
      (await organisation.importUsers(all.slice(1), aDraft({ action: 'set' })))._unsafeUnwrap();
    });

    it('reads 10,000 entries, and then continues from there, also without a match', async () => {
      for (const filter of [{ actor: 'cli:somebody' }, { reason: 'once' }, { module: 'b' }]) {
        expect(await found({ ...filter, limit: 5 }), 'the newest first').to.deep.equal([[], 102]);
        expect(await found({ ...filter, limit: 5, before: 102 })).to.deep.equal([[2], null]);
        expect(await found({ ...filter, limit: 5, after: 0 }), 'the oldest first').to.deep.equal([
          [2],
          10_000,
        ]);
        expect(await found({ ...filter, limit: 5, after: 10_000 })).to.deep.equal([[], null]);
      }
    });

    it('ends early where the page is full, and reads the whole log for every entry', async () => {
      expect(await found({ since: LONG_AGO, limit: 1, after: 0 })).to.deep.equal([[1], 1]);
      const all: number[] = [];
      for await (const read of operations.read({ actor: 'cli:somebody' })) all.push(read._unsafeUnwrap().id);
      expect(all).to.deep.equal([2]);
    });

    it('reads the whole log where an index finds its entries', async () => {
      expect(await found({ user: anId(1), limit: 5 })).to.deep.equal([[2, 1], null]);
      expect(await found({ permission: 'service.b.x', limit: 5 })).to.deep.equal([[2], null]);
    });

    it('needs one look-up for an unknown user, and reads 10,000 entries for an actor', async () => {
      let asked: AuditQuery[] = [];
      const counted = auditOperations({
        users,
        audit: {
          ...audit,
          newestId: () => audit.newestId(),
          list: (query) => {
            asked.push(query);
            return audit.list(query);
          },
        },
      });
      const nobody = await counted.list({ user: anId(999_999) });
      expect(nobody._unsafeUnwrapErr()).to.deep.equal({ type: 'user-not-found', user: anId(999_999) });
      expect(asked).to.have.length(2);
      for (const query of [{}, { before: 102 }, { user: anId(1) }]) {
        asked = [];
        const page = (await counted.list({ actor: 'cli:nobody', ...query }))._unsafeUnwrap();
        expect(page.entries, 'who is in an older entry is not denied').to.deep.equal([]);
        expect(asked).to.have.length.at.most(2);
        expect(
          asked.filter(({ untilId, userId }) => (untilId ?? userId) === undefined),
        ).to.have.length.at.most(1);
      }
    });

    it('advances a feed, also without a match', async () => {
      const follow = async (after: number) =>
        (await operations.follow({ reason: 'none', after }))._unsafeUnwrap();
      expect(await follow(0)).to.deep.equal({ entries: [], next: 10_000 });
      expect(await follow(10_000)).to.deep.equal({ entries: [], next: USERS + 1 });
    });
  });
});
