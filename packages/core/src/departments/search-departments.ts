import type { ResultAsync } from '../result.js';
import { foldCase } from '../values/fold-text.js';
import type { Department } from './department.js';
import type { DepartmentOperations } from './department-operations.js';

/**
 * Finds the departments whose name or description has a text, ignoring case, or whose id begins with it: at most `limit`, newest
 * first. It reads all departments, because the list of the interface has no search.
 */
export function searchDepartments<Failure>(
  departments: Pick<DepartmentOperations<Failure>, 'list'>,
  search: string,
  limit?: number,
): ResultAsync<readonly Department[], Failure> {
  const sought = foldCase(search);
  const isFound = ({ _id, description, name }: Department) =>
    [name, description].some((text) => foldCase(text).includes(sought)) || _id.startsWith(sought);
  return departments.list({ details: true }).map((page) => page.departments.filter(isFound).slice(0, limit));
}
