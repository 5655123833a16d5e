// The operations on users, departments, locations and the audit log, and the work of administrators and operators.

export {
  type CheckPermissions,
  type CheckPermissionsPorts,
  checkPermissions,
} from './access/check-permissions.js';
export { type AnswerableError, httpStatusOf } from './access/http-status-of.js';
export { NO_ENTRY } from './audit/audit-chain.js';
export { AUDIT_CSV } from './audit/audit-csv.js';
export { DEPARTMENT_CHANGES, draftedNow } from './audit/audit-entry.js';
export {
  type AuditOperations,
  auditOperations,
  type NoHead,
  type TrailHead,
} from './audit/audit-operations.js';
export { REASON_PROBLEMS } from './audit/change-reason.js';
export { checkNewestEntry, type ForeignEntry } from './audit/check-newest-entry.js';
export type { EntryNotFound, RevertTarget } from './audit/entry-not-found.js';
export { describeFeedGone } from './audit/follow-audit.js';
export { followTrail, type TrailFollowed } from './audit/follow-trail.js';
export { AUDIT_RECORDS_PER_PAGE, ENTRIES_LOOKED_AT } from './audit/list-audit.js';
export { readAuditTrail } from './audit/read-audit-trail.js';
export { SealingKeyMissing } from './audit/sealing-key-missing.js';
export { type TrailEnd, trailEnd } from './audit/trail-end.js';
export type { TrailFileFailed, TrailFileUnfit } from './audit/trail-file.js';
export {
  type ReadTrailFile,
  type TrailFileError,
  type TrailFileMissing,
  type TrailFileOperations,
  trailFileOperations,
} from './audit/trail-file-operations.js';
export type { BrokenTrail, SoundTrail } from './audit/trail-walk.js';
export { verifyAuditTrail } from './audit/verify-audit-trail.js';
export { describeDepartmentRefusal } from './departments/department-change.js';
export {
  type DepartmentChanges,
  type DepartmentChangesPorts,
  departmentChanges,
  type UnknownParent,
} from './departments/department-changes.js';
export {
  type DepartmentOperations,
  type DepartmentOperationsPorts,
  departmentOperations,
} from './departments/department-operations.js';
export { describeUnknownDepartment, findDepartment, findDepartments } from './departments/find-department.js';
export { DEPARTMENT_TEXT_MAX_LENGTH, parseDepartment } from './departments/parse-department.js';
export { writeDepartmentTree } from './departments/write-department-tree.js';
export {
  type DerivedFlaw,
  type FlawedStore,
  type IntegrityOperations,
  integrityOperations,
  type NotAgreed,
  type NotRepairable,
  type RepairedStore,
} from './integrity/integrity-operations.js';
export {
  airportMeant,
  foundAirport,
  type LocationOperations,
  type LocationOperationsPorts,
  locationOperations,
} from './locations/location-operations.js';
export {
  type CopiedOrganisation,
  type CopyError,
  type CopyKind,
  type CopyOperations,
  copyOperations,
} from './organisation/copy-operations.js';
export {
  type DepartmentRecordToImport,
  type ImportOperations,
  importOperations,
} from './organisation/import-operations.js';
export type {
  ImportRun,
  ImportUsersInput,
  TakenFromUsers,
  UserRecord,
  UsersImport,
} from './organisation/users-import.js';
export { reasonRequired } from './permissions/change-rules.js';
export { type Expiry, expiry, type PermissionsExpired } from './permissions/expire-permissions.js';
export { describeDoubt, doubtfulAmong } from './permissions/find-doubtful.js';
export { GRANT_CSV, REVIEW_CSV } from './permissions/grant-csv.js';
export {
  KNOWN_CSV,
  KNOWN_PER_PAGE,
  type KnownPermissions,
  type KnownPermissionsPorts,
  knownPermissions,
} from './permissions/known-permissions.js';
export { canBeHeld } from './permissions/permission.js';
export { PermissionCatalogue } from './permissions/permission-catalogue.js';
export { GRANTS_PER_PAGE } from './permissions/permission-grants.js';
export {
  type PermissionOperations,
  type PermissionOperationsPorts,
  permissionOperations,
} from './permissions/permission-operations.js';
export {
  batchWritten,
  describeNewAdmin,
  describeRefusal,
  isDoneRow,
  UNDONE_ROW,
} from './permissions/permission-row.js';
export type { InvalidRenaming } from './permissions/rename-permission.js';
export { ENTRIES_PER_REVERT, type TooManyEntries } from './permissions/revert-changes.js';
export { isChangeRow, ROW_RESULTS, resultIn } from './permissions/row-result.js';
export { describeUser, namesOf } from './users/describe-user.js';
export { findUser } from './users/find-user.js';
export { nearEmails } from './users/near-emails.js';
export {
  EMAILS_PER_USER,
  NO_NAME,
  PERSON_TEXT_MAX_LENGTH,
  parseEmail,
  parseName,
  parsePerson,
} from './users/parse-person.js';
export {
  type ChangeUserInput,
  type CreateUserInput,
  type PersonInput,
  type UserChanges,
  type UserChangesPorts,
  userChanges,
} from './users/user-changes.js';
export { USER_CSV } from './users/user-csv.js';
export { type UserOperations, userOperations } from './users/user-operations.js';
export { type CsvTable, readCsvCell } from './values/csv.js';
export { describeIssue } from './values/describe-issue.js';
export { fileFailure } from './values/file-failure.js';
export { foldCase, foldKey } from './values/fold-text.js';
export { nearestName } from './values/nearest-name.js';
export { newObjectId } from './values/object-id.js';
export { parseStep } from './values/parse-step.js';
export { shownLine, shownText } from './values/shown-text.js';
export { type JsonFlaw, parseStrictJson } from './values/strict-json.js';
