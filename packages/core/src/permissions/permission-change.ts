import type { Permission } from './permission.js';
import type { PermissionSet } from './permission-set.js';

/** The largest number of strings that a user can hold (decision 5). */
export const PERMISSIONS_PER_USER = 10_000;

/**
 * A change of the permissions of one user, as plain data: `add` and `remove` as decision 5 says, `set` makes these the whole
 * set, `rename` puts a string, or all of a module, under another name, `everything` removes all strings, and all identities with
 * them. {@link PermissionSet.apply} carries it out.
 */
export type PermissionChange =
  | { readonly action: 'add'; readonly permissions: readonly Permission[] }
  | { readonly action: 'remove' | 'set'; readonly permissions: readonly string[] }
  | { readonly action: 'rename'; readonly renaming: Renaming }
  | TakeEverything;

/** Takes everything from a leaver (decision 9): what they hold by the time it is done. */
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

/** What a change did to a set; `added` and `removed` hold only what really changed. */
export interface AppliedChange {
  readonly before: PermissionSet;
  /** The same object as before if nothing was added or removed. */
  readonly after: PermissionSet;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** Whether a change leaves more than a user can hold. A set that is already too large can only shrink. */
export function exceedsLimit({ before, after }: Pick<AppliedChange, 'before' | 'after'>): boolean {
  return after !== before && after.size > PERMISSIONS_PER_USER && after.size >= before.size;
}

/** Whether a change added or removed anything. */
export function changesAnything({ added, removed }: Pick<AppliedChange, 'added' | 'removed'>): boolean {
  return added.length + removed.length > 0;
}
