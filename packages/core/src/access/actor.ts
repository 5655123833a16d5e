import type { PermissionSet } from '../permissions/permission-set.js';
import type { ObjectId } from '../values/object-id.js';

/** The user who asks for a change. The store checks their permission in the transaction that makes it. */
export interface Actor {
  readonly userId: ObjectId;
  readonly mustHold: string;
  /** The time when their token expires. */
  readonly validUntil?: Date | undefined;
}

/** Why a change was refused: the token has expired, the user does not exist or is inactive, or lost the permission. */
export interface ActorRefused {
  readonly type: 'actor-refused';
  readonly reason: 'expired' | 'unknown' | 'not-granted';
}

/** Returns why an actor may not make a change now, by the data that its transaction has read. */
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
