import { endsOf } from '../permissions/permission-ends.js';

import type { ObjectId } from '../values/object-id.js';
import type { AuditEntry } from './audit-entry.js';
import { type AuditRecord, entryOf, type KeptSets, NOTHING_HELD, type RecordedSet } from './audit-record.js';

/** What an entry did to a user's set, or what the set was after it. */
export interface SetStep {
  readonly userId: ObjectId;
  readonly entryId: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly ends?: AuditEntry['ends'] | undefined;
  readonly sets?: KeptSets | undefined;
}

/** All steps, for stores that read the whole trail. */
export function setHistoryOf(records: readonly AuditRecord[]): SetStep[] {
  return records.flatMap(stepOf);
}

/** None for an entry about no user. */
function stepOf({ added, ends, id: entryId, removed, sets, userId }: AuditRecord): SetStep[] {
  return userId === null ? [] : [{ userId, entryId, added, removed, ends, sets }];
}

/** A set at a moment, and what it was just before. */
export interface Sets {
  readonly before: RecordedSet;
  readonly after: RecordedSet;
}

/**
 * Works out the sets of entries. `steps` has, for each user, everything that changed their set, beginning with the last
 * whole set before the first of these entries (with the user's first entry if there is none), in any order. Steps of entries
 * that changed nothing can be missing.
 */
export function workOutSets(records: readonly AuditRecord[], steps: readonly SetStep[]): AuditEntry[] {
  const moments = new Map<string, Sets>();
  const wanted = records.flatMap(stepOf);
  const known = new Set(steps.map(({ entryId, userId }) => `${userId} ${entryId}`));
  const all = [...steps, ...wanted.filter(({ entryId, userId }) => !known.has(`${userId} ${entryId}`))];
  const current = new Map<ObjectId, RecordedSet>();
  for (const step of all.sort((a, b) => a.entryId - b.entryId)) {
    const sets = setsAt(step, current.get(step.userId) ?? NOTHING_HELD);
    current.set(step.userId, sets.after);
    moments.set(`${step.userId} ${step.entryId}`, sets);
  }
  return records.map((record) => {
    const sets = moments.get(`${record.userId} ${record.id}`);
    const { before, after } = sets ?? { before: NOTHING_HELD, after: NOTHING_HELD };
    return entryOf(record, before, after);
  });
}

/** The sets that users hold after all of these steps; see {@link workOutSets}. */
export function lastSets(steps: readonly SetStep[]): ReadonlyMap<ObjectId, RecordedSet> {
  const current = new Map<ObjectId, RecordedSet>();
  for (const step of [...steps].sort((a, b) => a.entryId - b.entryId)) {
    current.set(step.userId, setsAt(step, current.get(step.userId) ?? NOTHING_HELD).after);
  }
  return current;
}

/** What an entry makes of a set: the same object if it stays. */
export function setsAt(
  { added, ends, removed, sets }: Pick<SetStep, 'added' | 'ends' | 'removed' | 'sets'>,
  current: RecordedSet,
): Sets {
  const before = sets?.before ? { permissions: sets.before, ends: endsOf(sets.endsBefore) } : current;
  if (sets) return { before, after: { permissions: sets.after, ends: endsOf(sets.endsAfter) } };
  if (added.length + removed.length === 0 && !ends) return { before, after: before };
  const gone = new Set(removed);
  const left = new Map([...before.ends].filter(([permission]) => !gone.has(permission)));
  for (const [permission, end] of Object.entries(ends ?? {})) {
    if (end === null) left.delete(permission);
    else left.set(permission, end);
  }
  const permissions = [...before.permissions.filter((permission) => !gone.has(permission)), ...added];
  return { before, after: { permissions, ends: left } };
}
