import type { AuditPage } from '@ops-admin/core';
import { auditOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aUser, inMemoryOrganisation, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';

const LARGEST_SET = 10_000;

/** As many entries of changes as are asked for, of one user who held that much before; and how many each read gave. */
async function trailOf(entries: number, held: number) {
  const { audit, organisation, permissions, users } = inMemoryOrganisation();
  const set = Array.from({ length: held }, (_, n) => `service.a.m${n}`);
  await organisation.importUsers([aUser(1, { permissions: set })], aDraft({ action: 'set' }));
  for (let n = 0; n < entries; n++)
    await makeChange(permissions, 1, n % 2 === 0 ? 'remove' : 'add', ['service.a.m0']);
  const reads: number[] = [];
  const log = {
    ...audit,
    archives: () => audit.archives(),
    list: (query: Parameters<typeof audit.list>[0]) =>
      audit.list(query).map((found) => {
        reads.push(found.length);
        return found;
      }),
  };
  const operations = auditOperations({ audit: log, users });
  const page = async (limit: number, before?: number): Promise<AuditPage> =>
    (
      await operations.list({
        limit,
        user: anId(1),
        action: 'remove',
        ...(before !== undefined && { before }),
      })
    )._unsafeUnwrap();
  return { page, reads };
}

const idsIn = ({ entries }: AuditPage) => entries.map(({ id }) => id);

describe('A page of the trail', () => {
  it('has as many entries as were asked for, and says where the next begins', async () => {
    const { page } = await trailOf(260, 2);
    const first = await page(120);
    const second = await page(120, first.next ?? undefined);
    expect([first.entries.length, second.entries.length, second.next]).to.deep.equal([120, 10, null]);
    expect([...idsIn(first), ...idsIn(second)]).to.deep.equal(idsIn(await page(130)));
    expect(await page(130)).to.have.property('next', null);
  });

  it('ends early where sets are large, and the next goes on', async () => {
    const { page, reads } = await trailOf(130, LARGEST_SET);
    const first = await page(500);
    expect(first.entries.length).to.be.within(1, 10);
    expect(Math.max(...reads), 'entries read at once').to.be.below(60);
    const ids = idsIn(first);
    for (let { next } = first; next !== null; ) {
      const more = await page(500, next);
      ids.push(...idsIn(more));
      next = more.next;
    }
    expect(ids).to.have.length(65);
    expect(ids).to.deep.equal([...new Set(ids)].sort((a, b) => b - a));
  });
});
