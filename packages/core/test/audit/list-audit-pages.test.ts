import type { AuditPage } from '@ops-admin/core';
import { auditOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aUser, makeChange } from '@ops-admin/testing';
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

describe('A page of the trail', () => {
  it('has as many entries as were asked for, and says where the next begins', async () => {
    const page = await trailOf(260, 2);
    const first = await page(120);
    const second = await page(120, first.next ?? undefined);
    expect([first.entries.length, second.entries.length, second.next]).to.deep.equal([120, 10, null]);
    expect([...idsIn(first), ...idsIn(second)]).to.deep.equal(idsIn(await page(130)));
    expect(await page(130)).to.have.property('next', null);
  });
});
