import type { User } from '@ops-admin/core';
import type { TestSigner } from '../fixtures.js';
import type { OrganisationPorts } from '../in-memory/in-memory-organisation.js';
import type { SuiteOptions } from './runner.js';

/** What a store holds at the start of a test. */
export interface StoreSetting {
  /** All users; their permissions can be in the trail or not. */
  readonly users: readonly User[];
  /** What entries are signed with. */
  readonly signer: TestSigner;
}

/** The ports that a test uses, with data only for it. The test closes what it opened. */
export type OpenedStore<Name extends keyof OrganisationPorts = keyof OrganisationPorts> = Pick<
  OrganisationPorts,
  Name
> & { close(): Promise<void> };

/** Opens a store for one test. */
export type OpenStore<Opened> = (setting: StoreSetting) => Promise<Opened>;

/** How the tests of a store are run, and what more the store can show. What is given here is tested. */
export interface StoreSuiteOptions<Opened, Name extends keyof OrganisationPorts> extends SuiteOptions {
  /** Makes an opened store fail from now on, as if its disk or server were gone. */
  break?(opened: Opened): Promise<void> | void;
  /** Opens the data of an opened store again, as another process would. */
  reopen?(opened: Opened): Promise<OpenedStore<Name>>;
}
