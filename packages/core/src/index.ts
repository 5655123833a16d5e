export {
  type AccessOperations,
  type AccessOperationsPorts,
  type Admin,
  accessOperations,
  type IdentifyError,
  type RequireAdminError,
  requirePermission,
  type SessionJson,
} from './access/access-operations.js';
export { AccessPolicy, DEFAULT_ADMIN_PERMISSION, DEFAULT_READER_PERMISSION } from './access/access-policy.js';
export type { Actor, ActorRefused } from './access/actor.js';
export {
  parseBearerToken,
  type RequestHeaders,
  readBearerToken,
  type TokenMissing,
} from './access/bearer-token.js';
export type { Caller } from './access/caller.js';
export type { CheckedPermission, CheckedUser, PermissionCheck } from './access/check-permissions.js';
export { FixedWindowRateLimiter } from './access/fixed-window-rate-limiter.js';
export type { RateLimiter, RateLimitPolicy, RateLimitState } from './access/rate-limiter.js';
export type {
  InvalidToken,
  TokenSubject,
  TokenVerifier,
  TokenVerifierUnavailable,
  VerifiedToken,
} from './access/token-verifier.js';
export type { AuditBatch, AuditBatchJson, AuditBatchQuery } from './audit/audit-batch.js';
export type { ChainEnd } from './audit/audit-chain.js';
export {
  AUDIT_ACTIONS,
  AUDIT_SOURCES,
  type AuditAction,
  type AuditDraft,
  type AuditEntry,
  type AuditSource,
  type ChangeOrigin,
  type DepartmentChangeWord,
} from './audit/audit-entry.js';
export type { AuditLog, AuditQuery, UserAfter } from './audit/audit-log.js';
export type { AuditBatchPage } from './audit/audit-operations.js';
export type { AuditSeal } from './audit/audit-seal.js';
export { BATCH_NAME_MAX_LENGTH, foreignBatch, newBatchName, parseBatchName } from './audit/batch-name.js';
export { parseReason, REASON_MAX_LENGTH } from './audit/change-reason.js';
export type { AuditFollowPage, AuditFollowQuery, FeedGone } from './audit/follow-audit.js';
export type { AuditListQuery, AuditPage } from './audit/list-audit.js';
export type { AuditEntryJson, AuditUserJson } from './audit/present-audit-entry.js';
export type { KeyTakeOver, TrailDigest, TrailSigner, TrailVerifier } from './audit/trail-seal.js';
export type { RotationDraft, TrailMoved, TrailStore } from './audit/trail-store.js';
export type {
  Department,
  DepartmentDetails,
  DepartmentNode,
  DepartmentShown,
  ParentDepartment,
} from './departments/department.js';
export type {
  DepartmentChange,
  DepartmentChangeOptions,
  DepartmentOutcome,
  DepartmentRefusal,
  DepartmentRequest,
} from './departments/department-change.js';
export type { ChangeDepartmentError, DepartmentChanged } from './departments/department-changes.js';
export type { DepartmentHierarchy } from './departments/department-operations.js';
export type { DepartmentRecord, FormerValues } from './departments/department-record.js';
export type {
  DepartmentListOptions,
  DepartmentPage,
  DepartmentRepository,
  FoundDepartment,
} from './departments/department-repository.js';
export type { UnknownDepartment } from './departments/find-department.js';
export type { ParentCycle } from './departments/parent-cycle.js';
export type { InvalidDepartment } from './departments/parse-department.js';
export type { IntegrityChecker, StoreFlaw } from './integrity/integrity-checker.js';
export { ADDRESS_MAX_LENGTH, type Address, type InvalidAddress, parseAddress } from './locations/address.js';
export { type AirportCode, airportCodeIn } from './locations/airport-code.js';
export type { Airport, AirportDirectory } from './locations/airport-directory.js';
export type {
  GeoLookup,
  GeoLookupError,
  LookupRefused,
  LookupUnavailable,
  QuotaExceeded,
} from './locations/geo-lookup.js';
export type { FoundLocation, Location, Precision } from './locations/location.js';
export type { CachedAnswer, CacheEntry, CacheSummary, LookupCache } from './locations/lookup-cache.js';
export type { RegionNames } from './locations/region-names.js';
export type { TownDirectory } from './locations/town-directory.js';
export type { HealthProbe } from './observability/health-probe.js';
export type { LogFields, Logger } from './observability/logger.js';
export type {
  AnsweredRequest,
  CacheLookup,
  Level,
  Metrics,
  ProviderCall,
  ProviderState,
  Refusal,
} from './observability/metrics.js';
export type {
  DepartmentToImport,
  Imported,
  ImportedDepartment,
  ImportedUser,
  ImportLeavesNoAdmin,
  ImportOptions,
  ImportSummary,
  ImportUsersError,
  Organisation,
  RecordMistakes,
  UsersImported,
  UserToImport,
} from './organisation/organisation.js';
export type {
  CopiedUser,
  CopyRecord,
  CopyTargetNotEmpty,
  OrganisationCopy,
  RecordUnfit,
} from './organisation/organisation-copy.js';
export type { ChangeInput, ChangePermissionsInput, UserChange } from './permissions/change-input.js';
export type { ChangeOneError, ChangeOneInput, PermissionsOfOneChanged } from './permissions/change-one.js';
export { CHANGES_PER_REQUEST } from './permissions/change-permissions.js';
export type { ChangeRules, ReasonRequired, UnlistedPermission } from './permissions/change-rules.js';
export type { DoubtfulPermission } from './permissions/find-doubtful.js';
export type { Grant, GrantBlock, GrantEntry, GrantSearch } from './permissions/grant.js';
export type {
  KnownModuleJson,
  KnownPermissionJson,
  KnownPermissionList,
  KnownPermissionsQuery,
} from './permissions/known-permissions.js';
export type { PermissionsChanged, Widening } from './permissions/make-changes.js';
export { parsePermissionChange, parsePermissionList } from './permissions/parse-permission-change.js';
export {
  type InvalidPermission,
  moduleOf,
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  type Permission,
  parsePermission,
} from './permissions/permission.js';
export type { ListedPermission, PermissionCatalogue } from './permissions/permission-catalogue.js';
export {
  type AddPermissions,
  PERMISSIONS_PER_USER,
  type PermissionChange,
} from './permissions/permission-change.js';
export type { Ends, EndsJson } from './permissions/permission-ends.js';
export type { GrantJson, GrantQuery, GrantQueryError } from './permissions/permission-grants.js';
export type { LeftAlone, PermissionRow, RowRefusal } from './permissions/permission-row.js';
export type { AppliedChange } from './permissions/permission-set.js';
export { type HeldPermission, PermissionSet } from './permissions/permission-set.js';
export type {
  ChangeMade,
  ChangeOptions,
  ChangeOutcome,
  ChangeOutdated,
  ChangeRequest,
  EndPassed,
  NoAdminLeft,
  PermissionStore,
  TooManyPermissions,
  UserActive,
  UserExists,
  UserInactive,
} from './permissions/permission-store.js';
export { isFailedRow, type RowResult } from './permissions/row-result.js';
export { err, errAsync, ok, okAsync, Result, ResultAsync } from './result.js';
export type { FindUserError } from './users/find-user.js';
export type { IdentityTaken } from './users/identity-change.js';
export {
  type InvalidIdentity,
  type LinkableIdentity,
  parseLinkableIdentity,
} from './users/linkable-identity.js';
export type { InvalidPerson } from './users/parse-person.js';
export type { Person } from './users/person.js';
export type { PersonChange } from './users/person-change.js';
export type { UserDetailsJson, UserJson, UserSummaryJson } from './users/present-user.js';
export type {
  EmailOwner,
  EmailTaken,
  ExternalIdentity,
  KeptUser,
  PersonalInformation,
  User,
  UserNotFound,
  UserSummary,
} from './users/user.js';
export type { ChangeUserError, CreateUserError, UserChanged } from './users/user-changes.js';
export {
  type RecordedUser,
  USER_SORTS,
  USERS_PER_PAGE,
  type UserDirectory,
  type UserKey,
  type UserPage,
  type UserRights,
  type UserSearch,
  type UserSort,
} from './users/user-directory.js';
export type { UserFilter } from './users/user-filter.js';
export type { UserList, UserQuery } from './users/user-operations.js';
export { type ListRange, listRange, parseListIndex } from './values/list-range.js';
export { type ObjectId, parseObjectId } from './values/object-id.js';
export { orThrow } from './values/or-throw.js';
export type { OnProgress, Progress } from './values/progress.js';
export type { StoreUnavailable } from './values/store-unavailable.js';
export {
  type Clock,
  type InvalidTimestamp,
  parseTimestamp,
  type Timestamp,
  timestampOf,
} from './values/timestamp.js';
