import type { ChangeRequest, Clock, DepartmentRecord, User } from '@ops-admin/core';
import { AS_IT_COMES, aDraft, type TestSigner } from '../fixtures.js';
import type { OrganisationPorts } from '../organisation-ports.js';
import { okOf } from './assertions.js';
import type { SuiteOptions } from './runner.js';

/** What a store holds at the start of a test. */
export interface StoreSetting {
  /** All users; their permissions can be in the trail or not. */
  readonly users: readonly User[];
  /** All departments, if the store has any; otherwise users can be in every one. */
  readonly departments?: readonly DepartmentRecord[];
  /** What entries are signed with. */
  readonly signer: TestSigner;
  /** By what the store judges time; its own without it. */
  readonly clock?: Clock;
  /** How long a change waits for others, in milliseconds, if the store takes such a limit. */
  readonly waitMs?: number;
}

/** The ports that a test uses, with data only for it. The test closes what it opened. */
export type OpenedStore<Name extends keyof OrganisationPorts = keyof OrganisationPorts> = Pick<
  OrganisationPorts,
  Name
> & { close(): Promise<void> };

/** Opens a store for one test. */
export type OpenStore<Opened> = (setting: StoreSetting) => Promise<Opened>;

/** What somebody else does while a store reads: plain data, so that another process can do it. */
export interface ChangeOfOthers {
  readonly departments?: readonly DepartmentRecord[];
  readonly requests?: readonly ChangeRequest[];
}

/** Makes a change of {@link StoreSuiteOptions.changeDuringRead} through the ports of another opening. */
export async function makeChangeOfOthers(
  { organisation, permissions }: Pick<OrganisationPorts, 'organisation' | 'permissions'>,
  { departments, requests }: ChangeOfOthers,
): Promise<void> {
  if (departments) await okOf(organisation.importDepartments(departments, aDraft()));
  if (requests) await okOf(permissions.change(requests, AS_IT_COMES));
}

/** Ends what was done to a store. */
export type EndOfIt = () => Promise<void> | void;

/** What a change writes: its entry, what the entry added and removed, or the set of the user. */
export type SwallowedRows = 'entry' | 'changes' | 'set';

/**
 * How the tests of a store are run, and what can be done to the store. What is left out, or why it cannot be done in its place, is
 * reported as skipped.
 */
export interface StoreSuiteOptions<Opened, Name extends keyof OrganisationPorts> extends SuiteOptions {
  /** Makes an opened store fail from now on, as if its disk or server were gone. */
  readonly break?: string | ((opened: Opened) => Promise<void> | void);
  /** Opens the data of an opened store again, as another process would. */
  readonly reopen?: string | ((opened: Opened) => Promise<OpenedStore<Name>>);
  /**
   * Makes the store fail once, in place of a write: at the next if `writesBefore` is 0. Each statement that writes is one, and so
   * may be the commit, on whatever connection. Later writes work again. Gives what ends this if it has not failed.
   */
  readonly failDuringChange?: string | ((opened: Opened, writesBefore: number) => Promise<() => void>);
  /** Takes what changes wait for, as another process does in the middle of one; gives what lets go of it. */
  readonly holdLock?: string | ((opened: Opened) => Promise<EndOfIt>);
  /**
   * Lets another opening change something while this one reads: the first change after the next statement that reads, the second
   * after the one behind it, and so on. Gives what ends this, with the changes that are left.
   */
  readonly changeDuringRead?:
    | string
    | ((opened: Opened, changes: readonly ChangeOfOthers[]) => EndOfIt | Promise<EndOfIt>);
  /**
   * Lets the database report success for such rows and keep none of them, as a trigger can that others put there; gives what ends
   * this.
   */
  readonly swallow?: string | ((opened: Opened, rows: SwallowedRows) => EndOfIt | Promise<EndOfIt>);
}
