import type { DepartmentNodeJson } from '@ops-admin/core';

/** Departments below their parents, as many levels as `depth`; where it ends, how many are below. */
export function* treeLines(
  nodes: readonly DepartmentNodeJson[],
  depth: number,
  indent = '',
): Generator<string> {
  for (const node of nodes) {
    const below = depth > 1 ? 0 : countBelow(node);
    yield `${indent}${node.name}  ${node._id}${below > 0 ? `  (${below} below)` : ''}`;
    if (depth > 1) yield* treeLines(node.children, depth - 1, `${indent}  `);
  }
}

/** The same for programs: the last level has no children. */
export function cutAt(depth: number, nodes: readonly DepartmentNodeJson[]): DepartmentNodeJson[] {
  return nodes.map((node) => ({ ...node, children: depth > 1 ? cutAt(depth - 1, node.children) : [] }));
}

function countBelow({ children }: DepartmentNodeJson): number {
  return children.reduce((count, child) => count + 1 + countBelow(child), 0);
}
