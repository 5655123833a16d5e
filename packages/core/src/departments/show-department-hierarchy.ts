import type { ResultAsync } from '../result.js';
import { WHOLE_LIST } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Department, DepartmentNode } from './department.js';
import type { DepartmentRepository } from './department-repository.js';

/** The departments as a forest; `total` counts every department in it. */
export interface DepartmentHierarchy {
  readonly total: number;
  readonly departments: readonly DepartmentNode[];
}

/** Needed by {@link ShowDepartmentHierarchy}. */
export interface ShowDepartmentHierarchyParts {
  readonly departments: DepartmentRepository;
}

/**
 * Shows departments as a tree, newest first at every level (decision 4). Does not check the caller: guard it with
 * `RequireAdmin`.
 */
export class ShowDepartmentHierarchy {
  readonly #departments: DepartmentRepository;

  constructor({ departments }: ShowDepartmentHierarchyParts) {
    this.#departments = departments;
  }

  /** Errors: `store-unavailable`. */
  execute(): ResultAsync<DepartmentHierarchy, StoreUnavailable> {
    return this.#departments
      .list(WHOLE_LIST)
      .map(({ total, departments }) => ({ total, departments: growForest(departments) }));
  }
}

/** Keeps the given order at every level; a department whose parent does not exist is at the top. */
function growForest(departments: readonly Department[]): DepartmentNode[] {
  const childrenOf = new Map<ObjectId, DepartmentNode[]>(departments.map(({ id }) => [id, []]));
  const top: DepartmentNode[] = [];
  for (const department of departments) {
    const siblings = (department.parentId !== null && childrenOf.get(department.parentId)) || top;
    siblings.push({ ...department, children: childrenOf.get(department.id) ?? [] });
  }
  return top;
}
