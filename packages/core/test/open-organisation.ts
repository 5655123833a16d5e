import { openSqlite } from '@ops-admin/adapter-sqlite';
import type { Clock, ObjectId } from '@ops-admin/core';
import { aSigner, type OrganisationPorts, type TestSigner } from '@ops-admin/testing';

/** Opens an empty organisation of its own in SQLite, without a file. */
export function openOrganisation(signer: TestSigner = aSigner(), clock?: Clock): OrganisationPorts {
  const { sealedBy, ...stores } = openSqlite({ file: ':memory:', clock })._unsafeUnwrap();
  return { ...stores, ...sealedBy(signer) };
}

/** Copies an organisation and gives a user another set in the copy, without an entry, as a person with the file can. */
export async function tamperedCopy(
  { copy }: OrganisationPorts,
  userId: ObjectId,
  permissions: readonly string[],
): Promise<OrganisationPorts> {
  const target = openOrganisation();
  const records = async function* (): ReturnType<typeof copy.read> {
    for await (const read of copy.read())
      yield read.map((record) =>
        record.type === 'user' && record.user.id === userId
          ? { ...record, user: { ...record.user, permissions } }
          : record,
      );
  };
  (await target.copy.write(records()))._unsafeUnwrap();
  return target;
}
