import type { DepartmentNodeJson } from '@ops-admin/core';

/** Deeper departments are indented as far, and their level is said. */
const MAX_LEVELS_INDENTED = 20;

/**
 * Departments below their parents, a line each, as many levels as `depth`; where it ends, how many are below. Without a call
 * a level: departments may be deeper than the stack.
 */
export function* treeLines(forest: readonly DepartmentNodeJson[], depth: number): Generator<string> {
  const open = [forest.values()];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const next = level.next();
    if (next.done) {
      open.pop();
      continue;
    }
    const { name, _id, children } = next.value;
    const levelsAbove = open.length - 1;
    const indent = '  '.repeat(Math.min(levelsAbove, MAX_LEVELS_INDENTED));
    const place = levelsAbove > MAX_LEVELS_INDENTED ? `(${levelsAbove}) ` : '';
    const below = open.length < depth ? 0 : countBelow(children);
    yield `${indent}${place}${name}  ${_id}${below > 0 ? `  (${below} below)` : ''}`;
    if (open.length < depth) open.push(children.values());
  }
}

/** The same for programs: the last level has no children. */
export function cutAt(depth: number, forest: readonly DepartmentNodeJson[]): readonly DepartmentNodeJson[] {
  const copies: DepartmentNodeJson[] = [];
  const left = [{ level: 1, nodes: forest, into: copies }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { into, level, nodes } = next;
    for (const node of nodes) {
      const children: DepartmentNodeJson[] = [];
      into.push({ ...node, children });
      if (level < depth) left.push({ level: level + 1, nodes: node.children, into: children });
    }
  }
  return copies;
}

function countBelow(children: readonly DepartmentNodeJson[]): number {
  let count = 0;
  const left = [...children];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    count++;
    for (const child of node.children) left.push(child);
  }
  return count;
}
