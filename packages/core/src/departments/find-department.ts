import { err, ok, type Result, type ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { DepartmentRepository } from './department-repository.js';

/** No department has this id or code. */
export interface DepartmentNotFound {
  readonly type: 'department-not-found';
  readonly department: string;
}

/** Several departments share the code, so it names no single one. */
export interface AmbiguousDepartment {
  readonly type: 'ambiguous-department';
  readonly department: string;
  readonly candidates: readonly ObjectId[];
}

/** Why a text names no department. */
export type UnknownDepartment = DepartmentNotFound | AmbiguousDepartment;

/** Finds the department that a text names, by id or by code, exactly (decision 20, "9, imports"). */
export function findDepartment(
  departments: Pick<DepartmentRepository, 'idsNamed'>,
  name: string,
): ResultAsync<ObjectId, UnknownDepartment | StoreUnavailable> {
  return departments.idsNamed([name]).andThen(([found = []]) => theOnlyOne(name, found));
}

/** The same for many texts, by one look-up. Errors: `store-unavailable`; those of a text are in the map. */
export function findDepartments(
  departments: Pick<DepartmentRepository, 'idsNamed'>,
  names: readonly string[],
): ResultAsync<ReadonlyMap<string, Result<ObjectId, UnknownDepartment>>, StoreUnavailable> {
  const distinct = [...new Set(names)];
  return departments
    .idsNamed(distinct)
    .map((found) => new Map(distinct.map((name, n) => [name, theOnlyOne(name, found[n] ?? [])])));
}

/** What is wrong, for people; the place comes before it. */
export function describeUnknownDepartment(error: UnknownDepartment): string {
  const name = JSON.stringify(error.department);
  return error.type === 'department-not-found'
    ? `no department has the id or the code ${name}`
    : `several departments have the code ${name}; write the id: ${error.candidates.join(', ')}`;
}

function theOnlyOne(name: string, found: readonly ObjectId[]): Result<ObjectId, UnknownDepartment> {
  const [only, ...others] = found;
  if (only === undefined) return err({ type: 'department-not-found', department: name });
  return others.length > 0
    ? err({ type: 'ambiguous-department', department: name, candidates: found })
    : ok(only);
}
