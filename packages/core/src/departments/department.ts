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
  /** `null` for a top-level department; may name a department that is not there. */
  readonly parentId: ObjectId | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
  /** Only where the parent is there. */
  readonly parent?: ParentDepartment;
  /** Only where a manager is named and there. */
  readonly manager?: UserSummary;
}

/** A department with the departments below it. */
export interface DepartmentNode extends Department {
  readonly children: readonly DepartmentNode[];
}
