import { identityKey } from '../users/identity-change.js';
import type { User } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { ChangeContext, UserState } from './judge-changes.js';
import type { ChangeOptions, ChangeRequest } from './permission-store.js';

/** What more a store knows about the moment of {@link contextAmong}. */
export interface AmongUsers {
  /** The newest entry of a user, 0 if there is none. */
  newestEntryOf(userId: ObjectId): number;
  /** What the newest entry of a user took all of, see `UserState`. */
  newestTookOf(userId: ObjectId): readonly string[];
  /** See {@link ChangeContext.wasErased}. */
  wasErased?(userId: ObjectId): boolean;
  readonly now: Date;
}

/** The context for judging changes, for a store that has all users in memory. */
export function contextAmong(
  users: ReadonlyMap<ObjectId, User>,
  requests: readonly ChangeRequest[],
  options: ChangeOptions,
  { newestEntryOf, newestTookOf, now, wasErased }: AmongUsers,
): ChangeContext {
  const named = new Map<ObjectId, UserState>();
  for (const { userId } of requests) {
    const user = users.get(userId);
    if (!user) continue;
    const { active, emails, permissions, personalInformation } = user;
    named.set(userId, {
      email: emails[0],
      name: personalInformation.name,
      permissions,
      active,
      newestEntryId: newestEntryOf(userId),
      newestTook: newestTookOf(userId),
      user,
    });
  }
  const all = [...users.values()];
  return {
    users: named,
    actor: options.actor && users.get(options.actor.userId),
    hasOtherAdmin: all.some(
      ({ active, id, permissions }) =>
        active && !named.has(id) && permissions.forGood().grants(options.adminPermission),
    ),
    ownerOf: (identity) => {
      const key = identityKey(identity);
      return all.find(({ identities }) => identities.some((own) => identityKey(own) === key))?.id;
    },
    ...(wasErased && { wasErased }),
    now,
  };
}
