import type { Permission } from './permission.js';
import type { EndsJson, EndsSet } from './permission-ends.js';

/** The largest number of permissions that a user can hold. */
export const PERMISSIONS_PER_USER = 1000;

/** A change of the permissions of one user, as plain data. {@link PermissionSet.apply} carries it out. */
export type PermissionChange =
  | AddPermissions
  | RemovePermissions
  | SetPermissions
  | { readonly action: 'rename'; readonly renaming: Renaming }
  | TakeEverything;

/** Adds strings, permanently or until an end. A permanent string stays permanent. */
export interface AddPermissions {
  readonly action: 'add';
  readonly permissions: readonly Permission[];
  /** The ends of strings; the others are permanent. */
  readonly ends?: EndsJson;
  /** Whether a held string keeps a later end, as in a copy. */
  readonly keepsLater?: boolean;
}

export interface RemovePermissions {
  readonly action: 'remove';
  readonly permissions: readonly string[];
  /** Whether a wildcard is only the string itself, as in a review. */
  readonly isExact?: true;
}

/** Replaces the whole set. */
export interface SetPermissions {
  readonly action: 'set';
  readonly permissions: readonly string[];
  /** The ends of strings; the others are permanent. Without it, strings that stay keep their ends. */
  readonly ends?: EndsJson;
  /** Modules, without `service.`, to which the strings belong: all others stay. */
  readonly modules?: readonly string[];
}

/** Confirms held strings, in an entry that changes nothing. */
export interface AttestPermissions {
  readonly action: 'attest';
  readonly permissions: readonly string[];
}

/** Undoes an earlier change, with the members of its entry except those left alone. */
export interface UndoPermissions {
  readonly action: 'undo';
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly ends?: EndsSet;
  readonly endsBefore?: EndsJson;
}

/** Records ended permissions, as every other change does first. */
export interface TakeEnded {
  readonly action: 'expire';
}

/** Removes everything that a leaver holds inside the transaction. */
export interface TakeEverything {
  readonly action: 'everything';
  /** Whether the user keeps their identities. */
  readonly keepLinks: boolean;
}

/** Returns the members of a user that a removal of everything empties. */
export function takenBy({ keepLinks }: TakeEverything): readonly string[] {
  return keepLinks ? ['permissions'] : ['permissions', 'identities'];
}

/** A string and its new name; the wildcard of a module renames all of it to another module. */
export interface Renaming {
  readonly from: string;
  readonly to: Permission;
}

interface Sized {
  readonly size: number;
}

/** Reports whether a change exceeds the limit of a user. A set that is already too large can only shrink. */
export function exceedsLimit({ before, after }: { readonly before: Sized; readonly after: Sized }): boolean {
  return after !== before && after.size > PERMISSIONS_PER_USER && after.size >= before.size;
}

/** Reports whether a change added or removed anything, or set an end. */
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
