import { presentAuditEntry } from '@ops-admin/core';
import { aDraft, anId, anIdentity, aUser, inMemoryOrganisation, makeChange } from '@ops-admin/core/fakes';
import { expect } from 'chai';

describe('An entry as programs get it', () => {
  it('has every member, in the same order whatever is known', async () => {
    const ports = inMemoryOrganisation();
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
    const origin = { requestId: 'r-1', reason: 'left', batch: 'run-1', reverts: 1 };
    const full = await makeChange(ports.permissions, 1, 'remove', ['service.a'], {
      ...origin,
      identity: anIdentity('ann'),
      covers: { entries: 0, digest: '' },
    });
    const shown = presentAuditEntry(full);
    expect(shown).to.deep.equal(full);
    expect(Object.keys(shown).slice(0, 8)).to.deep.equal(
      'id time actor source action userId requested added'.split(' '),
    );

    const { requestId: _, ...bare } = full;
    expect(Object.keys(presentAuditEntry(bare))).to.deep.equal(Object.keys(shown));
    expect(JSON.parse(JSON.stringify(presentAuditEntry(bare)))).to.not.have.property('requestId');
    expect(shown.userId).to.equal(anId(1));
  });
});
