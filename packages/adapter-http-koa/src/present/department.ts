import type { Department, DepartmentNode, ParentDepartment, UserSummary } from '@ops-admin/core';

/** A department in an answer (interface, "Department"; decision 4). */
export interface DepartmentJson {
  readonly _id: string;
  readonly name: string;
  readonly description: string;
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly parentDepartment?: object;
  readonly manager?: object;
  readonly children?: readonly DepartmentJson[];
}

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

export function presentDepartmentNode(node: DepartmentNode): DepartmentJson {
  return { ...presentDepartment(node), children: node.children.map(presentDepartmentNode) };
}

function presentParent({ id, name, description, code }: ParentDepartment): object {
  return { _id: id, name, description, code };
}

function presentUserSummary({ id, emails, personalInformation }: UserSummary): object {
  return { _id: id, emails, personalInformation };
}
