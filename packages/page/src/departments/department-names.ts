import type { DepartmentNode } from '@ops-admin/client';
import { useMemo } from 'preact/hooks';
import { useLoad } from '../parts/load.js';

/** A department in a list. */
export interface ListedDepartment {
  readonly id: string;
  readonly name: string;
  /** Empty for none, and where details were not asked for. */
  readonly code: string;
  /** The name, further to the right the deeper it is. */
  readonly label: string;
  /** The id of the manager. */
  readonly leaderId: string | undefined;
}

/** Spaces that an option keeps. */
const INDENT = '\u00a0\u00a0';

/** Every department, each after the one above it; empty until they are there, and where they are not needed. */
export function useDepartments({ details = false, isNeeded = true } = {}): readonly ListedDepartment[] {
  const { value } = useLoad(isNeeded ? 'departments' : undefined, (service) =>
    service.showDepartmentHierarchy({ details }),
  );
  return useMemo(() => (value ? listed(value.departments) : []), [value]);
}

/** Without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** What a department is called: nothing until they are there, and its id where it is none of them. */
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
