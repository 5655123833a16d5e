import type { AuditDraft } from '../audit/audit-entry.js';
import type { TrailDigest } from '../audit/trail-seal.js';
import {
  changedDepartmentMembers,
  DEPARTMENT_MEMBERS,
  type DepartmentMember,
  type DepartmentRecord,
  departmentText,
  type FormerValues,
} from './department-record.js';

/** A department before and after a change; missing where it does not exist. */
export type ChangedDepartment =
  | { readonly before?: undefined; readonly after: DepartmentRecord }
  | { readonly before: DepartmentRecord; readonly after?: DepartmentRecord };

/** Returns what the entry of a change says of the department. */
export function departmentEntry(
  { digest }: TrailDigest,
  changed: ChangedDepartment,
): Pick<AuditDraft, 'change' | 'departmentId' | 'digest' | 'former' | 'members'> {
  if (!changed.before) {
    const { after } = changed;
    return { departmentId: after.id, change: 'created', members: [], digest: digest(departmentText(after)) };
  }
  const { after, before } = changed;
  const { id: departmentId } = before;
  if (!after) {
    const former = formerOf(before, DEPARTMENT_MEMBERS);
    return { departmentId, change: 'deleted', members: Object.keys(former), former };
  }
  const members = changedDepartmentMembers(before, after);
  const former = formerOf(before, members);
  return { departmentId, change: 'updated', members, former, digest: digest(departmentText(after)) };
}

function formerOf(before: DepartmentRecord, members: readonly DepartmentMember[]): FormerValues {
  return Object.fromEntries(members.map((member) => [member, before[member]]));
}
