import { type ActorRefused, refusedActor } from '../access/actor.js';
import type { PermissionSet } from '../permissions/permission-set.js';
import { err, ok, type Result } from '../result.js';
import { checkText } from '../values/check-argument.js';
import { foldKey } from '../values/fold-text.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';
import type {
  DepartmentChange,
  DepartmentChangeOptions,
  DepartmentOutcome,
  DepartmentRefusal,
  DepartmentRequest,
  DepartmentResult,
  DepartmentValues,
  NewestEntry,
} from './department-change.js';
import type { ChangedDepartment } from './department-entry.js';
import {
  changedDepartmentMembers,
  type DepartmentRecord,
  departmentText,
  namesWholeDepartment,
} from './department-record.js';
import { findParentCycle } from './parent-cycle.js';

/** The data that a store reads to judge changes of departments, all at one moment. */
export interface DepartmentContext {
  /** Every department. */
  readonly departments: ReadonlyMap<ObjectId, DepartmentRecord>;
  /** Missing if the actor does not exist. */
  readonly actor: { readonly active: boolean; readonly permissions: PermissionSet } | undefined;
  /** Returns the number of users in a department that a request deletes. */
  usersIn(departmentId: ObjectId): number;
  /** Returns the newest entry about a department whose request has `asOf`. */
  newestEntryOf(departmentId: ObjectId): NewestEntry | undefined;
  readonly now: Date;
}

/** An outcome, and the change to write. */
export interface DepartmentJudgement {
  readonly outcome: DepartmentOutcome;
  /** Missing if nothing is written. */
  readonly changed?: ChangedDepartment;
}

/**
 * Judges changes of departments one after the other, each by the result of those before it. Throws a `TypeError` for an invalid
 * request, before anything is judged.
 */
export function judgeDepartmentChanges(
  requests: readonly DepartmentRequest[],
  { actor }: DepartmentChangeOptions,
  context: DepartmentContext,
): Result<readonly DepartmentJudgement[], ActorRefused> {
  for (const { change, departmentId } of requests) {
    checkText(departmentId, 'departmentId');
    if (change.action === 'create') checkText(change.values.name, 'name');
  }
  const refused = actor && refusedActor(actor, context.actor, context.now);
  if (refused) return err(refused);
  const departments = new Map(context.departments);
  return ok(requests.map((request) => judge(request, departments, context)));
}

function judge(
  { asOf, asSeen, change, departmentId, draft }: DepartmentRequest,
  departments: Map<ObjectId, DepartmentRecord>,
  { newestEntryOf, usersIn }: DepartmentContext,
): DepartmentJudgement {
  const refused = (outcome: DepartmentRefusal): DepartmentJudgement => ({ outcome });
  const before = departments.get(departmentId);
  if (before && change.action === 'create') throw new TypeError(`the department ${departmentId} exists`);
  if (!before && change.action !== 'create')
    return refused({ type: 'department-not-found', department: departmentId });
  if (asSeen !== undefined && before && departmentText(before) !== asSeen)
    return refused({ type: 'department-outdated', department: departmentId });
  const newest = asOf === undefined ? undefined : newestEntryOf(departmentId);
  if (asOf !== undefined && newest && newest.id > asOf)
    return refused({ type: 'department-outdated', department: departmentId, newest });

  if (before && change.action === 'delete') {
    const users = usersIn(departmentId);
    const below = [...departments.values()].filter(({ parentId }) => parentId === departmentId).length;
    if (users + below > 0)
      return refused({ type: 'department-not-empty', department: before, users, departments: below });
    departments.delete(departmentId);
    return { outcome: made('deleted', before, departments), changed: { before } };
  }

  const { time } = draft;
  const after = before
    ? updated(before, valuesOf(change), time)
    : created(departmentId, valuesOf(change), time);
  if (before && changedDepartmentMembers(before, after).length === 0)
    return { outcome: made('unchanged', before, departments) };
  const refusal = refusalOf(after, before, departments);
  if (refusal) return refused(refusal);
  departments.set(departmentId, after);
  return {
    outcome: made(before ? 'updated' : 'created', after, departments),
    changed: before ? { before, after, isWhole: namesWholeDepartment(valuesOf(change)) } : { after },
  };
}

/** Leaves out the members that are `undefined`. */
function valuesOf(change: DepartmentChange): DepartmentValues {
  const values = 'values' in change ? change.values : {};
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function created(id: ObjectId, values: DepartmentValues, time: Timestamp): DepartmentRecord {
  const empty = { name: '', description: '', code: '', parentId: null, managerId: null };
  return { createdAt: time, ...empty, ...values, id, updatedAt: time };
}

function updated(before: DepartmentRecord, values: DepartmentValues, time: Timestamp): DepartmentRecord {
  const after = { ...before, ...values };
  return changedDepartmentMembers(before, after).length === 0 ? before : { ...after, updatedAt: time };
}

function made(
  result: DepartmentResult,
  department: DepartmentRecord,
  departments: ReadonlyMap<ObjectId, DepartmentRecord>,
): DepartmentOutcome {
  const parent = department.parentId === null ? undefined : departments.get(department.parentId);
  return { type: 'made', result, department, ...(parent && { parent }) };
}

/** A department may keep its parent and its code, because an import can bring a parent that does not exist. */
function refusalOf(
  after: DepartmentRecord,
  before: DepartmentRecord | undefined,
  departments: ReadonlyMap<ObjectId, DepartmentRecord>,
): DepartmentRefusal | undefined {
  const { code, id, parentId } = after;
  if (code !== '' && code !== before?.code) {
    const key = foldKey(code);
    const owner = [...departments.values()].find((one) => one.id !== id && foldKey(one.code) === key);
    if (owner) return { type: 'code-taken', code, owner };
  }
  if (parentId === null || parentId === before?.parentId) return undefined;
  if (parentId !== id && !departments.has(parentId))
    return { type: 'department-not-found', department: parentId };
  const parents = new Map([...departments.values(), after].map((one) => [one.id, one.parentId]));
  const cycle = findParentCycle(parents);
  return cycle && { type: 'parent-cycle', cycle };
}
