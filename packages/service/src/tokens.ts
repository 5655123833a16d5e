import type { Tokens } from '@ops-admin/adapter-auth-jose';
import type {
  AccessPolicy,
  AuditLog,
  ChangeRules,
  Clock,
  DepartmentRepository,
  Logger,
  Organisation,
  PermissionStore,
  TrailStore,
  UserDirectory,
} from '@ops-admin/core';
import type { LocationOperationsPorts } from '@ops-admin/core/operations';
import type { ReferenceData } from '@ops-admin/reference-data';
import type { PrometheusMetrics } from './metrics/prometheus-metrics.js';
import type { OpenKeys } from './parts/open-keys.js';
import type { OpenCache } from './parts/open-lookup-cache.js';
import type { OpenSource } from './parts/open-source.js';
import type { OpenedStore } from './parts/open-store.js';
import type { ServiceParts } from './service-parts.js';

/** Names a binding of the container. Inversify infers `T` from the type of an abstract class; the value is a symbol. */
export type Token<T> = abstract new () => T;

/** The ports of operations that only read, by the names under which operations take them. */
export interface ReadingPorts {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly departments: DepartmentRepository;
  readonly policy: AccessPolicy;
  readonly users: UserDirectory;
}

/** The ports of operations that write, or that judge a dry run. */
export interface ChangingPorts extends ReadingPorts {
  readonly organisation: Organisation;
  readonly store: PermissionStore;
}

/** The ports of operations that write entries of the audit log. */
export interface SealingPorts extends ChangingPorts {
  readonly trail: TrailStore;
}

interface Ruled {
  readonly rules: ChangeRules;
}

export const CLOCK: Token<Clock> = token('Clock');
export const LOGGER: Token<Logger> = token('Logger');
export const CHANGE_RULES: Token<ChangeRules> = token('ChangeRules');
/** The database that is copied. */
export const SOURCE: Token<OpenSource> = token('Source');
export const STORE: Token<OpenedStore> = token('Store');
/** The keys that seal audit entries, and sign tokens. */
export const KEYS: Token<OpenKeys> = token('Keys');
/** A running service uses the keys of a changed file until this is closed. */
export const FOLLOWED_KEYS: Token<{ stop(): void }> = token('FollowedKeys');
export const READING: Token<ReadingPorts> = token('Reading');
export const SEALING: Token<SealingPorts> = token('Sealing');
/** The ports of dry runs: nothing is written, and no keys are needed. */
export const DRY: Token<ChangingPorts> = token('Dry');
/** The ports of operations whose changes must keep the rules of the configuration. */
export const RULED: Token<SealingPorts & Ruled> = token('Ruled');
export const RULED_DRY: Token<ChangingPorts & Ruled> = token('RuledDry');
export const TOKENS: Token<Tokens> = token('Tokens');
export const REFERENCE_DATA: Token<ReferenceData> = token('ReferenceData');
/** The answers of address providers that lookups use. */
export const USED_CACHE: Token<OpenCache> = token('UsedCache');
/** The existing answers, to look at them. */
export const KEPT_ADDRESSES: Token<OpenCache> = token('KeptAddresses');
export const PLACES: Token<LocationOperationsPorts> = token('Places');
export const METRICS: Token<PrometheusMetrics> = token('Metrics');

/** The token of a part that a program can request. */
export function part<Name extends keyof ServiceParts>(name: Name): Token<ServiceParts[Name]> {
  return token(`part.${name}`);
}

function token<T>(name: string): Token<T> {
  return Symbol.for(`ops-admin.service.${name}`) as unknown as Token<T>;
}
