import { inMemoryOrganisation, type OrganisationPorts } from '../fakes/in-memory-organisation.js';

/** Opens an empty organisation for one test; the test closes it. */
export type OpenOrganisation = () => Promise<OrganisationPorts & { close(): Promise<void> }>;

/** Opens the fake. */
export const openInMemoryOrganisation: OpenOrganisation = async () => ({
  ...inMemoryOrganisation(),
  close: async () => {},
});
