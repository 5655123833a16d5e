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

/** One department, and what names the state of its record: a change can depend on that, see `asSeen`. */
export interface SeenDepartment {
  readonly department: DepartmentShown;
  readonly version: string;
}

/**
 * What a program asks about departments: plain data, over a database or over HTTP. `Failure` is why there is no answer at all.
 */
export interface DepartmentOperations<Failure = StoreUnavailable> {
  /** Newest first, and the number of all. */
  list(bounds?: ListBounds & DepartmentListOptions): ResultAsync<DepartmentPage, Failure>;
  /** The department with an identifier. Errors: `department-not-found`. */
  find(id: string): ResultAsync<SeenDepartment, UnknownDepartment | Failure>;
  /** As `DepartmentRepository.revision`; missing if it cannot be known. */
  revision?(): ResultAsync<string | undefined, Failure>;
  /** The top-level departments with the departments below them, newest first at every level. */
  hierarchy(options?: DepartmentListOptions): ResultAsync<DepartmentHierarchy, Failure>;
}

/** Needed by {@link departmentOperations}. */
export interface DepartmentOperationsPorts {
  readonly departments: DepartmentRepository;
}

/** The departments of a store. Does not check the caller: guard it with `AccessOperations`. */
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
