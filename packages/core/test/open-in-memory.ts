import type { OpenedStore, OpenStore } from '@ops-admin/core/contracts';
import { aDraft, type InMemoryOrganisationPorts, inMemoryOrganisation } from '@ops-admin/core/fakes';

/** Opens the fake. */
export const openInMemory: OpenStore<InMemoryOrganisationPorts & OpenedStore> = async ({ sealer, users }) => {
  const ports = inMemoryOrganisation(sealer);
  (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  return { ...ports, close: async () => {} };
};
