import type { ActorRefused } from '../access/actor.js';
import { type AuditEntry, draftedNow } from '../audit/audit-entry.js';
import type { Organisation } from '../organisation/organisation.js';
import type { ChangeInput } from '../permissions/change-input.js';
import type { PermissionRow } from '../permissions/permission-row.js';
import { resultIn } from '../permissions/row-result.js';
import { err, ok, type Result } from '../result.js';
import { listRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import {
  type DepartmentChange,
  type DepartmentOutcome,
  type DepartmentRequest,
  type DepartmentValues,
  describeDepartmentRefusal,
} from './department-change.js';
import type { DepartmentRepository } from './department-repository.js';

export type DepartmentEntry = AuditEntry & { readonly departmentId: ObjectId };

/** Needed by {@link undoDepartments}. A program that changes no departments can leave out the first two. */
export interface UndoDepartmentsPorts {
  readonly organisation?: Pick<Organisation, 'changeDepartments'>;
  readonly departments?: Pick<DepartmentRepository, 'list'>;
  readonly clock: Clock;
}

type UndoInput = Pick<ChangeInput, 'actor' | 'dryRun' | 'origin'>;

/**
 * Undoes entries about departments in one transaction: deletes a created department if it is empty, and sets back an updated one
 * unless a later entry is about it. Children are deleted before their parents. Returns a row for each entry, in their order.
 */
export async function undoDepartments(
  { clock, departments, organisation }: UndoDepartmentsPorts,
  newestFirst: readonly DepartmentEntry[],
  { actor, dryRun = false, origin }: UndoInput,
): Promise<Result<readonly PermissionRow[], ActorRefused | StoreUnavailable>> {
  if (newestFirst.length === 0) return ok([]);
  if (!departments || !organisation)
    throw new TypeError('undoing entries of departments needs the ports organisation and departments');
  const listed = await departments.list(listRange());
  if (listed.isErr()) return err(listed.error);
  const parents = new Map(listed.value.departments.map(({ _id, parentId }) => [_id, parentId]));
  const newest = new Map<ObjectId, number>();
  for (const { departmentId, id } of newestFirst) if (!newest.has(departmentId)) newest.set(departmentId, id);
  const entries = childrenFirst(newestFirst, parents);
  const undoable = entries.filter(({ change }) => change !== 'deleted');
  const requests = undoable.map((entry): DepartmentRequest => {
    const { departmentId, id } = entry;
    const change = undoOf(entry);
    return {
      departmentId,
      change,
      draft: { ...draftedNow(origin, clock), reverts: id },
      // Entries that this undo writes are newer, so they count as its own.
      ...(change.action === 'update' && { asOf: newest.get(departmentId) }),
    };
  });
  const changed = await organisation.changeDepartments(requests, { actor, dryRun });
  if (changed.isErr()) return err(changed.error);
  const outcomes = new Map(undoable.map(({ id }, n) => [id, changed.value[n] as DepartmentOutcome]));
  return ok(newestFirst.map((entry) => rowOf(entry, outcomes.get(entry.id), { dryRun, origin })));
}

function undoOf({ change, former = {} }: DepartmentEntry): DepartmentChange {
  if (change === 'created') return { action: 'delete' };
  const { updatedAt: _, ...values } = former;
  return { action: 'update', values: values as DepartmentValues };
}

/** Reorders the entries whose undo deletes a department, so that the deepest comes first. */
function childrenFirst(
  entries: readonly DepartmentEntry[],
  parents: ReadonlyMap<string, string | null>,
): readonly DepartmentEntry[] {
  const isDeletion = ({ change }: DepartmentEntry) => change === 'created';
  const deletions = entries
    .filter(isDeletion)
    .map((entry) => ({ entry, depth: depthOf(entry.departmentId, parents) }))
    .sort((a, b) => b.depth - a.depth);
  let next = 0;
  return entries.map((entry) => (isDeletion(entry) ? (deletions[next++]?.entry ?? entry) : entry));
}

/** Counts the departments above one. It also ends where the parents form a cycle. */
function depthOf(id: string, parents: ReadonlyMap<string, string | null>): number {
  let depth = 0;
  for (let above = parents.get(id); above && depth < parents.size; above = parents.get(above)) depth++;
  return depth;
}

function rowOf(
  { change, departmentId, id: reverts }: DepartmentEntry,
  outcome: DepartmentOutcome | undefined,
  { dryRun = false, origin: { batch } }: UndoInput,
): PermissionRow {
  const row = { department: departmentId, reverts, ...(dryRun && { dryRun: true as const }) };
  if (!outcome) return { ...row, result: 'nothing-left', message: NOT_UNDONE };
  if (outcome.type === 'made') {
    const { department, entry, result } = outcome;
    return {
      ...row,
      name: department.name,
      result: result === 'unchanged' ? 'nothing-left' : resultIn(dryRun, 'reverted'),
      ...(entry && { entry: entry.id }),
      ...(entry && batch !== undefined && { batch }),
      ...(result !== 'unchanged' && {
        message: `${dryRun ? 'would be ' : ''}${result === 'deleted' ? result : 'set back'}`,
      }),
      ...(result === 'unchanged' && { message: 'the department already has these values' }),
    };
  }
  const undoneBy = outcome.type === 'department-outdated' && outcome.newest?.reverts === reverts;
  const isGone = outcome.type === 'department-not-found' && outcome.department === departmentId;
  return {
    ...row,
    // A department that somebody else has changed, or filled, is left alone.
    result: isGone || LEFT_ALONE.has(outcome.type) ? 'nothing-left' : 'conflict',
    ...(undoneBy && { undoneBy: outcome.newest?.id }),
    message: isGone
      ? `the department no longer exists${change === 'created' ? '' : ', so nothing can be set back'}`
      : describeDepartmentRefusal(outcome),
  };
}

const LEFT_ALONE: ReadonlySet<DepartmentOutcome['type']> = new Set([
  'department-not-empty',
  'department-outdated',
]);

const NOT_UNDONE = 'a deletion cannot be undone: create the department again';
