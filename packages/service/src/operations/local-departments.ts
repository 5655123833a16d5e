import {
  ALL_DEPARTMENTS,
  type DepartmentOperations,
  type DepartmentRepository,
  presentDepartment,
  presentDepartmentNode,
  ShowDepartmentHierarchy,
} from '@ops-admin/core';

/** Departments, as a store has them. */
export function localDepartments(departments: DepartmentRepository): DepartmentOperations {
  const hierarchy = new ShowDepartmentHierarchy(departments);
  return {
    list: () => departments.list(ALL_DEPARTMENTS).map((page) => page.departments.map(presentDepartment)),
    tree: () => hierarchy.execute().map((forest) => forest.departments.map(presentDepartmentNode)),
  };
}
