import { aDraft, type InMemoryOrganisationPorts, inMemoryOrganisation } from '@ops-admin/testing';
import type { OpenedStore, OpenStore } from '@ops-admin/testing/contracts';

/** Opens the store in memory. */
export const openInMemory: OpenStore<InMemoryOrganisationPorts & OpenedStore> = async ({ signer, users }) => {
  const ports = inMemoryOrganisation(signer);
  (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  return { ...ports, close: async () => {} };
};
