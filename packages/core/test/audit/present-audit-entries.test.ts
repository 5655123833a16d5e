import { aDraft, anId, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { presentAuditEntries } from '../../dist/audit/present-audit-entry.js';
import { openOrganisation } from '../open-organisation.ts';

describe('Entries in JSON', () => {
  it('name users, who are found by one look-up', async () => {
    const { audit, organisation, permissions, users } = openOrganisation();
    await organisation.importUsers([aUser(1), aUser(2), aUser(3, { emails: [] })], aDraft({ action: 'set' }));
    for (const n of [1, 2, 3]) await makeChange(permissions, n, 'add', ['service.a'], { actor: anId(1) });
    await makeChange(permissions, 1, 'add', [], { actor: anId(9) });
    await makeChange(permissions, 1, 'add', [], { actor: 'cli:root' });
    const asked: (readonly string[])[] = [];
    const counted = {
      summaries: (ids: Parameters<typeof users.summaries>[0]) => {
        asked.push(ids);
        return users.summaries(ids);
      },
    };
    const entries = (await audit.list({ limit: 10 }))._unsafeUnwrap();
    const presented = (await presentAuditEntries(entries, counted))._unsafeUnwrap();
    expect(asked).to.have.length(1);
    expect(asked[0]).to.have.members([1, 2, 3, 9].map(anId));
    expect(presented.map(({ user }) => user?.email)).to.deep.equal([
      'user1@example.org',
      'user2@example.org',
      undefined,
      'user1@example.org',
      'user1@example.org',
    ]);
    const one = { _id: anId(1), email: 'user1@example.org' };
    expect(presented.map(({ actorUser }) => actorUser)).to.deep.equal([one, one, one, undefined, undefined]);
    await presentAuditEntries([], counted);
    expect(asked).to.have.length(1);
  });
});
