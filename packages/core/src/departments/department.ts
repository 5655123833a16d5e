import type { UserSummary } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';

/** A parent as its children show it. */
export interface ParentDepartment {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

/** A department as it is read (interface, "Department"). */
export interface Department {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  /** `null` for a top-level department. The parent need not exist. */
  readonly parentId: ObjectId | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** Present if the parent exists. */
  readonly parent?: ParentDepartment;
  /** Present if a manager is named and exists. */
  readonly manager?: UserSummary;
}

/** A department with the departments below it. */
export interface DepartmentNode extends Department {
  readonly children: readonly DepartmentNode[];
}
