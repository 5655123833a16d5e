// Contracts: the tests that every implementation of a port must pass, for any test runner.
export { airportDirectoryContract } from './airport-directory.contract.js';
export { auditLogContract } from './audit-log.contract.js';
export { departmentRepositoryContract } from './department-repository.contract.js';
export {
  FOUND_LOCATION,
  type GeoLookupScenario,
  type GeoLookupSuiteOptions,
  geoLookupContract,
  type UnusableProvider,
} from './geo-lookup.contract.js';
export {
  type IntegrityCheckerSuiteOptions,
  integrityCheckerContract,
  type TamperedStore,
} from './integrity-checker.contract.js';
export { lookupCacheContract } from './lookup-cache.contract.js';
export { metricsContract, type OpenMetrics } from './metrics.contract.js';
export { organisationContract } from './organisation.contract.js';
export { organisationCopyContract } from './organisation-copy.contract.js';
export { permissionStoreContract } from './permission-store.contract.js';
export { permissionsThatEndContract } from './permissions-that-end.js';
export { rateLimiterContract } from './rate-limiter.contract.js';
export { regionNamesContract } from './region-names.contract.js';
export type { DefineTest, Runner, SuiteOptions } from './runner.js';
export {
  type ChangeOfOthers,
  type EndOfIt,
  makeChangeOfOthers,
  type OpenedStore,
  type OpenStore,
  type StoreSetting,
  type StoreSuiteOptions,
  type SwallowedRows,
} from './store-suite.js';
export {
  type OpenTokenVerifier,
  type TokenVerifierSuiteOptions,
  tokenVerifierContract,
} from './token-verifier.contract.js';
export { townDirectoryContract } from './town-directory.contract.js';
export { trailStoreContract } from './trail-store.contract.js';
export { userDirectoryContract } from './user-directory.contract.js';
