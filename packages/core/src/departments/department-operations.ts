import { okAsync, type ResultAsync } from '../result.js';
import { type ListBounds, listRange } from '../values/list-range.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Department, DepartmentNode } from './department.js';
import type { DepartmentPage, DepartmentRepository } from './department-repository.js';

/** The departments as a forest; `total` counts every department in it. */
export interface DepartmentHierarchy {
  readonly total: number;
  readonly departments: readonly DepartmentNode[];
}

/**
 * What a program asks about departments: plain data, over a database or over HTTP (decision 4). `Failure` is why there is no
 * answer at all.
 */
export interface DepartmentOperations<Failure = StoreUnavailable> {
  /** Newest first, and the number of all. */
  list(bounds?: ListBounds): ResultAsync<DepartmentPage, Failure>;
  /** As `DepartmentRepository.revision`; missing if it cannot be known. */
  revision?(): ResultAsync<string | undefined, Failure>;
  /** The top-level departments with the departments below them, newest first at every level. */
  hierarchy(): ResultAsync<DepartmentHierarchy, Failure>;
}

/** Needed by {@link departmentOperations}. */
export interface DepartmentOperationsPorts {
  readonly departments: DepartmentRepository;
}

/** The departments of a store. Does not check the caller: guard it with `AccessOperations`. */
export function departmentOperations({ departments }: DepartmentOperationsPorts): DepartmentOperations {
  return {
    list: (bounds) => departments.list(listRange(bounds)),
    revision: () => departments.revision?.() ?? okAsync(undefined),
    hierarchy: () =>
      departments
        .list(listRange())
        .map(({ total, departments: all }) => ({ total, departments: growForest(all) })),
  };
}

/** Keeps the given order at every level; a department whose parent does not exist is at the top. */
function growForest(departments: readonly Department[]): DepartmentNode[] {
  const childrenOf = new Map<string, DepartmentNode[]>(departments.map(({ _id }) => [_id, []]));
  const top: DepartmentNode[] = [];
  for (const department of departments) {
    const siblings = (department.parentId !== null && childrenOf.get(department.parentId)) || top;
    siblings.push({ ...department, children: childrenOf.get(department._id) ?? [] });
  }
  return top;
}
