import type { ObjectId } from '../values/object-id.js';
import type { Permission } from './permission.js';
import type { AppliedChange } from './permission-change.js';
import { PermissionSet } from './permission-set.js';

/** Where sets are kept during a dry run, as text by user. A `Map` is one; a long run has one that is not in memory. */
export interface KeptTexts {
  /** The text of a user; `undefined` where none is kept. */
  get(userId: ObjectId): string | undefined;
  /** Keeps the text of a user, in place of an earlier one. */
  set(userId: ObjectId, text: string): unknown;
}

/**
 * What the changes of a dry run would have done in earlier calls, so that the rows of later ones are those of the real run
 * (decision 9). Sets alone: identities are changed in one call.
 */
export class EarlierChanges {
  readonly #sets: KeptTexts;
  readonly #admins = new Map<ObjectId, boolean>();

  constructor(sets: KeptTexts) {
    this.#sets = sets;
  }

  /** What a user would hold by now; `undefined` where no earlier call would have changed it. */
  find(userId: ObjectId): PermissionSet | undefined {
    const text = this.#sets.get(userId);
    return text === undefined ? undefined : PermissionSet.of(JSON.parse(text) as string[]);
  }

  /** Takes note of a change that would be made. */
  keep(userId: ObjectId, { after, before }: AppliedChange, adminPermission: Permission): void {
    if (after === before) return;
    this.#sets.set(userId, JSON.stringify([...after]));
    const isAdmin = after.grants(adminPermission);
    if (isAdmin !== before.grants(adminPermission)) this.#admins.set(userId, isAdmin);
  }

  /** Whether anybody but these users would have become an admin. */
  hasAdminBeside(users: { has(userId: ObjectId): boolean }): boolean {
    return [...this.#admins].some(([userId, isAdmin]) => isAdmin && !users.has(userId));
  }

  /** These users, and those who were admins and would be none by now: they are no other admin either. */
  withFormerAdmins(users: Iterable<ObjectId>): ReadonlySet<ObjectId> {
    const former = [...this.#admins].filter(([, isAdmin]) => !isAdmin).map(([userId]) => userId);
    return new Set([...users, ...former]);
  }
}
