import { err, ok, type ResultAsync } from '../result.js';
import { foldKey } from '../values/fold-text.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { Department } from './department.js';
import type { DepartmentOperations } from './department-operations.js';
import type { UnknownDepartment } from './find-department.js';

/** Several departments have the name. */
export interface AmbiguousName {
  readonly type: 'ambiguous-department';
  readonly department: string;
  readonly candidates: readonly ObjectId[];
}

/**
 * Finds the department that a person names: by id, else by code, else by a name that one department has; case is ignored. It reads
 * all departments.
 */
export function departmentNamed<Failure>(
  departments: Pick<DepartmentOperations<Failure>, 'list'>,
  text: string,
): ResultAsync<Department, AmbiguousName | UnknownDepartment | Failure> {
  const folded = foldKey(text);
  const isSame = (other = '') => foldKey(other) === folded;
  return departments.list({ details: true }).andThen(({ departments: all }) => {
    const byId = all.filter(({ _id }) => isSame(_id));
    // An id never names another department with such a code or name.
    const others = parseObjectId(text).isOk()
      ? []
      : [all.filter(({ code }) => code !== '' && isSame(code)), all.filter(({ name }) => isSame(name))];
    const found = [byId, ...others].find((some) => some.length > 0);
    const [only, ...more] = found ?? [];
    if (!only) return err({ type: 'department-not-found' as const, department: text });
    if (more.length === 0) return ok(only);
    const candidates = (found ?? []).map(({ _id }) => _id as ObjectId);
    return err({ type: 'ambiguous-department' as const, department: text, candidates });
  });
}
