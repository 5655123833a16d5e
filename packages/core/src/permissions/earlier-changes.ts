import type { ObjectId } from '../values/object-id.js';
import type { Permission } from './permission.js';
import type { AppliedChange } from './permission-change.js';
import { PermissionSet } from './permission-set.js';

/** Where sets are kept during a dry run, as text by user. A `Map` fits; a long run keeps them outside the memory. */
export interface KeptTexts {
  /** The text of a user; `undefined` if none is kept. */
  get(userId: ObjectId): string | undefined;
  /** Keeps the text of a user, and replaces an earlier one. */
  set(userId: ObjectId, text: string): unknown;
}

/**
 * What earlier calls of a dry run would have changed, so that the rows of later calls are those of the real run (decision
 * 9). Only sets: identities are changed in one call.
 */
export class EarlierChanges {
  readonly #sets: KeptTexts;
  readonly #admins = new Map<ObjectId, boolean>();

  constructor(sets: KeptTexts) {
    this.#sets = sets;
  }

  /** What a user would hold now; `undefined` if no earlier call would have changed it. */
  find(userId: ObjectId): PermissionSet | undefined {
    const text = this.#sets.get(userId);
    return text === undefined ? undefined : PermissionSet.of(JSON.parse(text) as string[]);
  }

  /** Records a change that would be made. */
  keep(userId: ObjectId, { after, before }: AppliedChange, adminPermission: Permission): void {
    if (after === before) return;
    this.#sets.set(userId, JSON.stringify([...after]));
    const isAdmin = after.grants(adminPermission);
    if (isAdmin !== before.grants(adminPermission)) this.#admins.set(userId, isAdmin);
  }

  /** Whether anybody except these users would have become an admin. */
  hasAdminBeside(users: { has(userId: ObjectId): boolean }): boolean {
    return [...this.#admins].some(([userId, isAdmin]) => isAdmin && !users.has(userId));
  }

  /** These users, and former admins who would have lost the right: none of them counts as another admin. */
  withFormerAdmins(users: Iterable<ObjectId>): ReadonlySet<ObjectId> {
    const former = [...this.#admins].filter(([, isAdmin]) => !isAdmin).map(([userId]) => userId);
    return new Set([...users, ...former]);
  }
}
