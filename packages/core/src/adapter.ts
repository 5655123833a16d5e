// What writers of stores need beside the ports: the rules that a store applies inside its transactions.
export { AuditChain } from './audit/audit-chain.js';
export { entryOf } from './audit/audit-entry.js';
export { checkSeal, type SealedEntry, sealEntry, type UnsealedEntry } from './audit/audit-seal.js';
export { auditEntryOf, type StoredEntry, storedEntryOf } from './audit/stored-entry.js';
export { departmentOf, type StoredDepartment } from './departments/stored-department.js';
export { unlikeTheTrail } from './operations/unlike-the-trail.js';
export { findParentCycle } from './organisation/parent-cycle.js';
export {
  type DepartmentImport,
  planDepartmentImport,
  planUserImport,
  type UserImport,
} from './organisation/plan-import.js';
export { findTakenIdentity } from './organisation/taken-identity.js';
export {
  type ChangeSituation,
  judgeChanges,
  mayTakeAdmin,
  type UserState,
} from './permissions/judge-changes.js';
export { recordChanges } from './permissions/record-changes.js';
export { judgeLink, judgeUnlink, type LinkSituation } from './users/judge-link.js';
export { archivedUserOf, permissionSetOf, type StoredUser, userOf } from './users/stored-user.js';
