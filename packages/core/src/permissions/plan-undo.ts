import type { AuditAction, AuditDraft, AuditEntry } from '../audit/audit-entry.js';
import type { IdentityChange } from '../users/identity-change.js';
import type { LinkableIdentity } from '../users/linkable-identity.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import { changesAnything } from './permission-change.js';
import type { LeftAlone } from './permission-row.js';
import type { PermissionSet } from './permission-set.js';
import type { ChangeRequest } from './permission-store.js';

/** What an undo looks at of an entry after those that it undoes. */
export type LaterEntry = Pick<AuditEntry, 'actor' | 'added' | 'batch' | 'id' | 'removed'>;

/** A user while the undo of their entries is planned, from the newest entry to the oldest. */
export interface PlannedUser {
  /** The entries after the oldest one to undo that are not in `changedBy` yet, the newest at the end. */
  readonly later: LaterEntry[];
  /** Which entry was the last to change a permission, of those after the entry that is planned. */
  readonly changedBy: Map<string, LaterEntry>;
  readonly newestEntryId: number;
  /** What they would hold after the entries planned so far; `undefined` if the user no longer exists. */
  permissions: PermissionSet | undefined;
}

/** An entry about a user. */
export interface UserEntry extends AuditEntry {
  readonly userId: ObjectId;
}

/** What undoes an entry; without a request there is nothing left to undo. */
export interface PlannedUndo {
  readonly entry: UserEntry;
  readonly leftAlone: readonly LeftAlone[];
  readonly request?: ChangeRequest;
}

/**
 * What is left to undo of an entry, after the plans of newer ones. What a later entry changed is left alone, unless that is of
 * one of the runs of `own` (decision 9).
 */
export function planUndo(
  entry: UserEntry,
  user: PlannedUser,
  own: ReadonlySet<string | undefined>,
  draft: (action: AuditAction, requested: readonly string[]) => AuditDraft,
): PlannedUndo {
  const { id, identity, userId } = entry;
  if (identity) {
    const { issuer, subject } = identity;
    // Their user was erased.
    if (subject === undefined) return { entry, leftAlone: [] };
    // The store itself knows whether anything is left to do.
    const change = inverseOf(entry.action, { issuer, subject });
    const request = { userId, change, draft: { ...draft(change.action, []), identity: change.identity } };
    return { entry, leftAlone: [], request };
  }
  const { changedBy } = user;
  noteChangesAfter(id, user, own);
  const isUntouched = (permission: string) => !changedBy.has(permission);
  const undone = { added: entry.added.filter(isUntouched), removed: entry.removed.filter(isUntouched) };
  const plan: PlannedUndo = {
    entry,
    leftAlone: [...entry.added, ...entry.removed].flatMap((permission) => {
      const by = changedBy.get(permission);
      return by === undefined ? [] : [{ permission, changedBy: by.id, actor: by.actor }];
    }),
  };
  if (!changesAnything(undone)) return plan;
  const undoing = user.permissions?.undo(undone);
  if (undoing && !changesAnything(undoing)) return plan;
  user.permissions = undoing?.after;
  return {
    ...plan,
    request: {
      userId,
      change: { action: 'set', permissions: [...(undoing?.after ?? [])] },
      draft: draft('revert', [...undone.added, ...undone.removed]),
      ifNewestEntryIs: user.newestEntryId,
    },
  };
}

/** The newest entries are planned first, so that each later one is looked at only once. */
function noteChangesAfter(
  id: number,
  { changedBy, later }: PlannedUser,
  own: ReadonlySet<string | undefined>,
): void {
  for (let one = later.at(-1); one !== undefined && one.id > id; one = later.at(-1)) {
    later.pop();
    if (one.batch !== undefined && own.has(one.batch)) continue;
    for (const permission of [...one.added, ...one.removed]) {
      if (!changedBy.has(permission)) changedBy.set(permission, one);
    }
  }
}

/** The change that undoes the link or the unlink of an identity. */
function inverseOf(action: AuditAction, identity: ExternalIdentity): IdentityChange {
  return action === 'link'
    ? { action: 'unlink', identity }
    : { action: 'link', identity: identity as LinkableIdentity };
}
