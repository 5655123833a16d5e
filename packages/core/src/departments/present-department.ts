import { presentUserSummary, type UserSummaryJson } from '../users/present-user.js';
import type { Department, DepartmentNode, ParentDepartment } from './department.js';

/** A parent as its children show it. */
export interface ParentDepartmentJson {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
}

/** A department in an answer (interface, "Department"; decision 4). */
export interface DepartmentJson {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly parentDepartment?: ParentDepartmentJson;
  readonly manager?: UserSummaryJson;
}

/** A department with the departments below it (decision 4). */
export interface DepartmentNodeJson extends DepartmentJson {
  readonly children: readonly DepartmentNodeJson[];
}

/** A department as the interface shows it. */
export function presentDepartment(department: Department): DepartmentJson {
  const { id, name, description, parentId, createdAt, updatedAt, parent, manager } = department;
  return {
    _id: id,
    name,
    description,
    parentId,
    createdAt,
    updatedAt,
    ...(parent && { parentDepartment: presentParent(parent) }),
    ...(manager && { manager: presentUserSummary(manager) }),
  };
}

/** The same with its children. Not recursive: departments can be deeper than the stack. */
export function presentDepartmentNode(node: DepartmentNode): DepartmentNodeJson {
  const begin = (begun: DepartmentNode) => ({ begun, children: [] as DepartmentNodeJson[] });
  const top = begin(node);
  const waiting = [top];
  for (const { begun, children } of waiting) {
    for (const child of begun.children) {
      const next = begin(child);
      children.push({ ...presentDepartment(child), children: next.children });
      waiting.push(next);
    }
  }
  return { ...presentDepartment(node), children: top.children };
}

function presentParent({ id, name, description, code }: ParentDepartment): ParentDepartmentJson {
  return { _id: id, name, description, code };
}
