import { AccessPolicy, ChangeIdentity, ok, ResultAsync } from '@ops-admin/core';
import {
  CopyOrganisation,
  type LocalPermissionsParts,
  localAudit,
  localDepartments,
  localLocations,
  localPermissions,
  localUsers,
} from '@ops-admin/core/jobs';
import {
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
  TOKEN_VERIFIER,
  TOWN_DIRECTORY,
  TRAIL_KEEPER,
  USER_DIRECTORY,
} from '@ops-admin/core/ports';
import { assertNames } from './areas/area.js';
import type { ComposeError } from './compose-error.js';
import { checkPlaces } from './config/check-places.js';
import { keyFileOf, referenceFileOf } from './config/files.js';
import { createLogger } from './create-logger.js';
import { demoOf } from './demo/prepare-demo.js';
import { openParts } from './open-parts.js';
import { addressCacheOf } from './operations/address-cache.js';
import { airportRenewals, airportsOf } from './operations/airports.js';
import { backupsOf } from './operations/backups.js';
import { gazetteerOf } from './operations/gazetteer.js';
import { importPreviewOf, importsInto } from './operations/imports.js';
import { INTEGRITY, integrityOf } from './operations/integrity.js';
import { issueTokens } from './operations/issue-tokens.js';
import { keyCareOf } from './operations/keys.js';
import { ARCHIVED_TRAILS, archivedTrails, trailCareOf } from './operations/trail.js';
import { type Bound, bindValue, type Part } from './part.js';
import { AREAS, openAreas } from './parts/open-areas.js';
import { DRY_RUNS, openDryRuns } from './parts/open-dry-runs.js';
import { HTTP, openHttp, openRateLimiter } from './parts/open-http.js';
import { FOLLOWED_KEYS, followKeys, KEY_FILE, openKeys } from './parts/open-keys.js';
import { openGateway, openReference, REFERENCE } from './parts/open-locations.js';
import { openCacheThatIsThere, openLookupCache } from './parts/open-lookup-cache.js';
import { openSource, SOURCE_ARCHIVE } from './parts/open-source.js';
import { openStore } from './parts/open-store.js';
import { localIssuerOf, openTokens, TOKENS } from './parts/open-tokens.js';
import { METRICS_SERVER, openMetricsServer } from './serve/metrics-server.js';
import { Server } from './serve/server.js';
import type { ServiceParts } from './service-parts.js';
import type { ServiceSettings } from './settings.js';

/** Parts that only other parts need. */
interface InnerParts {
  readonly clock: unknown;
  readonly followedKeys: unknown;
  readonly gateway: unknown;
  readonly keys: unknown;
  readonly keptAddresses: unknown;
  readonly lookupCache: unknown;
  readonly policy: unknown;
  readonly rateLimiter: unknown;
  readonly reference: unknown;
  readonly source: unknown;
  readonly store: unknown;
  readonly tokens: unknown;
}
type AllParts = ServiceParts & InnerParts;
type Name = keyof AllParts;

/**
 * Every part, with what it needs. The order has no meaning. A part loads its adapter when it opens: most commands need one
 * or two, and each costs time at the start.
 */
export const PARTS: { readonly [One in Name]: Part<AllParts[One], Name> } = {
  clock: made(CLOCK, [], () => () => new Date()),
  log: made(LOGGER, [], (_, { config, log }) => log ?? createLogger(config.logLevel, process.stderr)),
  policy: made(AccessPolicy, [], (_, { config }) => new AccessPolicy(config.adminPermission)),
  source: { gives: SOURCE_ARCHIVE, needs: ['log'], open: openSource },
  store: { gives: HEALTH_PROBE, needs: ['log'], after: ['source'], open: openStore },
  // After the database, so that no keys are made for an unusable one.
  keys: { gives: KEY_FILE, needs: [], after: ['store'], open: openKeys },
  followedKeys: { gives: FOLLOWED_KEYS, needs: ['keys', 'log'], open: followKeys },
  areas: { gives: AREAS, needs: ['clock', 'log', 'policy', 'store'], after: ['keys'], open: openAreas },
  tokens: { gives: TOKEN_VERIFIER, needs: ['clock', 'log', 'keys'], open: openTokens },

  reference: { gives: REFERENCE, needs: ['log'], open: openReference },
  lookupCache: { gives: LOOKUP_CACHE, needs: ['log'], after: ['store'], open: openLookupCache },
  gateway: {
    gives: GEO_LOOKUP,
    needs: ['log', 'reference', 'lookupCache'],
    after: ['metrics'],
    open: openGateway,
  },

  metrics: { gives: METRICS_SERVER, needs: ['log'], after: ['store'], open: openMetricsServer },
  rateLimiter: { gives: RATE_LIMITER, needs: ['clock', 'log'], after: ['store'], open: openRateLimiter },
  http: {
    gives: HTTP,
    needs: [
      'clock',
      'log',
      'store',
      'keys',
      'tokens',
      'policy',
      'rateLimiter',
      'reference',
      'gateway',
      'areas',
    ],
    after: ['metrics'],
    open: openHttp,
  },
  server: made(
    port('ops-admin.service.Server'),
    ['http', 'integrity', 'followedKeys', 'log', 'tokens'],
    ({ find, get }, { config, database }) => {
      const [http, integrity, log, tokens] = [get(HTTP), get(INTEGRITY), get(LOGGER), get(TOKENS)];
      return new Server({ config, database, http, integrity, log, metrics: find(METRICS), tokens });
    },
  ),
  demo: made(port('ops-admin.service.Demo'), ['clock', 'store', 'keys', 'tokens', 'policy'], ({ get }) =>
    demoOf({
      clock: get(CLOCK),
      departments: get(DEPARTMENT_REPOSITORY),
      issuer: localIssuerOf(get(TOKENS)),
      organisation: get(ORGANISATION),
      policy: get(AccessPolicy),
      users: get(USER_DIRECTORY),
    }),
  ),

  departments: made(port('ops-admin.service.Departments'), ['store'], ({ get }) =>
    localDepartments({ departments: get(DEPARTMENT_REPOSITORY) }),
  ),
  users: made(port('ops-admin.service.Users'), ['store', 'policy'], ({ get }) =>
    localUsers({ users: get(USER_DIRECTORY), policy: get(AccessPolicy) }),
  ),
  identities: made(
    port('ops-admin.service.Identities'),
    ['store', 'keys', 'clock', 'policy'],
    (bound) => new ChangeIdentity(changeParts(bound)),
  ),
  permissions: made(port('ops-admin.service.Permissions'), ['store', 'keys', 'clock', 'policy'], (bound) =>
    localPermissions(changeParts(bound)),
  ),
  dryRuns: { gives: DRY_RUNS, needs: ['store', 'clock', 'policy'], open: openDryRuns },
  audit: made(port('ops-admin.service.Audit'), ['store'], ({ get }) =>
    localAudit({ audit: get(AUDIT_LOG), users: get(USER_DIRECTORY) }),
  ),
  trail: made(port('ops-admin.service.Trail'), ['store', 'keys', 'clock'], ({ get }) =>
    trailCareOf({
      keeper: get(TRAIL_KEEPER),
      audit: get(AUDIT_LOG),
      sealer: get(AUDIT_SEALER),
      clock: get(CLOCK),
    }),
  ),
  archivedTrails: made(ARCHIVED_TRAILS, ['keys'], ({ get }) => archivedTrails(get(AUDIT_SEALER))),
  integrity: made(INTEGRITY, ['store', 'keys'], ({ get }) =>
    integrityOf({ integrity: get(INTEGRITY_CHECKER), audit: get(AUDIT_LOG), sealer: get(AUDIT_SEALER) }),
  ),
  locations: made(port('ops-admin.service.Locations'), ['reference', 'gateway'], ({ get }) =>
    localLocations({
      airports: get(AIRPORT_DIRECTORY),
      geoLookup: get(GEO_LOOKUP),
      towns: get(TOWN_DIRECTORY),
    }),
  ),
  airports: made(port('ops-admin.service.Airports'), ['reference'], ({ get }) => airportsOf(get(REFERENCE))),
  gazetteer: made(port('ops-admin.service.Gazetteer'), ['reference'], ({ get }) =>
    gazetteerOf(get(REFERENCE)),
  ),
  airportRenewals: made(port('ops-admin.service.AirportRenewals'), [], (_, { config, database }) =>
    airportRenewals(referenceFileOf(config, database)),
  ),
  keptAddresses: { gives: LOOKUP_CACHE, needs: ['log'], open: openCacheThatIsThere },
  addressCache: made(port('ops-admin.service.AddressCache'), ['keptAddresses'], ({ find }) =>
    addressCacheOf(find(LOOKUP_CACHE)),
  ),
  imports: made(port('ops-admin.service.Imports'), ['store', 'keys', 'clock', 'policy'], ({ get }) =>
    importsInto({ organisation: get(ORGANISATION), clock: get(CLOCK), policy: get(AccessPolicy) }),
  ),
  importPreview: made(port('ops-admin.service.ImportPreview'), ['store', 'policy'], ({ get }) =>
    importPreviewOf({ archive: get(ORGANISATION_ARCHIVE), policy: get(AccessPolicy) }),
  ),
  tokenIssue: made(port('ops-admin.service.TokenIssue'), ['store', 'keys', 'tokens'], ({ get }) =>
    issueTokens(get(USER_DIRECTORY), localIssuerOf(get(TOKENS))),
  ),
  keyCare: made(port('ops-admin.service.KeyCare'), [], (_, { config, database }) =>
    keyCareOf(keyFileOf(config, database)),
  ),
  backups: made(port('ops-admin.service.Backups'), ['keys'], ({ find }, { database }) =>
    backupsOf(database, find(AUDIT_SEALER)),
  ),
  copy: made(
    port('ops-admin.service.Copy'),
    ['source', 'store'],
    ({ get }) =>
      new CopyOrganisation({
        source: get(SOURCE_ARCHIVE),
        target: get(ORGANISATION_ARCHIVE),
        integrity: get(INTEGRITY_CHECKER),
        audit: get(AUDIT_LOG),
        sealer: get(AUDIT_SEALER),
      }),
  ),
};

/** The requested parts, open. */
export interface Composition<Requested extends keyof ServiceParts> {
  readonly parts: Pick<ServiceParts, Requested>;
  /** Closes what was opened, in reverse order. */
  close(): Promise<void>;
}

/** Opens only what is requested and what that needs. Errors: {@link ComposeError}; then nothing is open. */
export function compose<Requested extends keyof ServiceParts>(
  settings: ServiceSettings,
  requested: readonly Requested[],
): ResultAsync<Composition<Requested>, ComposeError> {
  assertNames(settings.areas ?? []);
  return checkPlaces(settings)
    .asyncAndThen(() => new ResultAsync(openParts(PARTS, requested, settings)))
    .map(({ close, get }) => {
      const parts = Object.fromEntries(requested.map((name) => [name, get<unknown>(PARTS[name].gives)]));
      return { parts: parts as Pick<ServiceParts, Requested>, close };
    });
}

/** The parts for changes of users. */
function changeParts({ get }: Bound): LocalPermissionsParts {
  return {
    store: get(PERMISSION_STORE),
    audit: get(AUDIT_LOG),
    users: get(USER_DIRECTORY),
    clock: get(CLOCK),
    policy: get(AccessPolicy),
  };
}

/** A part that is made of other parts, and keeps nothing open. */
function made<T>(
  gives: Port<T>,
  needs: readonly Name[],
  make: (bound: Bound, settings: ServiceSettings) => T,
): Part<T, Name> {
  return { gives, needs, open: (bound, settings) => ok([bindValue(gives, make(bound, settings))]) };
}
