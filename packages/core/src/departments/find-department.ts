import { err, ok, type Result, type ResultAsync } from '../result.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { DepartmentRepository } from './department-repository.js';

/** No department has this id or code. */
export interface UnknownDepartment {
  readonly type: 'department-not-found';
  readonly department: string;
}

/** Finds the department that a text names, by id or code. */
export function findDepartment(
  departments: Pick<DepartmentRepository, 'idsNamed'>,
  name: string,
): ResultAsync<ObjectId, UnknownDepartment | StoreUnavailable> {
  return departments.idsNamed([name]).andThen(([found]) => orUnknown(name, found));
}

/** Finds the departments that texts name, by one look-up. Errors: `store-unavailable`; those of a text are in the map. */
export function findDepartments(
  departments: Pick<DepartmentRepository, 'idsNamed'>,
  names: readonly string[],
): ResultAsync<ReadonlyMap<string, Result<ObjectId, UnknownDepartment>>, StoreUnavailable> {
  const distinct = [...new Set(names)];
  return departments
    .idsNamed(distinct)
    .map((found) => new Map(distinct.map((name, n) => [name, orUnknown(name, found[n])])));
}

/** Describes the mistake for people, to follow its place. */
export function describeUnknownDepartment({ department }: UnknownDepartment): string {
  return `no department has the id or the code ${JSON.stringify(department)}`;
}

/** An id never names another department with such a code: a repeated deletion would delete that one. */
function orUnknown(department: string, found: ObjectId | undefined): Result<ObjectId, UnknownDepartment> {
  const isOther = parseObjectId(department).map((id) => id !== found);
  return found === undefined || isOther.unwrapOr(false)
    ? err({ type: 'department-not-found', department })
    : ok(found);
}
