import type { AuditAction, AuditEntry } from '../audit/audit-entry.js';
import { type IdentityChange, identityKey } from '../users/identity-change.js';
import type { LinkableIdentity } from '../users/linkable-identity.js';
import type { StateChange } from '../users/person-change.js';
import type { ObjectId } from '../values/object-id.js';
import { wholesOf } from './permission.js';
import { changesAnything, type UndoPermissions } from './permission-change.js';
import type { LeftAlone } from './permission-row.js';

export interface UserEntry extends AuditEntry {
  readonly userId: ObjectId;
}

/** The members of a later entry that an undo reads. */
export type LaterEntry = Pick<
  AuditEntry,
  | 'action'
  | 'actor'
  | 'added'
  | 'batch'
  | 'ends'
  | 'id'
  | 'identity'
  | 'members'
  | 'removed'
  | 'requested'
  | 'reverts'
  | 'userId'
>;

/** The undo of an entry; without a change nothing is left to undo. */
export interface PlannedUndo {
  readonly entry: UserEntry;
  /** The newest entry of the user that the plan has seen. */
  readonly asOf: number;
  readonly leftAlone: readonly LeftAlone[];
  /** The entry that undid it before. */
  readonly undoneBy?: number;
  /** Why nothing is left. */
  readonly message?: string;
  readonly change?: UndoPermissions | IdentityChange | StateChange;
  /** The strings that the change is about. */
  readonly requested?: readonly string[];
}

/**
 * Plans the undo of one user's entries, the newest first, by later entries: those of the user, and those of others about their
 * identities. An undo leaves alone what a later entry named, unless `isOwn` says that this entry is part of the undo, and undoes no
 * entry twice.
 */
export function planUndo(
  newestFirst: readonly UserEntry[],
  later: readonly LaterEntry[],
  isOwn: (entry: LaterEntry) => boolean,
): readonly PlannedUndo[] {
  const latestFirst = [...later].sort((a, b) => b.id - a.id);
  const [newest] = newestFirst;
  const latestOwn = latestFirst.find(({ userId }) => userId === newest?.userId);
  const asOf = Math.max(newest?.id ?? 0, latestOwn?.id ?? 0);
  const since: Since = { named: new Map(), undone: new Map() };
  let noted = 0;
  return newestFirst.map((entry) => {
    for (let one = latestFirst[noted]; one && one.id > entry.id; one = latestFirst[++noted]) {
      if (one.reverts !== undefined) since.undone.set(one.reverts, one);
      // An own entry names nothing, but it can have undone another one.
      for (const key of isOwn(one) ? [] : namedBy(one)) if (!since.named.has(key)) since.named.set(key, one);
    }
    return { entry, asOf, leftAlone: [], ...planOf(entry, since) };
  });
}

/** The changes by the entries after the planned one. */
interface Since {
  /** The newest entry that named something, by its key. */
  readonly named: Map<string, LaterEntry>;
  /** The entry that undid another one, by the id of that. */
  readonly undone: Map<number, LaterEntry>;
}

function planOf(entry: UserEntry, { named, undone }: Since): Partial<PlannedUndo> {
  const { added, endsBefore, id, identity, removed } = entry;
  const undid = undone.get(id);
  if (undid) {
    // The undo of a creation does not touch permissions.
    const changed = entry.action === 'create' ? [] : [...added, ...removed];
    const leftAlone = changed.map((permission) => ({ permission, ...authorOf(undid) }));
    return { leftAlone, undoneBy: undid.id, message: `entry ${undid.id} undid it` };
  }
  const newestOf = (keys: readonly string[]) =>
    keys.reduce<LaterEntry | undefined>((newest, key) => {
      const one = named.get(key);
      return one && one.id > (newest?.id ?? 0) ? one : newest;
    }, undefined);
  const notUndone = NOT_UNDONE[entry.action];
  if (notUndone) return { message: notUndone };
  const action = STATE_AFTER_UNDO[entry.action];
  if (action) {
    const by = newestOf(['active']);
    if (by) return { message: `entry ${by.id} changed whether the user is active` };
    return { change: { action } };
  }
  if (identity) {
    const { issuer, subject } = identity;
    if (subject === undefined) return { message: 'its user was erased' };
    const own = { issuer, subject };
    const by = newestOf([identityKey(own), 'identities']);
    if (by) return { leftAlone: [{ identity: own, ...authorOf(by) }] };
    // The store itself knows whether anything is left to do.
    return entry.action === 'link'
      ? { change: { action: 'unlink', identity: own } }
      : { change: { action: 'link', identity: own as LinkableIdentity } };
  }
  const by = (permission: string) => newestOf(namersOf(permission));
  const isUntouched = (permission: string) => !by(permission);
  const ends = Object.entries(entry.ends ?? {});
  const untouched = ends.filter(([permission]) => isUntouched(permission));
  const change: UndoPermissions = {
    action: 'undo',
    added: added.filter(isUntouched),
    removed: removed.filter(isUntouched),
    ...(untouched.length > 0 && { ends: Object.fromEntries(untouched) }),
    ...(endsBefore && { endsBefore }),
  };
  const touched = [...new Set([...added, ...removed, ...ends.map(([permission]) => permission)])];
  return {
    leftAlone: touched.flatMap((permission) => {
      const later = by(permission);
      return later ? [{ permission, ...authorOf(later) }] : [];
    }),
    ...(changesAnything(change) && { change, requested: touched.filter(isUntouched) }),
  };
}

function authorOf({ actor, id }: LaterEntry): Pick<LeftAlone, 'actor' | 'changedBy'> {
  return { changedBy: id, actor };
}

/** Returns the keys of everything that an entry named: strings, an identity, and whole members of a user. */
export function namedBy(entry: LaterEntry): readonly string[] {
  const { action, added, ends = {}, identity, members = [], removed, requested } = entry;
  const { issuer, subject } = identity ?? {};
  return [
    ...[...requested, ...added, ...removed, ...Object.keys(ends)].map(stringKey),
    ...(issuer !== undefined && subject !== undefined ? [identityKey({ issuer, subject })] : []),
    ...(action === 'remove' ? members : []),
    ...(WHOLE[action] ?? []),
  ];
}

/** Returns the keys by which an entry can name a permission: itself, its wildcard, its module, or everything. */
export function namersOf(permission: string): readonly string[] {
  return ['permissions', ...[permission, ...wholesOf(permission)].map(stringKey)];
}

/** A key that no member of a user and no identity has. */
function stringKey(permission: string): string {
  return `permission ${permission}`;
}

/** The members of a user that an action changes as a whole. */
const WHOLE: Partial<Record<AuditAction, readonly string[]>> = {
  activate: ['active'],
  deactivate: ['active'],
  erase: ['active', 'permissions', 'identities'],
};

const STATE_AFTER_UNDO: Partial<Record<AuditAction, StateChange['action']>> = {
  create: 'deactivate',
  activate: 'deactivate',
  deactivate: 'activate',
};

const NOT_UNDONE: Partial<Record<AuditAction, string>> = {
  update: 'an update cannot be undone: the audit log does not have the values',
  erase: 'an erasure cannot be undone',
  expire: 'an end cannot be undone: add the permission again',
};
