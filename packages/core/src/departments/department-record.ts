import { canonicalJson } from '../audit/canonical-json.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';

/** A department as stores keep it. */
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

/** The members of a department whose values can change, in the order in which entries name them. */
export const DEPARTMENT_MEMBERS = [
  'name',
  'description',
  'code',
  'parentId',
  'managerId',
  'createdAt',
  'updatedAt',
] as const;

const NAMED_MEMBERS = ['name', 'description', 'code', 'parentId', 'managerId'] as const;

/** Reports whether values name every member that a change can name. */
export function namesWholeDepartment(values: Partial<DepartmentRecord>): boolean {
  return NAMED_MEMBERS.every((member) => values[member] !== undefined);
}

export type DepartmentMember = (typeof DEPARTMENT_MEMBERS)[number];

/** The values that members of a department had. */
export type FormerValues = { readonly [Member in DepartmentMember]?: string | null };

export function changedDepartmentMembers(
  before: DepartmentRecord,
  after: DepartmentRecord,
): DepartmentMember[] {
  return DEPARTMENT_MEMBERS.filter((member) => before[member] !== after[member]);
}

/** Returns a record as canonical JSON, of which digests and the `ETag` are made. */
export function departmentText({ id, ...record }: DepartmentRecord): string {
  const members = DEPARTMENT_MEMBERS.map((member) => [member, record[member]] as const);
  return canonicalJson({ _id: id, ...Object.fromEntries(members) });
}
