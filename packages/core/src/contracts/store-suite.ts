import type { OrganisationPorts } from '../fakes/in-memory-organisation.js';
import type { AuditSealer, User } from '../index.js';
import type { SuiteOptions } from './runner.js';

/** What a store that is tested begins with. */
export interface StoreSetting {
  /** Everyone who is there; what they hold may be in the trail or not. */
  readonly users: readonly User[];
  /** What entries are sealed with. */
  readonly sealer: AuditSealer;
}

/** The ports that a suite uses, over data of their own; the test closes what it opened. */
export type OpenedStore<Name extends keyof OrganisationPorts = keyof OrganisationPorts> = Pick<
  OrganisationPorts,
  Name
> & { close(): Promise<void> };

/** Opens a store for one test. */
export type OpenStore<Opened> = (setting: StoreSetting) => Promise<Opened>;

/** How the suite of a store is run, and what the store can show beside its ports: what is here is tested. */
export interface StoreSuiteOptions<Opened, Name extends keyof OrganisationPorts> extends SuiteOptions {
  /** Makes an opened store fail from now on, as one whose disk or server is gone. */
  break?(opened: Opened): Promise<void> | void;
  /** Opens the data of an opened store once more, as another process would. */
  reopen?(opened: Opened): Promise<OpenedStore<Name>>;
}
