import type { DepartmentRecord } from '../organisation/organisation.js';
import type { ObjectId } from '../values/object-id.js';

/**
 * A department and all below it, each once, also where departments are below themselves; none if it is not there. The plain form
 * of what stores do.
 */
export function departmentsBelow(
  top: ObjectId,
  departments: ReadonlyMap<ObjectId, Pick<DepartmentRecord, 'id' | 'parentId'>>,
): ReadonlySet<ObjectId | null> {
  const found = new Set(departments.has(top) ? [top] : []);
  // A set gives what is added to it meanwhile, too.
  for (const parent of found) {
    for (const { id, parentId } of departments.values()) if (parentId === parent) found.add(id);
  }
  return found;
}
