import { aDraft, type InMemoryOrganisationPorts, inMemoryOrganisation } from '@ops-admin/testing';
import type { OpenedStore, OpenStore } from '@ops-admin/testing/contracts';

/** Opens the store in memory. */
export const openInMemory: OpenStore<InMemoryOrganisationPorts & OpenedStore> = async ({
  clock,
  signer,
  users,
}) => {
  const ports = inMemoryOrganisation(signer, clock);
  (await ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  return { ...ports, close: async () => {} };
};

/** What cannot be done to memory, and why. */
export const IN_MEMORY = {
  break: 'memory does not fail',
  reopen: 'memory is opened once',
  failDuringChange: 'memory is gone with its process',
  holdLock: 'nothing waits in memory',
  changeDuringRead: 'a read in memory is one step',
  swallow: 'memory keeps what is written',
} as const;
