import type { PermissionSet } from '../permissions/permission-set.js';
import type { ObjectId } from '../values/object-id.js';

/** A user who asks for a change. The store checks their right in the transaction that makes it. */
export interface Actor {
  readonly userId: ObjectId;
  /** The permission that they need. */
  readonly mustHold: string;
  /** The moment when their token expires; missing if it does not. */
  readonly validUntil?: Date | undefined;
}

/** Why a change was refused: the actor's token has expired, they are no longer a user, or they lost the right. */
export interface ActorRefused {
  readonly type: 'actor-refused';
  readonly reason: 'expired' | 'unknown' | 'not-granted';
}

/** Returns why an actor may not make a change now, by what the store has read in the transaction that makes it. */
export function refusedActor(
  { mustHold, validUntil }: Actor,
  found: { readonly active: boolean; readonly permissions: PermissionSet } | undefined,
  now: Date,
): ActorRefused | undefined {
  const refused = (reason: ActorRefused['reason']): ActorRefused => ({ type: 'actor-refused', reason });
  if (validUntil && now >= validUntil) return refused('expired');
  if (!found?.active) return refused('unknown');
  return found.permissions.at(now).grants(mustHold) ? undefined : refused('not-granted');
}
