import type { UserSummaryJson } from '../users/present-user.js';
import type { DepartmentRecord } from './department-record.js';

/** A parent as its children show it. */
export interface ParentDepartment {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

/** A department in the form of every answer (interface, "Department"). Plain data: ids and times are strings. */
export interface Department {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  /** `null` for a top-level department. The parent need not exist. */
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Present if the parent exists. */
  readonly parentDepartment?: ParentDepartment;
  /** Present if the named manager exists. */
  readonly manager?: UserSummaryJson;
  /** Only with details, like the next; empty for none. */
  readonly code?: string;
  /** The number of its users, without the departments below it. */
  readonly users?: number;
}

/** A department with all details. */
export interface DepartmentDetails extends Department {
  readonly code: string;
  readonly users: number;
}

/** One department, and the departments directly below it, newest first. */
export interface DepartmentShown extends DepartmentDetails {
  readonly children: readonly DepartmentDetails[];
}

/** A department with the departments below it. */
export interface DepartmentNode extends Department {
  readonly children: readonly DepartmentNode[];
}

/** Returns a record in the form of answers, without details. */
export function presentDepartment(
  { createdAt, description, id, name, parentId, updatedAt }: Omit<DepartmentRecord, 'code' | 'managerId'>,
  parent: Pick<DepartmentRecord, 'code' | 'description' | 'id' | 'name'> | undefined,
  manager: UserSummaryJson | undefined,
): Department {
  return {
    _id: id,
    name,
    description,
    parentId,
    createdAt,
    updatedAt,
    ...(parent && {
      parentDepartment: {
        _id: parent.id,
        name: parent.name,
        description: parent.description,
        code: parent.code,
      },
    }),
    ...(manager && { manager }),
  };
}
