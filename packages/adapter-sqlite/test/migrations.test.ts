import { createHash } from 'node:crypto';
import { MIGRATIONS } from '@ops-admin/adapter-sqlite';
import { expect } from 'chai';

describe('MIGRATIONS', () => {
  // A database in the field has run these. Append the digest of a new one; a changed digest is a mistake.
  const released = [
    '60c283c44e61e4b4',
    'a4295210f8771261',
    '88924b623702f356',
    '3491059160e84561',
    '5355883a9806bb44',
  ];

  it('are only ever appended to', () => {
    const digests = MIGRATIONS.map((sql) => createHash('sha256').update(sql).digest('hex').slice(0, 16));
    expect(digests).to.deep.equal(released);
  });
});
