import type { Department, DepartmentDetails, DepartmentRecord, ObjectId, Timestamp } from '@ops-admin/core';
import { presentDepartment, presentUserSummary } from '@ops-admin/core/adapter';
import { userSummaryOf } from './stored-user.js';

/** A department with its parent and its manager, as stores of rows join them, flat. */
export interface StoredDepartment {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  readonly parentId: ObjectId | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** `null`, like the other columns of the parent, for a department at the top. */
  readonly parentName: string | null;
  readonly parentDescription: string;
  readonly parentCode: string;
  /** `null`, like the other columns of the manager, without a manager. */
  readonly managerId: ObjectId | null;
  readonly managerFirstName: string;
  readonly managerLastName: string;
  readonly managerName: string;
  /** A JSON array in text. */
  readonly managerEmails: string;
}

export interface DetailedDepartment extends StoredDepartment {
  readonly code: string;
  /** The manager whom the record names, who need not exist. */
  readonly namedManagerId: ObjectId | null;
  readonly users: number;
}

export function detailsOf(row: DetailedDepartment): DepartmentDetails {
  return { ...departmentOf(row), code: row.code, users: row.users };
}

export function recordOf({
  code,
  createdAt,
  description,
  id,
  name,
  namedManagerId: managerId,
  parentId,
  updatedAt,
}: DetailedDepartment): DepartmentRecord {
  return { id, name, description, code, parentId, managerId, createdAt, updatedAt };
}

export function departmentOf(row: StoredDepartment): Department {
  const { managerId, parentId, parentName } = row;
  return presentDepartment(
    row,
    parentId === null || parentName === null
      ? undefined
      : { id: parentId, name: parentName, description: row.parentDescription, code: row.parentCode },
    managerId === null
      ? undefined
      : presentUserSummary(
          userSummaryOf({
            id: managerId,
            firstName: row.managerFirstName,
            lastName: row.managerLastName,
            name: row.managerName,
            emails: row.managerEmails,
          }),
        ),
  );
}
