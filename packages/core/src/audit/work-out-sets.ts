import type { ObjectId } from '../values/object-id.js';
import type { AuditEntry } from './audit-entry.js';
import { type AuditRecord, entryOf, type KeptSets } from './audit-record.js';
import type { ArchivedSet } from './trail-archive.js';

/** What an entry did to a user's set, or what the set was after it. */
export interface SetStep {
  readonly userId: ObjectId;
  readonly entryId: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly sets?: KeptSets | undefined;
}

/** All steps, beginning with the archives, for stores that read the whole trail. */
export function setHistoryOf(
  records: readonly AuditRecord[],
  archivedSets: readonly ArchivedSet[] = [],
): SetStep[] {
  return [
    ...archivedSets.map(({ entryId, permissions, userId }) => ({
      userId,
      entryId,
      added: [],
      removed: [],
      sets: { after: permissions },
    })),
    ...records.flatMap(stepOf),
  ];
}

/** None for an entry about no user. */
function stepOf({ added, id: entryId, removed, sets, userId }: AuditRecord): SetStep[] {
  return userId === null ? [] : [{ userId, entryId, added, removed, sets }];
}

/** A set at a moment, and what it was just before. */
export interface Sets {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const NOTHING: readonly string[] = [];

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
  const current = new Map<ObjectId, readonly string[]>();
  for (const step of all.sort((a, b) => a.entryId - b.entryId)) {
    const sets = setsAt(step, current.get(step.userId) ?? NOTHING);
    current.set(step.userId, sets.after);
    moments.set(`${step.userId} ${step.entryId}`, sets);
  }
  return records.map((record) => {
    const { before, after } = moments.get(`${record.userId} ${record.id}`) ?? { before: [], after: [] };
    return entryOf(record, before, after);
  });
}

/** The sets that users hold after all of these steps; see {@link workOutSets}. */
export function lastSets(steps: readonly SetStep[]): ReadonlyMap<ObjectId, readonly string[]> {
  const current = new Map<ObjectId, readonly string[]>();
  for (const step of [...steps].sort((a, b) => a.entryId - b.entryId)) {
    current.set(step.userId, setsAt(step, current.get(step.userId) ?? NOTHING).after);
  }
  return current;
}

/** What an entry makes of a set. */
export function setsAt(
  { added, removed, sets }: Pick<SetStep, 'added' | 'removed' | 'sets'>,
  current: readonly string[],
): Sets {
  const before = sets?.before ?? current;
  if (sets) return { before, after: sets.after };
  if (added.length + removed.length === 0) return { before, after: before };
  const gone = new Set(removed);
  return { before, after: [...before.filter((permission) => !gone.has(permission)), ...added] };
}
