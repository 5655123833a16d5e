import type { UserSummaryJson } from '../users/present-user.js';

/** A parent as its children show it. */
export interface ParentDepartment {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

/**
 * A department, in the form and the order of members that every answer has (interface, "Department"; decision 4). Plain data:
 * identifiers and times are texts.
 */
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
  /** Present if a manager is named and exists. */
  readonly manager?: UserSummaryJson;
}

/** A department with the departments below it (decision 4). */
export interface DepartmentNode extends Department {
  readonly children: readonly DepartmentNode[];
}
