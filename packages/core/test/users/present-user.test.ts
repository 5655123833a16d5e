import { anId, anIdentity, aUser } from '@ops-admin/core/fakes';

import { presentUserSummary } from '@ops-admin/core/jobs';
import { expect } from 'chai';
import { presentUser } from '../../dist/users/present-user.js';

describe('A user as plain data', () => {
  const user = aUser(1, { permissions: ['service.b', 'service.a'], identities: [anIdentity('ann')] });
  const summary = {
    _id: anId(1),
    emails: ['user1@example.org'],
    personalInformation: { firstName: 'First1', lastName: 'Last1', name: 'First1 Last1' },
  };

  it('has everything that an import takes', () => {
    expect(presentUser(user)).to.deep.equal({
      ...summary,
      permissions: ['service.b', 'service.a'],
      identities: [{ issuer: 'https://id.example', subject: 'ann' }],
    });
  });

  it('shows neither permissions nor identities where other records embed it', () => {
    expect(presentUserSummary(user)).to.deep.equal(summary);
  });
});
