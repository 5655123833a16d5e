import type { RateLimiter } from './access/rate-limiter.js';
import type { TokenVerifier } from './access/token-verifier.js';
import type { AuditLog } from './audit/audit-log.js';
import type { TrailSigner, TrailVerifier } from './audit/trail-seal.js';
import type { TrailStore } from './audit/trail-store.js';
import type { DepartmentRepository } from './departments/department-repository.js';
import type { IntegrityChecker } from './integrity/integrity-checker.js';
import type { AirportDirectory } from './locations/airport-directory.js';
import type { GeoLookup } from './locations/geo-lookup.js';
import type { LookupCache } from './locations/lookup-cache.js';
import type { RegionNames } from './locations/region-names.js';
import type { TownDirectory } from './locations/town-directory.js';
import type { HealthProbe } from './observability/health-probe.js';
import type { Logger } from './observability/logger.js';
import type { Metrics } from './observability/metrics.js';
import type { Organisation } from './organisation/organisation.js';
import type { OrganisationCopy } from './organisation/organisation-copy.js';
import type { ChangeRules } from './permissions/change-rules.js';
import type { PermissionStore } from './permissions/permission-store.js';
import type { UserDirectory } from './users/user-directory.js';
import type { Clock } from './values/timestamp.js';

/**
 * A typed token: a container that takes abstract classes as identifiers (Inversify does) infers `T` from it, and core
 * needs no container to make one.
 *
 * A rule for every port: its failures are errors of its results. A bug, or an argument that the types do not allow, rejects
 * the result with an `Error`; no method throws directly.
 */
export type Port<T> = abstract new () => T;

/** The token of a port; the same name always gives the same token. */
export function port<T>(name: string): Port<T> {
  return Symbol.for(name) as unknown as Port<T>;
}

export const AIRPORT_DIRECTORY: Port<AirportDirectory> = port('ops-admin.AirportDirectory');
export const AUDIT_LOG: Port<AuditLog> = port('ops-admin.AuditLog');
/** What is demanded of changes; nothing where it is not bound. */
export const CHANGE_RULES: Port<ChangeRules> = port('ops-admin.ChangeRules');
export const CLOCK: Port<Clock> = port('ops-admin.Clock');
export const DEPARTMENT_REPOSITORY: Port<DepartmentRepository> = port('ops-admin.DepartmentRepository');
export const GEO_LOOKUP: Port<GeoLookup> = port('ops-admin.GeoLookup');
export const HEALTH_PROBE: Port<HealthProbe> = port('ops-admin.HealthProbe');
/** Where lists are read; where all else is, if it is not bound. */
export const LOGGER: Port<Logger> = port('ops-admin.Logger');
export const LOOKUP_CACHE: Port<LookupCache> = port('ops-admin.LookupCache');
export const METRICS: Port<Metrics> = port('ops-admin.Metrics');
export const ORGANISATION: Port<Organisation> = port('ops-admin.Organisation');
export const ORGANISATION_COPY: Port<OrganisationCopy> = port('ops-admin.OrganisationCopy');
export const PERMISSION_STORE: Port<PermissionStore> = port('ops-admin.PermissionStore');
export const REGION_NAMES: Port<RegionNames> = port('ops-admin.RegionNames');
export const RATE_LIMITER: Port<RateLimiter> = port('ops-admin.RateLimiter');
export const INTEGRITY_CHECKER: Port<IntegrityChecker> = port('ops-admin.IntegrityChecker');
export const TOKEN_VERIFIER: Port<TokenVerifier> = port('ops-admin.TokenVerifier');
export const TOWN_DIRECTORY: Port<TownDirectory> = port('ops-admin.TownDirectory');
export const TRAIL_STORE: Port<TrailStore> = port('ops-admin.TrailStore');
export const TRAIL_SIGNER: Port<TrailSigner> = port('ops-admin.TrailSigner');
export const TRAIL_VERIFIER: Port<TrailVerifier> = port('ops-admin.TrailVerifier');
export const USER_DIRECTORY: Port<UserDirectory> = port('ops-admin.UserDirectory');
