import type { ObjectId } from '../values/object-id.js';

/** A way round that leads from a department back to itself over its parents, or `undefined` where there is none. */
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
