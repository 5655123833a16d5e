import { type AuditEntry, type AuditLog, okAsync, type TrailVerifier } from '@ops-admin/core';
import { integrityOperations } from '@ops-admin/core/operations';
import { aDraft, anId, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openOrganisation } from '../open-organisation.ts';

describe('The check of the newest entry', () => {
  const check = (audit: AuditLog, verifier: TrailVerifier) =>
    integrityOperations({
      audit,
      verifier,
      integrity: { check: () => okAsync([]), repair: () => okAsync() },
    }).checkNewestEntry();
  const checkOn = async (entries: number, verifier: TrailVerifier) => {
    const ports = openOrganisation(aSigner('old'));
    const users = Array.from({ length: entries }, (_, n) => aUser(n + 1, { permissions: ['service.a'] }));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    return (await check(ports.audit, verifier))._unsafeUnwrap();
  };

  it('finds no problem without an entry, or with an entry by the held key', async () => {
    expect(await checkOn(0, aSigner('old'))).to.equal(undefined);
    expect(await checkOn(2, aSigner('new', 'old'))).to.equal(undefined);
  });

  it('names an entry whose key is missing', async () => {
    expect(await checkOn(2, aSigner('new'))).to.deep.equal({
      entryId: 2,
      keyId: 'old',
      problem: 'unknown-key',
    });
  });

  it('names an entry that does not match its digest', async () => {
    const ports = openOrganisation();
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
    const [entry] = (await ports.audit.list({ limit: 1 }))._unsafeUnwrap() as [AuditEntry];
    const { digest, previous } = entry.seal;
    const altered: AuditEntry[] = [
      { ...entry, userId: anId(2) },
      { ...entry, seal: { ...entry.seal, signature: 'mine' } },
      { ...entry, seal: { digest, previous } },
    ];
    for (const one of altered) {
      const list = () => okAsync([one]);
      const found = (await check({ ...ports.audit, list }, aSigner()))._unsafeUnwrap();
      expect(found).to.deep.equal({ entryId: 1, keyId: one.seal.keyId, problem: 'altered' });
    }
  });
});
