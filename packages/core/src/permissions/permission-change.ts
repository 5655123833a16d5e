import type { Permission } from './permission.js';
import type { EndsJson, EndsSet } from './permission-ends.js';

/** The largest number of permissions that a user can hold. */
export const PERMISSIONS_PER_USER = 1000;

/**
 * A change of the permissions of one user, as plain data: `add` and `remove` follow the rules of `PermissionSet`, `set` makes these the whole
 * set, `rename` puts a string, or all of a module, under another name, `everything` removes all strings, and all identities with
 * them. {@link PermissionSet.apply} carries it out.
 */
export type PermissionChange =
  | AddPermissions
  | RemovePermissions
  | SetPermissions
  | { readonly action: 'rename'; readonly renaming: Renaming }
  | TakeEverything;

/** Gives strings, until an end or for good. What is held for good stays so. */
export interface AddPermissions {
  readonly action: 'add';
  readonly permissions: readonly Permission[];
  /** When they end; those that are not named are given for good. */
  readonly ends?: EndsJson;
  /** Whether the later end holds of what is held, as in a copy. Otherwise it is the one given here. */
  readonly keepsLater?: boolean;
}

/** Takes strings. */
export interface RemovePermissions {
  readonly action: 'remove';
  readonly permissions: readonly string[];
  /** Whether a wildcard is only the string itself, as in a review, and not its module. */
  readonly isExact?: true;
}

/** Makes these the whole set. */
export interface SetPermissions {
  readonly action: 'set';
  readonly permissions: readonly string[];
  /** When they end, all the others being for good; without it, what stays keeps its end. What has ended is left out. */
  readonly ends?: EndsJson;
  /** Modules, without `service.`: everything else stays as it is, and the strings belong to them. All is set without them. */
  readonly modules?: readonly string[];
}

/** Confirms what is held, in an entry that changes nothing. */
export interface AttestPermissions {
  readonly action: 'attest';
  readonly permissions: readonly string[];
}

/** Undoes an earlier change. The members are those of its entry, without what is left alone. */
export interface UndoPermissions {
  readonly action: 'undo';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly ends?: EndsSet;
  readonly endsBefore?: EndsJson;
}

/** Only writes down what has ended, as every other change does first. */
export interface TakeEnded {
  readonly action: 'expire';
}

/** Takes everything from a leaver: what they hold by the time it is done. */
export interface TakeEverything {
  readonly action: 'everything';
  /** Whether the user keeps their identities. */
  readonly keepLinks: boolean;
}

/** The members of a user that all is taken of, as the entry names them. */
export function takenBy({ keepLinks }: TakeEverything): readonly string[] {
  return keepLinks ? ['permissions'] : ['permissions', 'identities'];
}

/** A string and its new name; the wildcard of a module stands for all of it, and its new name is a wildcard then. */
export interface Renaming {
  readonly from: string;
  readonly to: Permission;
}

/** The number of permissions that a user holds, as a set has it. */
interface Sized {
  readonly size: number;
}

/** Whether a change leaves more than a user can hold. A set that is already too large can only shrink. */
export function exceedsLimit({ before, after }: { readonly before: Sized; readonly after: Sized }): boolean {
  return after !== before && after.size > PERMISSIONS_PER_USER && after.size >= before.size;
}

/** Whether a change added or removed anything, or set an end. */
export function changesAnything({
  added,
  ends,
  removed,
}: {
  readonly added: readonly string[];
  readonly ends?: EndsSet | undefined;
  readonly removed: readonly string[];
}): boolean {
  return added.length + removed.length > 0 || ends !== undefined;
}
