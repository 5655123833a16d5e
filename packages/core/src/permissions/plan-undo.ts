import type { AuditAction, AuditDraft, AuditEntry, EntryIdentity } from '../audit/audit-entry.js';
import { type IdentityChange, identityKey } from '../users/identity-change.js';
import type { LinkableIdentity } from '../users/linkable-identity.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import { moduleOf, wildcardOf } from './permission.js';
import { changesAnything } from './permission-change.js';
import { endsJson } from './permission-ends.js';
import type { LeftAlone } from './permission-row.js';
import type { PermissionSet } from './permission-set.js';
import type { ChangeRequest } from './permission-store.js';

/** What an undo looks at of an entry after those that it undoes. */
export interface LaterEntry
  extends Pick<
      AuditEntry,
      'action' | 'actor' | 'added' | 'batch' | 'id' | 'identity' | 'members' | 'removed'
    >,
    Pick<AuditEntry, 'ends' | 'requested' | 'reverts'> {}

/** A user while the undo of their entries is planned, from the newest entry to the oldest. */
export interface PlannedUser {
  /**
   * The entries after the oldest one to undo that are not in `named` yet, the newest at the end: those of the user, and those
   * of others about an identity of the undo.
   */
  readonly later: LaterEntry[];
  readonly named: NamedSince;
  readonly newestEntryId: number;
  /** What they would hold after the entries planned so far; `undefined` if the user no longer exists. */
  permissions: PermissionSet | undefined;
}

/** What entries after the one that is planned named; of each thing the newest entry (decision 20, "6, undo"). */
export class NamedSince {
  /** Strings, whole modules, and identities by their keys. */
  readonly #strings = new Map<string, LaterEntry>();
  readonly #modules = new Map<string, LaterEntry>();
  readonly #identities = new Map<string, LaterEntry>();
  /** Who took everything, of permissions or of identities, or changed the state: `active`. */
  readonly #everything = new Map<string, LaterEntry>();
  /** Which entry undid one, by the number of that. */
  readonly #undone = new Map<number, LaterEntry>();

  /** Notes an entry; newer ones come first. What is part of the undo itself names nothing, but has undone. */
  add(entry: LaterEntry, isOwn: boolean): void {
    if (entry.reverts !== undefined) this.#undone.set(entry.reverts, entry);
    if (isOwn) return;
    const note = <Key>(noted: Map<Key, LaterEntry>, key: Key) => {
      if (!noted.has(key)) noted.set(key, entry);
    };
    const ends = Object.keys(entry.ends ?? {});
    for (const text of [...entry.requested, ...entry.added, ...entry.removed, ...ends]) {
      note(this.#strings, text);
      const module = moduleOf(text);
      if (module !== undefined && (text === wildcardOf(module) || text === `service.${module}`))
        note(this.#modules, module);
    }
    if (entry.identity?.subject !== undefined) note(this.#identities, keyOf(entry.identity));
    if (entry.action === 'remove') for (const member of entry.members ?? []) note(this.#everything, member);
    for (const member of WHOLE[entry.action] ?? []) note(this.#everything, member);
  }

  /** The newest entry that named a permission: by itself, by what covers it, or by taking everything. */
  permission(permission: string): LaterEntry | undefined {
    const module = moduleOf(permission);
    return newestOf(
      this.#strings.get(permission),
      module === undefined ? undefined : this.#modules.get(module),
      this.#everything.get('permissions'),
    );
  }

  /** The newest entry that changed whether the user is active. */
  state(): LaterEntry | undefined {
    return this.#everything.get('active');
  }

  identity(identity: EntryIdentity): LaterEntry | undefined {
    return newestOf(this.#identities.get(keyOf(identity)), this.#everything.get('identities'));
  }

  /** The entry that undid one. */
  undid(id: number): LaterEntry | undefined {
    return this.#undone.get(id);
  }
}

/** What an action is about, beside strings and one identity. */
const WHOLE: Partial<Record<AuditAction, readonly string[]>> = {
  activate: ['active'],
  deactivate: ['active'],
  erase: ['active', 'permissions', 'identities'],
};

/** What undoes a change of the state (decision 20, "13, 18"): who was created is deactivated. */
const STATE_AFTER_UNDO: Partial<Record<AuditAction, 'activate' | 'deactivate'>> = {
  create: 'deactivate',
  activate: 'deactivate',
  deactivate: 'activate',
};

function keyOf({ issuer, subject = '' }: EntryIdentity): string {
  return identityKey({ issuer, subject });
}

function newestOf(...entries: readonly (LaterEntry | undefined)[]): LaterEntry | undefined {
  let newest: LaterEntry | undefined;
  for (const entry of entries) if (entry && entry.id > (newest?.id ?? 0)) newest = entry;
  return newest;
}

/** An entry about a user. */
export interface UserEntry extends AuditEntry {
  readonly userId: ObjectId;
}

/** What undoes an entry; without a request there is nothing left to undo. */
export interface PlannedUndo {
  readonly entry: UserEntry;
  readonly leftAlone: readonly LeftAlone[];
  /** The entry that undid it before. */
  readonly undoneBy?: number;
  /** Why nothing is left, where that is not plain. */
  readonly message?: string;
  readonly request?: ChangeRequest;
}

/**
 * What is left to undo of an entry, after the plans of newer ones. An undo is never a way back (decision 6): it leaves alone
 * what a later entry named, unless `isOwn` says that this is part of the undo, and undoes no entry twice.
 */
export function planUndo(
  entry: UserEntry,
  user: PlannedUser,
  isOwn: (later: LaterEntry) => boolean,
  draft: (action: AuditAction, requested: readonly string[]) => AuditDraft,
): PlannedUndo {
  const { id, identity, userId } = entry;
  const { later, named } = user;
  // The newest entries are planned first, so that each later one is looked at only once.
  for (let one = later.at(-1); one !== undefined && one.id > id; one = later.at(-1)) {
    later.pop();
    named.add(one, isOwn(one));
  }
  const undid = named.undid(id);
  if (undid) {
    const by = { changedBy: undid.id, actor: undid.actor };
    // What somebody who was created holds is no matter of the undo.
    const changed = entry.action === 'create' ? [] : [...entry.added, ...entry.removed];
    const leftAlone = changed.map((permission) => ({ permission, ...by }));
    return { entry, leftAlone, undoneBy: undid.id, message: `entry ${undid.id} undid it` };
  }
  const notUndone = NOT_UNDONE[entry.action];
  if (notUndone) return { entry, leftAlone: [], message: notUndone };
  const action = STATE_AFTER_UNDO[entry.action];
  if (action) {
    const by = named.state();
    if (by) return { entry, leftAlone: [], message: `entry ${by.id} changed whether the user is active` };
    const request = { userId, change: { action }, draft: draft(action, []) };
    return { entry, leftAlone: [], request: { ...request, asOf: user.newestEntryId } };
  }
  if (identity) {
    const { issuer, subject } = identity;
    if (subject === undefined) return { entry, leftAlone: [], message: 'its user was erased' };
    const by = named.identity(identity);
    if (by) {
      const left = { identity: { issuer, subject }, changedBy: by.id, actor: by.actor };
      return { entry, leftAlone: [left] };
    }
    // The store itself knows whether anything is left to do.
    const change = inverseOf(entry.action, { issuer, subject });
    return {
      entry,
      leftAlone: [],
      request: {
        userId,
        change,
        draft: { ...draft(change.action, []), identity: change.identity },
        asOf: user.newestEntryId,
      },
    };
  }
  const isUntouched = (permission: string) => !named.permission(permission);
  const ends = Object.entries(entry.ends ?? {}).filter(([permission]) => isUntouched(permission));
  const undone = {
    added: entry.added.filter(isUntouched),
    removed: entry.removed.filter(isUntouched),
    ...(ends.length > 0 && { ends: Object.fromEntries(ends) }),
    ...(entry.endsBefore && { endsBefore: entry.endsBefore }),
  };
  const touched = new Set([...entry.added, ...entry.removed, ...Object.keys(entry.ends ?? {})]);
  const plan: PlannedUndo = {
    entry,
    leftAlone: [...touched].flatMap((permission) => {
      const by = named.permission(permission);
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
      change: {
        action: 'set',
        permissions: [...(undoing?.after ?? [])],
        ends: (undoing && endsJson(undoing.after.ends)) ?? {},
      },
      draft: draft('revert', [...touched].filter(isUntouched)),
      asOf: user.newestEntryId,
    },
  };
}

const NOT_UNDONE: Partial<Record<AuditAction, string>> = {
  update: 'an update is not undone: the trail does not have the values',
  erase: 'an erasure is not undone: nothing is left of the user',
  expire: 'an end is not undone: give the permission again',
};

/** The change that undoes the link or the unlink of an identity. */
function inverseOf(action: AuditAction, identity: ExternalIdentity): IdentityChange {
  return action === 'link'
    ? { action: 'unlink', identity }
    : { action: 'link', identity: identity as LinkableIdentity };
}
