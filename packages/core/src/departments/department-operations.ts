import { err, errAsync, ok, okAsync, type ResultAsync } from '../result.js';
import { type ListBounds, listRange } from '../values/list-range.js';
import { parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Department, DepartmentNode, DepartmentShown } from './department.js';
import { departmentText } from './department-record.js';
import type { DepartmentListOptions, DepartmentPage, DepartmentRepository } from './department-repository.js';
import type { UnknownDepartment } from './find-department.js';

/** The departments as a forest; `total` counts every department in it. */
export interface DepartmentHierarchy {
  readonly total: number;
  readonly departments: readonly DepartmentNode[];
}

/** One department, and its `version`, which a change can depend on by `asSeen`. */
export interface SeenDepartment {
  readonly department: DepartmentShown;
  readonly version: string;
}

/** Reads of departments: plain data, over a database or over HTTP. `Failure` says why no answer came. */
export interface DepartmentOperations<Failure = StoreUnavailable> {
  /** Returns departments, newest first, and the number of all. */
  list(bounds?: ListBounds & DepartmentListOptions): ResultAsync<DepartmentPage, Failure>;
  /** Returns one department. Errors: `department-not-found`. */
  find(id: string): ResultAsync<SeenDepartment, UnknownDepartment | Failure>;
  /** See `DepartmentRepository.revision`. */
  revision?(): ResultAsync<string | undefined, Failure>;
  /** Returns the top-level departments with the departments below them, newest first at every level. */
  hierarchy(options?: DepartmentListOptions): ResultAsync<DepartmentHierarchy, Failure>;
}

/** Needed by {@link departmentOperations}. */
export interface DepartmentOperationsPorts {
  readonly departments: DepartmentRepository;
}

/** Makes the operations over a store. They do not check the caller: guard them with `AccessOperations`. */
export function departmentOperations({ departments }: DepartmentOperationsPorts): DepartmentOperations {
  return {
    list: ({ details, ...bounds } = {}) => departments.list(listRange(bounds), { details }),
    find: (id) => findOne(departments, id),
    revision: () => departments.revision?.() ?? okAsync(undefined),
    hierarchy: (options) =>
      departments
        .list(listRange(), options)
        .map(({ total, departments: all }) => ({ total, departments: growForest(all) })),
  };
}

function findOne(
  departments: Pick<DepartmentRepository, 'find'>,
  id: string,
): ResultAsync<SeenDepartment, UnknownDepartment | StoreUnavailable> {
  const missing: UnknownDepartment = { type: 'department-not-found', department: id };
  const parsed = parseObjectId(id);
  if (parsed.isErr()) return errAsync(missing);
  return departments.find(parsed.value).andThen((found) => {
    if (!found) return err(missing);
    const { children, department, record } = found;
    return ok({ department: { ...department, children }, version: departmentText(record) });
  });
}

/** Keeps the order at every level; a department without its parent is at the top. */
function growForest(departments: readonly Department[]): DepartmentNode[] {
  const childrenOf = new Map<string, DepartmentNode[]>(departments.map(({ _id }) => [_id, []]));
  const top: DepartmentNode[] = [];
  for (const department of departments) {
    const siblings = (department.parentId !== null && childrenOf.get(department.parentId)) || top;
    siblings.push({ ...department, children: childrenOf.get(department._id) ?? [] });
  }
  return top;
}
