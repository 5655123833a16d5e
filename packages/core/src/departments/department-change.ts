import type { Actor } from '../access/actor.js';
import type { AuditDraft, AuditEntry } from '../audit/audit-entry.js';
import type { ObjectId } from '../values/object-id.js';
import type { DepartmentMember, DepartmentRecord } from './department-record.js';
import { describeUnknownDepartment, type UnknownDepartment } from './find-department.js';
import type { ParentCycle } from './parent-cycle.js';

/** Values for members of a department; a member that is left out stays. */
export type DepartmentValues = {
  readonly [Member in Exclude<DepartmentMember, 'updatedAt'>]?: DepartmentRecord[Member];
};

/** A change of a department. */
export type DepartmentChange =
  | { readonly action: 'create'; readonly values: DepartmentValues & { readonly name: string } }
  | { readonly action: 'update'; readonly values: DepartmentValues }
  | { readonly action: 'delete' };

/** A change of one department, and what the audit log says about it. */
export interface DepartmentRequest {
  readonly departmentId: ObjectId;
  readonly change: DepartmentChange;
  readonly draft: Omit<AuditDraft, 'action' | 'identity' | 'requested'>;
  /** The `departmentText` that the caller has seen: with another one, the change is `department-outdated`. */
  readonly asSeen?: string | undefined;
  /** An entry: with a newer one about this department, the change is `department-outdated`. */
  readonly asOf?: number | undefined;
}

/** Options of changes of departments. */
export interface DepartmentChangeOptions {
  /** The caller, whose permission is checked once, before the first change. Without an actor nobody is checked. */
  readonly actor?: Actor | undefined;
  /** Whether the store only reads, without a lock, and the outcomes report what would happen. */
  readonly dryRun?: boolean | undefined;
}

export type DepartmentResult = 'created' | 'updated' | 'unchanged' | 'deleted';

/** A change that was made, or would be. */
export interface DepartmentMade {
  readonly type: 'made';
  readonly result: DepartmentResult;
  /** The department after the change; a deleted one as it was. */
  readonly department: DepartmentRecord;
  /** The parent, if it exists. */
  readonly parent?: DepartmentRecord;
  /** Missing in a dry run, and if nothing changed. */
  readonly entry?: AuditEntry;
}

/** The department changed after the caller had seen it. */
export interface DepartmentOutdated {
  readonly type: 'department-outdated';
  readonly department: ObjectId;
  /** The newest entry about it, if that is why. */
  readonly newest?: NewestEntry;
}

/** Another department has the code. */
export interface CodeTaken {
  readonly type: 'code-taken';
  readonly code: string;
  readonly owner: DepartmentRecord;
}

/** The department to delete has users, or departments below it: these numbers. */
export interface DepartmentNotEmpty {
  readonly type: 'department-not-empty';
  readonly department: DepartmentRecord;
  readonly users: number;
  readonly departments: number;
}

/** Why a department was not changed. */
export type DepartmentRefusal =
  | UnknownDepartment
  | DepartmentOutdated
  | CodeTaken
  | DepartmentNotEmpty
  | ParentCycle;

/** The outcome of a request. */
export type DepartmentOutcome = DepartmentMade | DepartmentRefusal;

/** The newest entry about a department, and the entry that it undid. */
export interface NewestEntry {
  readonly id: number;
  readonly reverts?: number | undefined;
}

/** Describes a refusal for people. */
export function describeDepartmentRefusal(refusal: DepartmentRefusal): string {
  switch (refusal.type) {
    case 'code-taken':
      return `the code ${JSON.stringify(refusal.code)} belongs to the department ${nameOf(refusal.owner)}`;
    case 'department-outdated':
      return refusal.newest
        ? `entry ${refusal.newest.id} changed the department since`
        : 'the department changed since you read it';
    case 'department-not-empty': {
      const { departments, users } = refusal;
      const below = [...counted(users, 'user'), ...counted(departments, 'department')].join(' and ');
      return `${nameOf(refusal.department)} is not empty: it has ${below}; move them first`;
    }
    case 'department-not-found':
      return describeUnknownDepartment(refusal);
    case 'parent-cycle':
      return `the department would be below itself: ${refusal.cycle.join(' < ')}`;
  }
}

function nameOf({ id, name }: DepartmentRecord): string {
  return `${name} (${id})`;
}

function counted(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
}
