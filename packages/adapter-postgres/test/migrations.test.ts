import { createHash } from 'node:crypto';
import { MIGRATIONS } from '@ops-admin/adapter-postgres';
import { expect } from 'chai';

describe('MIGRATIONS of PostgreSQL', () => {
  // A database in the field has run these. Append the digest of a new one; a changed digest is a mistake.
  const released = [
    'f83f18875376a03d',
    'b86dd5a09de60c8d',
    '89aa240466e556a7',
    'ea5b35759320f84d',
    '5c15a3e592a20064',
    'de51c8bc08bc6818',
  ];

  it('are only ever appended to', () => {
    const digests = MIGRATIONS.map(({ sql }) => createHash('sha256').update(sql).digest('hex').slice(0, 16));
    expect(digests).to.deep.equal(released);
  });
});
