import { canonicalJson } from '../audit/canonical-json.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';

/** A department as it is kept. */
export interface DepartmentRecord {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly parentId: ObjectId | null;
  readonly managerId: ObjectId | null;
  readonly createdAt: Timestamp;
  readonly updatedAt: Timestamp;
}

/** The members of a department that a change can give another value, in the order in which entries name them. */
export const DEPARTMENT_MEMBERS = [
  'name',
  'description',
  'code',
  'parentId',
  'managerId',
  'createdAt',
  'updatedAt',
] as const;

/** The members that a change can name. */
const NAMED_MEMBERS = ['name', 'description', 'code', 'parentId', 'managerId'] as const;

/** Reports whether values name every member that a change can name. */
export function namesWholeDepartment(values: Partial<DepartmentRecord>): boolean {
  return NAMED_MEMBERS.every((member) => values[member] !== undefined);
}

/** The name of a member of a department. */
export type DepartmentMember = (typeof DEPARTMENT_MEMBERS)[number];

/** The values that members of a department had. */
export type FormerValues = { readonly [Member in DepartmentMember]?: string | null };

/** Returns the members whose values differ. */
export function changedDepartmentMembers(
  before: DepartmentRecord,
  after: DepartmentRecord,
): DepartmentMember[] {
  return DEPARTMENT_MEMBERS.filter((member) => before[member] !== after[member]);
}

/**
 * Returns the one text of a record, as canonical JSON. The digest in its entry and the `ETag` are made of it, and a change that
 * depends on what its caller has seen compares it.
 */
export function departmentText({ id, ...record }: DepartmentRecord): string {
  const members = DEPARTMENT_MEMBERS.map((member) => [member, record[member]] as const);
  return canonicalJson({ _id: id, ...Object.fromEntries(members) });
}
