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

/** What is done to a department. */
export type DepartmentChange =
  | { readonly action: 'create'; readonly values: DepartmentValues & { readonly name: string } }
  | { readonly action: 'update'; readonly values: DepartmentValues }
  | { readonly action: 'delete' };

/** A change of one department, and what the audit log says about it. */
export interface DepartmentRequest {
  readonly departmentId: ObjectId;
  readonly change: DepartmentChange;
  readonly draft: Omit<AuditDraft, 'action' | 'identity' | 'requested'>;
  /** The `departmentText` of the record that the caller has seen: with another one, the change is `department-outdated`. */
  readonly asSeen?: string | undefined;
  /** An entry: with a newer one of this department, the change is `department-outdated`. */
  readonly asOf?: number | undefined;
}

/** How changes of departments are made. */
export interface DepartmentChangeOptions {
  /** Who asks; their access is checked once, before the first change. Without an actor nobody is checked. */
  readonly actor?: Actor | undefined;
  /** Whether the store is only read: no lock, no entry; the outcomes say what would happen. */
  readonly dryRun?: boolean | undefined;
}

/** What became of a department, in a word. */
export type DepartmentResult = 'created' | 'updated' | 'unchanged' | 'deleted';

/** A change that was made, or would be. */
export interface DepartmentMade {
  readonly type: 'made';
  readonly result: DepartmentResult;
  /** The department after the change; one that is deleted as it was. */
  readonly department: DepartmentRecord;
  /** The department above it, if that exists. */
  readonly parent?: DepartmentRecord;
  /** Missing if nothing is written: in a dry run, and if nothing changed. */
  readonly entry?: AuditEntry;
}

/** The department is not as the caller has seen it. */
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

/** Users or departments are below the one to delete: so many. */
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

/** The newest entry about a department, and which entry that one undid. */
export interface NewestEntry {
  readonly id: number;
  readonly reverts?: number | undefined;
}

/** Returns the text of a refusal, for people. */
export function describeDepartmentRefusal(refusal: DepartmentRefusal): string {
  switch (refusal.type) {
    case 'code-taken':
      return `the code ${JSON.stringify(refusal.code)} belongs to the department ${nameOf(refusal.owner)}`;
    case 'department-outdated':
      return refusal.newest
        ? `entry ${refusal.newest.id} changed the department since`
        : 'the department is not as you have seen it';
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
