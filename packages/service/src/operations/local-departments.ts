import {
  ALL_DEPARTMENTS,
  type DepartmentOperations,
  type DepartmentRepository,
  isDepartmentFound,
  presentDepartment,
  presentDepartmentNode,
  ShowDepartmentHierarchy,
} from '@ops-admin/core';

/** Departments, as a store has them. */
export function localDepartments(departments: DepartmentRepository): DepartmentOperations {
  const hierarchy = new ShowDepartmentHierarchy(departments);
  return {
    list: ({ limit, search } = {}) =>
      departments
        .list(search === undefined && limit !== undefined ? { start: 0, end: limit } : ALL_DEPARTMENTS)
        .map((page) =>
          page.departments
            .filter((department) => search === undefined || isDepartmentFound(department, search))
            .slice(0, limit)
            .map(presentDepartment),
        ),
    tree: () => hierarchy.execute().map((forest) => forest.departments.map(presentDepartmentNode)),
  };
}
