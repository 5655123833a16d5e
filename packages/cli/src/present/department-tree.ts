import type { DepartmentNode } from '@ops-admin/core';

/** Deeper departments are indented this far, and show their level. */
const MAX_LEVELS_INDENTED = 20;

/**
 * Departments as a tree, one a line, down to `depth` levels; at its end, how many are below. Not recursive: departments can
 * be deeper than the stack.
 */
export function* treeLines(forest: readonly DepartmentNode[], depth: number): Generator<string> {
  const open = [forest.values()];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const next = level.next();
    if (next.done) {
      open.pop();
      continue;
    }
    const { _id, children, code, manager, name, users } = next.value;
    const levelsAbove = open.length - 1;
    const indent = '  '.repeat(Math.min(levelsAbove, MAX_LEVELS_INDENTED));
    const place = levelsAbove > MAX_LEVELS_INDENTED ? `(${levelsAbove}) ` : '';
    const below = open.length < depth ? 0 : countBelow(children);
    const details = [
      ...(code ? [code] : []),
      _id,
      ...(manager ? [manager.personalInformation.name || (manager.emails[0] ?? manager._id)] : []),
      ...(users === undefined ? [] : [`${users} user${users === 1 ? '' : 's'}`]),
    ];
    yield `${indent}${place}${[name, ...details].join('  ')}${below > 0 ? `  (${below} below)` : ''}`;
    if (open.length < depth) open.push(children.values());
  }
}

/** The same for programs: the last level has no children. */
export function cutAt(depth: number, forest: readonly DepartmentNode[]): readonly DepartmentNode[] {
  const copies: DepartmentNode[] = [];
  const left = [{ level: 1, nodes: forest, into: copies }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { into, level, nodes } = next;
    for (const node of nodes) {
      const children: DepartmentNode[] = [];
      into.push({ ...node, children });
      if (level < depth) left.push({ level: level + 1, nodes: node.children, into: children });
    }
  }
  return copies;
}

function countBelow(children: readonly DepartmentNode[]): number {
  let count = 0;
  const left = [...children];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    count++;
    for (const child of node.children) left.push(child);
  }
  return count;
}
