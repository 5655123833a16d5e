import { WHOLE_LIST } from '../values/list-range.js';
import type { DepartmentOperations } from './department-operations.js';
import { isDepartmentFound } from './is-department-found.js';
import { presentDepartment, presentDepartmentNode } from './present-department.js';
import { ShowDepartmentHierarchy, type ShowDepartmentHierarchyParts } from './show-department-hierarchy.js';

/** The departments of a store. Does not check the caller: guard it with `RequireAdmin`. */
export function localDepartments({ departments }: ShowDepartmentHierarchyParts): DepartmentOperations {
  const hierarchy = new ShowDepartmentHierarchy({ departments });
  return {
    list: ({ limit, search } = {}) =>
      departments
        .list(search === undefined && limit !== undefined ? { start: 0, end: limit } : WHOLE_LIST)
        .map((page) =>
          page.departments
            .filter((department) => search === undefined || isDepartmentFound(department, search))
            .slice(0, limit)
            .map(presentDepartment),
        ),
    tree: () => hierarchy.execute().map((forest) => forest.departments.map(presentDepartmentNode)),
  };
}
