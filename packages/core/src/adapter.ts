// For writers of stores and of other adapters, in addition to the ports: the rules that a store applies inside its
// transactions.
//
// Each method of a port returns its failures as errors of its results. A bug, or an argument that the types do not allow, rejects
// the result with an `Error`; no method throws directly.
export { headerValues } from './access/header-values.js';
export { AuditChain, NO_ENTRY } from './audit/audit-chain.js';
export { PERSON_ACTIONS } from './audit/audit-entry.js';
export { checkAuditQuery } from './audit/audit-log.js';
export { canonicalJson } from './audit/canonical-json.js';
export {
  afterInOrder,
  NOTHING_HELD,
  type RecordedSet,
  recordedSetOf,
  setAfter,
  setBefore,
} from './audit/recorded-set.js';
export { SealingKeyMissing } from './audit/sealing-key-missing.js';
export { trailEnd } from './audit/trail-end.js';
export { presentDepartment } from './departments/department.js';
export type { NewestEntry } from './departments/department-change.js';
export type { ChangedDepartment } from './departments/department-entry.js';
export { departmentText } from './departments/department-record.js';
export {
  type DepartmentContext,
  type DepartmentJudgement,
  judgeDepartmentChanges,
} from './departments/judge-department-changes.js';
export { changesWithoutEntry, neverNamed } from './integrity/changes-without-entry.js';
export { createLocation } from './locations/location.js';
export { checkCacheEntry } from './locations/lookup-cache.js';
export { FIRST_NAMES, NO_PLACE_WORDS } from './locations/no-place-words.js';
export { NO_METRICS, PROVIDER_STATES, REFUSALS } from './observability/metrics.js';
export { plannedDraft } from './organisation/import-entries.js';
export { withEntry } from './organisation/organisation.js';
export { type DepartmentImport, planDepartmentImport } from './organisation/plan-department-import.js';
export {
  concludeUserImport,
  mayLeaveNoAdmin,
  planUserImport,
  type UserImport,
  withEntryIds,
} from './organisation/plan-user-import.js';
export {
  type ChangeContext,
  departmentsIn,
  emailsIn,
  isAboutPerson,
  isIdentityChange,
  judgeChanges,
  mayTakeAdmin,
  type UserState,
} from './permissions/judge-changes.js';
export { canBeHeld } from './permissions/permission.js';
export { type Ends, endsJson, endsOf } from './permissions/permission-ends.js';
export { type RecordedChange, recordChanges, withEntries } from './permissions/record-changes.js';
export { identityKey } from './users/identity-change.js';
export { presentUserSummary } from './users/present-user.js';
export { checkUserKeys } from './users/user-directory.js';
export {
  compareCodePoints,
  emailKeyOf,
  type HeldTerm,
  heldTermsOf,
  nameKeyOf,
  searchTextOf,
  searchWordsOf,
  soughtIdOf,
} from './users/user-filter.js';
export { type ProfileChange, profileDigest } from './users/user-profile.js';
export { checkCount, checkInteger, checkRange, checkText, checkTexts } from './values/check-argument.js';
export { fileFailure } from './values/file-failure.js';
export { foldCase, foldKey } from './values/fold-text.js';
export { rejecting } from './values/rejecting.js';
export { StoreFault } from './values/store-fault.js';
export { type JsonFlaw, parseStrictJson } from './values/strict-json.js';
