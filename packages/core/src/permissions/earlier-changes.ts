import type { ObjectId } from '../values/object-id.js';
import { type EndsJson, endsJson, endsOf } from './permission-ends.js';
import { PermissionSet } from './permission-set.js';

/** Where sets are kept during a dry run, as text by user. A `Map` fits; a long run keeps them outside the memory. */
export interface KeptTexts {
  /** The text of a user; `undefined` if none is kept. */
  get(userId: ObjectId): string | undefined;
  /** Keeps the text of a user, and replaces an earlier one. */
  set(userId: ObjectId, text: string): unknown;
}

/** What an earlier call would have left of a user. */
export interface LeftByEarlier {
  readonly active: boolean;
  readonly permissions: PermissionSet;
}

/**
 * What earlier calls of a dry run would have changed, so that the rows of later calls are those of the real run (decision
 * 9). Only sets and states: who users are is changed in one call.
 */
export class EarlierChanges {
  readonly #left: KeptTexts;
  readonly #admins = new Map<ObjectId, boolean>();

  constructor(left: KeptTexts) {
    this.#left = left;
  }

  /** What would be left of a user now; `undefined` if no earlier call would have changed it. */
  find(userId: ObjectId): LeftByEarlier | undefined {
    const text = this.#left.get(userId);
    if (text === undefined) return undefined;
    const { active, ends, permissions } = JSON.parse(text) as {
      active: boolean;
      permissions: string[];
      ends?: EndsJson;
    };
    return { active, permissions: PermissionSet.of(permissions, endsOf(ends)) };
  }

  /** Records what a change would leave of a user, and whether it would make an admin, or one less. */
  keep(userId: ObjectId, { active, permissions }: LeftByEarlier, becomesAdmin: boolean | undefined): void {
    const ends = endsJson(permissions.ends);
    this.#left.set(userId, JSON.stringify({ active, permissions: [...permissions], ends }));
    if (becomesAdmin !== undefined) this.#admins.set(userId, becomesAdmin);
  }

  /** Whether anybody except these users would have become an admin for good. */
  hasAdminBeside(users: { has(userId: ObjectId): boolean }): boolean {
    return [...this.#admins].some(([userId, isAdmin]) => isAdmin && !users.has(userId));
  }

  /** These users, and former admins who would have lost the right: none of them counts as another admin. */
  withFormerAdmins(users: Iterable<ObjectId>): ReadonlySet<ObjectId> {
    const former = [...this.#admins].filter(([, isAdmin]) => !isAdmin).map(([userId]) => userId);
    return new Set([...users, ...former]);
  }
}
