import type { ObjectId } from '../values/object-id.js';

/** A department would be below itself; `cycle` names each department of the cycle once. */
export interface ParentCycle {
  readonly type: 'parent-cycle';
  readonly cycle: readonly ObjectId[];
}

/** Returns the departments of a cycle of parents, or `undefined` if none exists. */
export function findParentCycle(
  parents: ReadonlyMap<ObjectId, ObjectId | null>,
): readonly ObjectId[] | undefined {
  const settled = new Set<ObjectId>();
  for (const start of parents.keys()) {
    const path = new Set<ObjectId>();
    let current: ObjectId | null | undefined = start;
    while (current && !settled.has(current)) {
      if (path.has(current)) {
        const walked = [...path];
        return walked.slice(walked.indexOf(current));
      }
      path.add(current);
      current = parents.get(current);
    }
    for (const id of path) settled.add(id);
  }
  return undefined;
}
