// The work of administrators and operators: what the service, the command and the HTTP interface do in addition to the
// everyday use cases.
export {
  ArchiveTrail,
  type ArchiveTrailError,
  type ArchiveTrailOrder,
  type ArchiveTrailParts,
  type NothingToArchive,
  type SealLeftBehind,
  type TrailFileInTheWay,
} from './audit/archive-trail.js';
export {
  type AuditOperations,
  type AuditSearch,
  type NoHead,
  readActor,
  type TrailHead,
} from './audit/audit-operations.js';
export {
  checkNewestEntry,
  type ForeignEntry,
  findNewestSeal,
  type NewestSeal,
} from './audit/check-newest-entry.js';
export type { EntryNotFound, RevertTarget } from './audit/entry-not-found.js';
export { FindAuditEntry, type FindAuditEntryParts } from './audit/find-audit-entry.js';
export {
  AUDIT_RECORDS_PER_PAGE,
  type AuditPage,
  type AuditPageQuery,
  ListAudit,
  type ListAuditParts,
} from './audit/list-audit.js';
export {
  type AuditBatchPage,
  ListAuditBatches,
  type ListAuditBatchesParts,
} from './audit/list-audit-batches.js';
export { type LocalAuditParts, localAudit } from './audit/local-audit.js';
export { readAuditTrail, type TrailOrder } from './audit/read-audit-trail.js';
export {
  type NothingToSeal,
  SealTrail,
  type SealTrailOrder,
  type SealTrailParts,
} from './audit/seal-trail.js';
export {
  type SoundTrailFile,
  type TrailFile,
  type TrailFileFailed,
  type TrailFileUnfit,
  verifyTrailFile,
} from './audit/trail-file.js';
export type { BrokenTrail, SoundTrail } from './audit/trail-walk.js';
export { VerifyAuditTrail, type VerifyAuditTrailParts } from './audit/verify-audit-trail.js';
export type { DepartmentOperations, DepartmentQuery } from './departments/department-operations.js';
export { isDepartmentFound } from './departments/is-department-found.js';
export { localDepartments } from './departments/local-departments.js';
export { presentDepartment, presentDepartmentNode } from './departments/present-department.js';
export { writeDepartmentTree } from './departments/write-department-tree.js';
export { localLocations } from './locations/local-locations.js';
export type { LocationOperations } from './locations/location-operations.js';
export { CheckStore, type CheckStoreParts, type FlawedStore } from './operations/check-store.js';
export { type ArchiveCounts, type ArchivePart, ArchiveTally } from './organisation/archive-tally.js';
export {
  type CopiedOrganisation,
  type CopyDiffers,
  type CopyError,
  type CopyFailed,
  CopyOrganisation,
  type CopyOrganisationParts,
} from './organisation/copy-organisation.js';
export {
  ImportDepartments,
  type ImportDepartmentsOrder,
  type ImportDepartmentsParts,
} from './organisation/import-departments.js';
export {
  ImportUsers,
  type ImportUsersOrder,
  type ImportUsersParts,
  type UserRecord,
} from './organisation/import-users.js';
export {
  PreviewDepartmentImport,
  type PreviewDepartmentImportParts,
} from './organisation/preview-department-import.js';
export { PreviewUserImport, type PreviewUserImportParts } from './organisation/preview-user-import.js';
export { unreadableRow } from './permissions/change-permissions.js';
export {
  CopyPermissions,
  type CopyPermissionsOrder,
  type CopyPermissionsParts,
} from './permissions/copy-permissions.js';
export { EarlierChanges } from './permissions/earlier-changes.js';
export {
  type DoubtfulPermission,
  FindDoubtful,
  type FindDoubtfulParts,
} from './permissions/find-doubtful.js';
export {
  type LocalPermissions,
  type LocalPermissionsParts,
  localPermissions,
} from './permissions/local-permissions.js';
export type { JobOptions } from './permissions/made-row.js';
export type { PermissionJobs, PermissionOperations } from './permissions/permission-operations.js';
export { refusedRow, UNDONE_ROW } from './permissions/permission-row.js';
export {
  type EverythingRemoved,
  RemoveEverything,
  type RemoveEverythingOrder,
  type RemoveEverythingParts,
} from './permissions/remove-everything.js';
export {
  RenamePermission,
  type RenamePermissionOrder,
  type RenamePermissionParts,
} from './permissions/rename-permission.js';
export {
  type ChangesReverted,
  ENTRIES_PER_REVERT,
  RevertChanges,
  type RevertChangesError,
  type RevertChangesOrder,
  type RevertChangesParts,
  relinking,
  type TooManyEntries,
} from './permissions/revert-changes.js';
export { type HolderJson, holderOf } from './users/holder.js';
export { type LocalUsersParts, localUsers } from './users/local-users.js';
export { presentPermittedUser, presentUserSummary } from './users/present-user.js';
export type {
  EffectivePermissionsJson,
  FindUserError,
  UserOperations,
  UserQuery,
} from './users/user-operations.js';
export { nearestName } from './values/nearest-name.js';
export { shownLine, shownText } from './values/shown-text.js';
