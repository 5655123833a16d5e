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
  | {
      readonly before: DepartmentRecord;
      readonly after?: DepartmentRecord;
      /** Whether the change names every member that can be named, and so vouches for the whole record. */
      readonly isWhole?: boolean;
    };

/**
 * Returns what an entry says about a department. `recorded` is the digest in its newest entry: a department that was altered
 * without an entry keeps that digest, until a change names the whole of it.
 */
export function departmentEntry(
  { digest }: TrailDigest,
  changed: ChangedDepartment,
  recorded: string | undefined,
): Pick<AuditDraft, 'change' | 'departmentId' | 'digest' | 'former' | 'members'> {
  if (!changed.before) {
    const { after } = changed;
    const { id: departmentId } = after;
    return { departmentId, change: 'created', members: [], digest: digest(departmentText(after)) };
  }
  const { after, before, isWhole = false } = changed;
  const { id: departmentId } = before;
  if (!after) {
    const former = formerOf(before, DEPARTMENT_MEMBERS);
    return { departmentId, change: 'deleted', members: Object.keys(former), former };
  }
  const members = changedDepartmentMembers(before, after);
  const isAsRecorded = isWhole || recorded === digest(departmentText(before));
  const left = isAsRecorded ? digest(departmentText(after)) : recorded;
  return {
    departmentId,
    change: 'updated',
    members,
    former: formerOf(before, members),
    ...(left !== undefined && { digest: left }),
  };
}

function formerOf(before: DepartmentRecord, members: readonly DepartmentMember[]): FormerValues {
  return Object.fromEntries(members.map((member) => [member, before[member]]));
}
