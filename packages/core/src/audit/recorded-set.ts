import { type Ends, endsOf, NO_ENDS } from '../permissions/permission-ends.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import type { AuditEntry } from './audit-entry.js';

/** The strings of a user by the audit log. Strings can be repeated if somebody tampered with them. */
export interface RecordedSet {
  readonly permissions: readonly string[];
  readonly ends: Ends;
}

export const NOTHING_HELD: RecordedSet = { permissions: [], ends: NO_ENDS };

/** Returns a set in the form of the audit log. */
export function recordedSetOf(set: PermissionSet): RecordedSet {
  return { permissions: set.toArray(), ends: set.ends };
}

/** Returns what a user held before an entry. */
export function setBefore({ before, endsBefore }: Pick<AuditEntry, 'before' | 'endsBefore'>): RecordedSet {
  return { permissions: before, ends: endsOf(endsBefore) };
}

/** Returns what a user held after an entry. */
export function setAfter({
  after,
  ends = {},
  endsBefore,
  removed,
}: Pick<AuditEntry, 'after' | 'ends' | 'endsBefore' | 'removed'>): RecordedSet {
  const left = new Map(endsOf(endsBefore));
  for (const permission of removed) left.delete(permission);
  for (const [permission, end] of Object.entries(ends)) {
    if (end === null) left.delete(permission);
    else left.set(permission, end);
  }
  return { permissions: after, ends: left };
}

/** Returns the strings after a change that keeps the order: added strings come last. */
export function afterInOrder({
  added,
  before,
  removed,
}: Pick<AuditEntry, 'added' | 'before' | 'removed'>): readonly string[] {
  if (added.length + removed.length === 0) return before;
  const gone = new Set(removed);
  return [...before.filter((permission) => !gone.has(permission)), ...added];
}
