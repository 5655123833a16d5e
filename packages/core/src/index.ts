export { AccessPolicy, DEFAULT_ADMIN_PERMISSION } from './access/access-policy.js';
export type { Actor, ActorRefused } from './access/actor.js';
export type { Caller } from './access/caller.js';
export { FixedWindowRateLimiter } from './access/fixed-window-rate-limiter.js';
export { IdentifyCaller } from './access/identify-caller.js';
export type { RateLimiter, RateLimitPolicy, RateLimitState } from './access/rate-limiter.js';
export type {
  InvalidToken,
  TokenSubject,
  TokenVerifier,
  TokenVerifierUnavailable,
  VerifiedToken,
} from './access/token-verifier.js';
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
  type AuditBatch,
  type AuditBatchJson,
  type AuditBatchQuery,
  presentAuditBatch,
} from './audit/audit-batch.js';
export type { ChainEnd } from './audit/audit-chain.js';
export {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  type AuditAction,
  type AuditDraft,
  type AuditEntry,
  type AuditSource,
  type ChangeOrigin,
  type CoveredEntries,
  draftOf,
} from './audit/audit-entry.js';
export type { AuditFilter, AuditLog, AuditQuery } from './audit/audit-log.js';
export {
  type AuditBatchPage,
  type AuditOperations,
  type AuditSearch,
  type NoHead,
  readActor,
  type TrailHead,
} from './audit/audit-operations.js';
export type { AuditRecord, KeptSets, SetDigests } from './audit/audit-record.js';
export type { AuditSeal, AuditSealer } from './audit/audit-seal.js';
export {
  BATCH_NAME_MAX_LENGTH,
  type InvalidBatchName,
  newBatchName,
  parseBatchName,
} from './audit/batch-name.js';
export {
  type InvalidReason,
  parseReason,
  REASON_MAX_LENGTH,
} from './audit/change-reason.js';
export {
  checkNewestEntry,
  type ForeignEntry,
  findNewestSeal,
  type NewestSeal,
} from './audit/check-newest-entry.js';
export { type EntryNotFound, entryNotFound, type RevertTarget } from './audit/entry-not-found.js';
export {
  AUDIT_RECORDS_PER_PAGE,
  type AuditPage,
  type AuditPageQuery,
  ListAudit,
} from './audit/list-audit.js';
export { localAudit } from './audit/local-audit.js';
export { type AuditEntryJson, type AuditUserJson, presentAuditEntries } from './audit/present-audit-entry.js';
export { readAuditTrail, type TrailOrder } from './audit/read-audit-trail.js';
export { type NothingToSeal, SealTrail, type SealTrailParts } from './audit/seal-trail.js';
export type { ArchivedSet, TrailArchive, UnsealedArchive } from './audit/trail-archive.js';
export { trailEnd } from './audit/trail-end.js';
export {
  type SoundTrailFile,
  type TrailFile,
  type TrailFileFailed,
  type TrailFileUnfit,
  type TrailRange,
  verifyTrailFile,
} from './audit/trail-file.js';
export type { ArchiveDraft, TrailKeeper, TrailMoved } from './audit/trail-keeper.js';
export type { BrokenTrail, SoundTrail } from './audit/trail-walk.js';
export { VerifyAuditTrail } from './audit/verify-audit-trail.js';
export type { Department, DepartmentNode, ParentDepartment } from './departments/department.js';
export type { DepartmentOperations, DepartmentQuery } from './departments/department-operations.js';
export type { DepartmentPage, DepartmentRepository } from './departments/department-repository.js';
export { isDepartmentFound } from './departments/is-department-found.js';
export { localDepartments } from './departments/local-departments.js';
export {
  type DepartmentJson,
  type DepartmentNodeJson,
  type ParentDepartmentJson,
  presentDepartment,
  presentDepartmentNode,
} from './departments/present-department.js';
export {
  type DepartmentHierarchy,
  ShowDepartmentHierarchy,
} from './departments/show-department-hierarchy.js';
export { writeDepartmentTree } from './departments/write-department-tree.js';
export { ADDRESS_MAX_LENGTH, type Address, type InvalidAddress, parseAddress } from './locations/address.js';
export { type AirportCode, airportCodeIn } from './locations/airport-code.js';
export type { Airport, AirportDirectory } from './locations/airport-directory.js';
export type {
  GeoLookup,
  GeoLookupError,
  LocationNotFound,
  LookupRefused,
  LookupUnavailable,
  QuotaExceeded,
} from './locations/geo-lookup.js';
export { isTownMeant } from './locations/is-town-meant.js';
export { localLocations } from './locations/local-locations.js';
export { Locate } from './locations/locate.js';
export { createLocation, type InvalidLocation, type Location } from './locations/location.js';
export type { LocationOperations } from './locations/location-operations.js';
export type { CachedAnswer, CacheEntry, CacheSummary, LookupCache } from './locations/lookup-cache.js';
export type { RegionNames } from './locations/region-names.js';
export type { TownDirectory } from './locations/town-directory.js';
export { CheckStore, type FlawedStore } from './operations/check-store.js';
export type { HealthProbe } from './operations/health-probe.js';
export type { IntegrityChecker, StoreFlaw } from './operations/integrity-checker.js';
export type { LogFields, Logger } from './operations/logger.js';
export {
  type AnsweredRequest,
  type AskedCache,
  type AskedProvider,
  type Metrics,
  NO_METRICS,
  PROVIDER_STATES,
  type ProviderState,
} from './operations/metrics.js';
export { type ArchiveCounts, type ArchivePart, ArchiveTally } from './organisation/archive-tally.js';
export {
  type CopiedOrganisation,
  type CopyDiffers,
  type CopyError,
  type CopyFailed,
  CopyOrganisation,
} from './organisation/copy-organisation.js';
export type {
  DepartmentRecord,
  IdentityTaken,
  Imported,
  ImportedDepartment,
  ImportedUser,
  ImportLeavesNoAdmin,
  ImportOptions,
  ImportResult,
  ImportSummary,
  ImportUsersError,
  Organisation,
  ParentCycle,
  UsersImported,
  UserToImport,
} from './organisation/organisation.js';
export type {
  ArchivedUser,
  ArchiveNotEmpty,
  ArchiveRecord,
  OrganisationArchive,
  RecordUnfit,
} from './organisation/organisation-archive.js';
export { PreviewImport } from './organisation/preview-import.js';
export {
  CHANGES_PER_REQUEST,
  ChangePermissions,
  type ChangePermissionsParts,
  type PermissionOrder,
  type PermissionOrders,
  type PermissionsChanged,
  type UnreadableOrder,
  unreadableRow,
} from './permissions/change-permissions.js';
export { CopyPermissions, type CopyPermissionsParts } from './permissions/copy-permissions.js';
export { EarlierChanges, type KeptTexts } from './permissions/earlier-changes.js';
export {
  type DoubtfulPermission,
  FindDoubtful,
  type FindDoubtfulParts,
} from './permissions/find-doubtful.js';
export {
  type LocalPermissions,
  type LocalPermissionsParts,
  localIdentities,
  localPermissions,
} from './permissions/local-permissions.js';
export type { JobOptions } from './permissions/made-row.js';
export {
  type InvalidPermissionChange,
  type ParsedPermissionChange,
  parsePermissionChange,
  parsePermissionList,
} from './permissions/parse-permission-change.js';
export {
  type InvalidPermission,
  moduleOf,
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  type Permission,
  parsePermission,
  wildcardModuleOf,
  wildcardOf,
} from './permissions/permission.js';
export {
  type AppliedChange,
  changesAnything,
  PERMISSIONS_PER_USER,
  type PermissionChange,
  type Renaming,
} from './permissions/permission-change.js';
export type { PermissionJobs, PermissionOperations } from './permissions/permission-operations.js';
export {
  describeRefusal,
  isFailedRow,
  type LeftAlone,
  type PermissionRow,
  type RowRefusal,
  type RowResult,
  refusedRow,
  UNDONE_ROW,
} from './permissions/permission-row.js';
export { type HeldPermission, PermissionSet } from './permissions/permission-set.js';
export {
  type ChangeMade,
  type ChangeOptions,
  type ChangeOutcome,
  type ChangeOutdated,
  type ChangeRequest,
  isFailure,
  type NoAdminLeft,
  type PermissionStore,
  type TooManyPermissions,
} from './permissions/permission-store.js';
export type { RecordChange } from './permissions/record-changes.js';
export {
  type EverythingRemoved,
  RemoveEverything,
  type RemoveEverythingOptions,
  type RemoveEverythingParts,
} from './permissions/remove-everything.js';
export { RenamePermission, type RenamePermissionParts } from './permissions/rename-permission.js';
export {
  type ChangesReverted,
  ENTRIES_PER_REVERT,
  RevertChanges,
  type RevertChangesError,
  type RevertChangesParts,
  type RevertOptions,
  relinking,
  type TooManyEntries,
} from './permissions/revert-changes.js';
export {
  AIRPORT_DIRECTORY,
  AUDIT_LOG,
  AUDIT_SEALER,
  CLOCK,
  DEPARTMENT_REPOSITORY,
  GEO_LOOKUP,
  HEALTH_PROBE,
  INTEGRITY_CHECKER,
  LOGGER,
  LOOKUP_CACHE,
  METRICS,
  ORGANISATION,
  ORGANISATION_ARCHIVE,
  PERMISSION_STORE,
  type Port,
  port,
  RATE_LIMITER,
  REGION_NAMES,
  TOKEN_VERIFIER,
  TOWN_DIRECTORY,
  TRAIL_KEEPER,
  USER_DIRECTORY,
} from './ports.js';
export { err, errAsync, ok, okAsync, Result, ResultAsync } from './result.js';
export {
  ChangeIdentity,
  type ChangeIdentityError,
  type ChangeIdentityParts,
  type IdentityChanged,
  type IdentityOrder,
} from './users/change-identity.js';
export { findEmails } from './users/find-emails.js';
export { FindUser } from './users/find-user.js';
export { type HolderJson, holderOf } from './users/holder.js';
export type { IdentityChange, LinkOutcome, UnlinkOutcome } from './users/identity-change.js';
export {
  type InvalidIdentity,
  type LinkableIdentity,
  parseLinkableIdentity,
} from './users/linkable-identity.js';
export { localUsers } from './users/local-users.js';
export {
  type PermittedUserJson,
  presentPermittedUser,
  presentUser,
  presentUserSummary,
  type UserJson,
  type UserSummaryJson,
} from './users/present-user.js';
export { type StoredUserSummary, userSummaryOf } from './users/stored-user.js';
export type {
  AmbiguousUser,
  ExternalIdentity,
  PersonalInformation,
  User,
  UserNotFound,
  UserSummary,
} from './users/user.js';
export {
  USERS_PER_PAGE,
  type UserDirectory,
  type UserPage,
  type UserSearch,
} from './users/user-directory.js';
export { fitsFilter, type UserFilter } from './users/user-filter.js';
export type {
  EffectivePermissionsJson,
  FindUserError,
  UserOperations,
  UserQuery,
} from './users/user-operations.js';
export type { Branded } from './values/branded.js';
export {
  type InvalidListIndex,
  type ListRange,
  listRange,
  parseListIndex,
  WHOLE_LIST,
} from './values/list-range.js';
export { nearestName } from './values/nearest-name.js';
export { type InvalidObjectId, type ObjectId, parseObjectId } from './values/object-id.js';
export { shownLine, shownText } from './values/shown-text.js';
export type { StoreUnavailable } from './values/store-unavailable.js';
export {
  type Clock,
  type InvalidTimestamp,
  now,
  parseTimestamp,
  type Timestamp,
  timestampOf,
} from './values/timestamp.js';
