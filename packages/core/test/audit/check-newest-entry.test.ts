import { type AuditSealer, okAsync } from '@ops-admin/core';
import { aDraft, anId, aSealer, aUser, inMemoryOrganisation } from '@ops-admin/core/fakes';
import { checkNewestEntry, findNewestSeal } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('checkNewestEntry', () => {
  const checkOn = async (entries: number, sealer: AuditSealer) => {
    const ports = inMemoryOrganisation(aSealer('old'));
    const users = Array.from({ length: entries }, (_, n) => aUser(n + 1, { permissions: ['service.a'] }));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    return (await checkNewestEntry(ports.audit, sealer))._unsafeUnwrap();
  };

  it('finds nothing wrong without an entry, or with one of ours', async () => {
    expect(await checkOn(0, aSealer('old'))).to.equal(undefined);
    expect(await checkOn(2, aSealer('new', 'old'))).to.equal(undefined);
  });

  it('names an entry that is sealed with a key that is not here', async () => {
    expect(await checkOn(2, aSealer('new'))).to.deep.equal({
      entryId: 2,
      keyId: 'old',
      problem: 'unknown-key',
    });
  });

  it('names an entry that is not as it was written', async () => {
    const ports = inMemoryOrganisation();
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a'] })], {
      ...aDraft(),
      action: 'set',
    });
    const [record] = (await ports.audit.records(0, 1))._unsafeUnwrap();
    const records = () => okAsync(record ? [{ ...record, userId: anId(2) }] : []);
    const list: typeof ports.audit.list = (query) => ports.audit.list(query);
    const found = await checkNewestEntry({ ...ports.audit, list, records }, aSealer());
    expect(found._unsafeUnwrap()).to.deep.equal({ entryId: 1, keyId: 'key', problem: 'altered' });
  });

  it('looks past entries without a seal, and into the archives', async () => {
    const ports = inMemoryOrganisation(aSealer('old'));
    const users = Array.from({ length: 1200 }, (_, n) => aUser(n + 1, { permissions: ['service.a'] }));
    await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' });
    const list: typeof ports.audit.list = (query) => ports.audit.list(query);
    const archives = () => ports.audit.archives();
    const newestWith = async (isSealed: (id: number) => boolean) => {
      const records: typeof ports.audit.records = (after, limit) =>
        ports.audit
          .records(after, limit)
          .map((page) =>
            page.map(({ seal, ...record }) => (isSealed(record.id) && seal ? { ...record, seal } : record)),
          );
      return (await findNewestSeal({ ...ports.audit, list, archives, records }))._unsafeUnwrap()?.entryId;
    };
    expect(await newestWith(() => true)).to.equal(1200);
    expect(await newestWith((id) => id === 1199)).to.equal(1199);
    expect(await newestWith((id) => id <= 3)).to.equal(3);
    expect(await newestWith(() => false)).to.equal(undefined);
  });
});
