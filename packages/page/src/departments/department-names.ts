import type { DepartmentNode } from '@ops-admin/client';
import { useMemo } from 'preact/hooks';
import { useLoad } from '../parts/load.js';

export interface ListedDepartment {
  readonly id: string;
  readonly name: string;
  /** Empty without a code, and if details were not asked for. */
  readonly code: string;
  /** The name, indented by depth. */
  readonly label: string;
  /** The id of the manager. */
  readonly leaderId: string | undefined;
}

/** An option keeps only non-breaking spaces. */
const INDENT = '\u00a0\u00a0';

/** Reads all departments, each after its parent; empty until they are loaded, or if they are not needed. */
export function useDepartments({ details = false, isNeeded = true } = {}): readonly ListedDepartment[] {
  const { value } = useLoad(isNeeded ? 'departments' : undefined, (service) =>
    service.showDepartmentHierarchy({ details }),
  );
  return useMemo(() => (value ? listed(value.departments) : []), [value]);
}

/** Returns a text without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Returns the name of a department; empty until they are loaded, and the id of an unknown one. */
export function departmentName(departments: readonly ListedDepartment[], id: string | null): string {
  if (id === null || departments.length === 0) return '';
  return departments.find((one) => one.id === id)?.name ?? id;
}

function listed(forest: readonly DepartmentNode[]): ListedDepartment[] {
  const list: ListedDepartment[] = [];
  // A chain of departments has no limit of depth.
  const open = forest.toReversed().map((node) => ({ node, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { depth, node } = next;
    list.push({
      id: node._id,
      name: node.name,
      code: node.code ?? '',
      label: INDENT.repeat(Math.min(depth, 8)) + node.name,
      leaderId: node.manager?._id,
    });
    open.push(...node.children.toReversed().map((child) => ({ node: child, depth: depth + 1 })));
  }
  return list;
}
