import 'reflect-metadata';
import type { Writable } from 'node:stream';
import type { TokenSettings, Tokens } from '@ops-admin/adapter-auth-jose';
import type { GatewaySettings, LookupCacheUnusable, RemoteGeocoder } from '@ops-admin/adapter-geocoder';
import type { KeyFile, KeyFileUnusable } from '@ops-admin/adapter-key-file';
import type { DatabaseUnusable as PostgresUnusable } from '@ops-admin/adapter-postgres';
import { shownPostgresUrl } from '@ops-admin/adapter-postgres/config';
import type { BackupRefused, DatabaseUnusable } from '@ops-admin/adapter-sqlite';
import {
  AccessPolicy,
  AIRPORT_DIRECTORY,
  AUDIT_LOG,
  AUDIT_SEALER,
  type AuditSealer,
  ChangePermissions,
  CheckStore,
  CLOCK,
  CopyOrganisation,
  DEPARTMENT_REPOSITORY,
  err,
  FindUser,
  FixedWindowRateLimiter,
  GEO_LOOKUP,
  ListDepartments,
  LOGGER,
  LOOKUP_CACHE,
  Locate,
  METRICS,
  ORGANISATION_ARCHIVE,
  type OrganisationArchive,
  ok,
  PERMISSION_STORE,
  type Port,
  port,
  RATE_LIMITER,
  type Result,
  ResultAsync,
  RevertChanges,
  ShowDepartmentHierarchy,
  STORE_INSPECTOR,
  USER_DIRECTORY,
  VerifyAuditTrail,
} from '@ops-admin/core';
import type { OpenReferenceError, RenewedReferenceUnusable } from '@ops-admin/reference-data';
import { Container, ContainerModule } from 'inversify';
import type { Config } from './config/config.js';
import { isPostgresUrl } from './config/files.js';
import { createLogger } from './create-logger.js';
import { VERSION } from './version.js';

// What commands use of the adapters beside the ports, and what needs none of their libraries.
export type { KeySetSource, ProviderOptions, ProviderUnusable } from '@ops-admin/adapter-auth-jose/config';
export { isSafeUrl, SIGNATURE_ALGORITHMS, tokenType } from '@ops-admin/adapter-auth-jose/config';
export { PROVIDER_KINDS, type ProviderKind, type ProviderKindName } from '@ops-admin/adapter-geocoder/config';
export type { CannotListen } from '@ops-admin/adapter-http-koa';
export { describeIssue, parsedBy } from '@ops-admin/adapter-http-koa/config';
export type {
  AirportReferenceInfo,
  AirportRenewal,
  ReferenceDataInfo,
  RenewAirportsError,
} from '@ops-admin/reference-data';
export type { BackupRefused, RemoteGeocoder };

/** An address provider as the configuration names it; the gazetteer is opened with the airports. */
export type Geocoder = { readonly kind: 'gazetteer' } | RemoteGeocoder;

/** The address providers, and how they stand in for each other. */
export interface GatewayOptions extends Pick<GatewaySettings, 'deadlineMs' | 'nextOnEmpty' | 'restMs'> {
  readonly geocoders: readonly Geocoder[];
}

/** The adapters, loaded when they are first wanted: most commands need one or two, and each costs time at a start. */
export const ADAPTERS = {
  auth: (): Promise<typeof import('@ops-admin/adapter-auth-jose')> => import('@ops-admin/adapter-auth-jose'),
  geocoder: (): Promise<typeof import('@ops-admin/adapter-geocoder')> =>
    import('@ops-admin/adapter-geocoder'),
  http: (): Promise<typeof import('@ops-admin/adapter-http-koa')> => import('@ops-admin/adapter-http-koa'),
  prometheus: (): Promise<typeof import('@ops-admin/adapter-prometheus')> =>
    import('@ops-admin/adapter-prometheus'),
  referenceData: (): Promise<typeof import('@ops-admin/reference-data')> =>
    import('@ops-admin/reference-data'),
  sqlite: (): Promise<typeof import('@ops-admin/adapter-sqlite')> => import('@ops-admin/adapter-sqlite'),
  /** A file, or the URL of a database, as it may be shown: without a password. */
  shownPlace: (place: string): string => (isPostgresUrl(place) ? shownPostgresUrl(place) : place),
};

/** The organisation that another one is made of. */
const SOURCE_ARCHIVE: Port<OrganisationArchive> = port('ops-admin.cli.SourceArchive');

/** Fetches the keys of a provider, before the first request. */
export const PREPARE_TOKENS: Port<Tokens['prepare']> = port('ops-admin.cli.PrepareTokens');

/** Which parts a command needs; the others are not opened. */
export interface Parts {
  /**
   * Another database, that `database` is to be a copy of, with the keys of its trail. Nothing is written to it, and nothing
   * is made before it is open.
   */
  readonly source?: Required<Pick<Parts, 'keys'>> & { readonly file: string };
  /**
   * The database, a file or the URL of one in PostgreSQL, whether it is made where there is none, and whether nothing is
   * written to it.
   */
  readonly database?: { readonly file: string; readonly create: boolean; readonly readOnly?: boolean };
  /** The address look-ups that are kept, in a file or in PostgreSQL, for whoever works on them alone. */
  readonly cache?: { readonly file: string };
  /** The airport database and the address providers, with a cache of their answers where a file is named. */
  readonly locations?: { readonly referenceFile: string; readonly cacheFile?: string };
  /** The HTTP interface, which requires the tokens. */
  readonly http?: true;
  /**
   * The keys that sign tokens and seal audit entries; whoever changes permissions or checks the trail wants them. They
   * are made where there are none, unless `create` says no.
   */
  readonly keys?: { readonly file: string; readonly create?: boolean };
  /** What checks tokens, a provider's or our own; requires the keys. */
  readonly tokens?: true;
  /** Figures for Prometheus of what the other parts do. */
  readonly metrics?: boolean;
}

/** Why a part could not be opened. */
export type ComposeError =
  | DatabaseUnusable
  | KeyFileUnusable
  | LookupCacheUnusable
  | OpenReferenceError
  | PostgresUnusable
  | RenewedReferenceUnusable;

type OpenPart = () => Promise<Result<ContainerModule, ComposeError>>;

/** The one place that knows every adapter, which log on `stderr`. Close what it opened with `unbindAllAsync()`. */
export function compose(
  config: Config,
  parts: Parts,
  stderr: Writable,
): ResultAsync<Container, ComposeError> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(coreModule(config, stderr));
  return new ResultAsync(open(container, partsOf(container, config, parts, stderr)));
}

/** One after the other, so that what comes later is not even made where something before it fails. */
async function open(
  container: Container,
  parts: readonly OpenPart[],
): Promise<Result<Container, ComposeError>> {
  for (const part of parts) {
    const opened = await part();
    if (opened.isOk()) {
      container.load(opened.value);
      continue;
    }
    await container.unbindAllAsync();
    return err(opened.error);
  }
  return ok(container);
}

function partsOf(
  container: Container,
  config: Config,
  { cache, database, http, keys, locations, metrics, source, tokens }: Parts,
  stderr: Writable,
): OpenPart[] {
  const parts: OpenPart[] = [];
  if (source) parts.push(() => openSource(config, source, stderr));
  if (database) {
    parts.push(async () => {
      if (isPostgresUrl(database.file)) return openPostgres(container, config, database);
      const { openSqlite, sqliteModule } = await ADAPTERS.sqlite();
      const log = container.get(LOGGER);
      return openSqlite({ ...database, log, sealer: keys && sealerOf(container) }).map(sqliteModule);
    });
  }
  if (keys) {
    parts.push(async () => {
      const { keyFileModule, openKeyFile } = await import('@ops-admin/adapter-key-file');
      const opened = openKeyFile(keys.file, keys);
      if (tokens && opened.isOk()) {
        const { openTokens, tokensModule } = await ADAPTERS.auth();
        const served = openTokens(tokenSettingsOf(container, config, opened.value));
        container.load(tokensModule(served));
        container.bind(PREPARE_TOKENS).toConstantValue(served.prepare);
      }
      return opened.map(keyFileModule);
    });
  }
  if (http) {
    parts.push(async () => {
      const { httpModule } = await ADAPTERS.http();
      const { allowedOrigins, limits, rateLimit } = config;
      // PostgreSQL counts for all instances, and has been bound with the database.
      if (!container.isBound(RATE_LIMITER)) {
        container
          .bind(RATE_LIMITER)
          .toResolvedValue((clock) => new FixedWindowRateLimiter(rateLimit, clock), [CLOCK]);
      }
      return ok(httpModule({ allowedOrigins, maxRequests: limits.requests }));
    });
  }
  if (metrics) {
    parts.push(async () => ok((await ADAPTERS.prometheus()).prometheusModule({ version: VERSION })));
  }
  if (cache) parts.push(() => openCache(container, config, cache.file));
  if (locations) {
    const { geocoders } = config.gateway;
    const { cacheFile, referenceFile: renewed } = locations;
    const isKept = geocoders.some((one) => one.kind !== 'gazetteer' && one.keepSeconds > 0);
    parts.push(async () => {
      const { openReferenceData, referenceDataModule } = await ADAPTERS.referenceData();
      return openReferenceData({ renewed, log: container.get(LOGGER) }).map(referenceDataModule);
    });
    if (cacheFile !== undefined && isKept) {
      parts.push(async () =>
        (await openCache(container, config, cacheFile)).orElse((error) => withoutCache(container, error)),
      );
    }
    parts.push(() => openAddressLookup(container, config.gateway));
  }
  return parts;
}

/** The sealer of the keys, which are opened after the database: where that fails, none are made. */
function sealerOf(container: Container): AuditSealer {
  return {
    get keyId() {
      return container.get(AUDIT_SEALER).keyId;
    },
    digest: (keyId, text) => container.get(AUDIT_SEALER).digest(keyId, text),
  };
}

/** The use cases of the commands, over whatever ports are there; the HTTP interface makes its own. */
function coreModule({ adminPermission, logLevel }: Config, stderr: Writable): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(CLOCK).toConstantValue(() => new Date());
    bind(LOGGER).toResolvedValue(() => createLogger(logLevel, stderr));
    bind(AccessPolicy).toResolvedValue(() => new AccessPolicy(adminPermission));
    bind(ChangePermissions).toResolvedValue(
      (store, findUser, clock, policy) => new ChangePermissions({ store, findUser, clock, policy }),
      [PERMISSION_STORE, FindUser, CLOCK, AccessPolicy],
    );
    bind(CheckStore).toResolvedValue(
      (inspector, verifyTrail) => new CheckStore(inspector, verifyTrail),
      [STORE_INSPECTOR, VerifyAuditTrail],
    );
    bind(CopyOrganisation).toResolvedValue(
      (source, target, checkTarget, sealer) => new CopyOrganisation(source, target, checkTarget, sealer),
      [SOURCE_ARCHIVE, ORGANISATION_ARCHIVE, CheckStore, AUDIT_SEALER],
    );
    bind(FindUser).toResolvedValue((users) => new FindUser(users), [USER_DIRECTORY]);
    bind(ListDepartments).toResolvedValue(
      (departments) => new ListDepartments(departments),
      [DEPARTMENT_REPOSITORY],
    );
    bind(Locate).toResolvedValue(
      (airports, geoLookup) => new Locate(airports, geoLookup),
      [AIRPORT_DIRECTORY, GEO_LOOKUP],
    );
    bind(RevertChanges).toResolvedValue(
      (store, log, clock, policy) => new RevertChanges({ store, log, clock, policy }),
      [PERMISSION_STORE, AUDIT_LOG, CLOCK, AccessPolicy],
    );
    bind(ShowDepartmentHierarchy).toResolvedValue(
      (departments) => new ShowDepartmentHierarchy(departments),
      [DEPARTMENT_REPOSITORY],
    );
    bind(VerifyAuditTrail).toResolvedValue(
      (log, sealer) => new VerifyAuditTrail(log, sealer),
      [AUDIT_LOG, AUDIT_SEALER],
    );
  });
}

function tokenSettingsOf(container: Container, { provider }: Config, { signing }: KeyFile): TokenSettings {
  const clock = container.get(CLOCK);
  return provider
    ? { type: 'provider', provider, clock, log: container.get(LOGGER) }
    : { type: 'local', keys: signing, clock };
}

/** In a container of its own, for both databases serve the same ports. */
async function openSource(
  config: Config,
  { file, keys }: NonNullable<Parts['source']>,
  stderr: Writable,
): Promise<Result<ContainerModule, ComposeError>> {
  const opened = await compose(config, { database: { file, create: false, readOnly: true }, keys }, stderr);
  return opened.map(
    (container) =>
      new ContainerModule(({ bind }) => {
        bind(SOURCE_ARCHIVE)
          .toResolvedValue(() => container.get(ORGANISATION_ARCHIVE))
          .onDeactivation(() => container.unbindAllAsync());
        bind(AUDIT_SEALER).toResolvedValue(() => container.get(AUDIT_SEALER));
      }),
  );
}

async function openPostgres(
  container: Container,
  { postgres, rateLimit }: Config,
  { file: url, create, readOnly = false }: NonNullable<Parts['database']>,
): Promise<Result<ContainerModule, PostgresUnusable>> {
  const { openDatabase, postgresModule, postgresRateLimiterModule } = await import(
    '@ops-admin/adapter-postgres'
  );
  const onLost = (error: Error) => {
    container.get(LOGGER).warn({ err: error }, 'a connection to the database was lost');
  };
  return openDatabase(url, { ...postgres, create, readOnly, onLost }).map((database) => {
    container.load(postgresRateLimiterModule(database, rateLimit));
    return postgresModule(database);
  });
}

/** Over the gazetteer, the cache and the metrics that are there by now. */
async function openAddressLookup(
  container: Container,
  { geocoders, ...options }: GatewayOptions,
): Promise<Result<ContainerModule, never>> {
  const [{ gatewayModule, openGateway }, { REFERENCE_DATA }] = await Promise.all([
    ADAPTERS.geocoder(),
    ADAPTERS.referenceData(),
  ]);
  const { gazetteer } = container.get(REFERENCE_DATA);
  const gateway = openGateway({
    ...options,
    geocoders: geocoders.map((one) => (one.kind === 'gazetteer' ? { ...one, lookup: gazetteer } : one)),
    log: container.get(LOGGER),
    cache: container.get(LOOKUP_CACHE, { optional: true }),
    metrics: container.get(METRICS, { optional: true }),
  });
  return ok(gatewayModule(gateway));
}

async function openCache(
  container: Container,
  { geocodeCache, postgres }: Config,
  place: string,
): Promise<Result<ContainerModule, LookupCacheUnusable | PostgresUnusable>> {
  const { capacity } = geocodeCache;
  if (isPostgresUrl(place)) {
    const { openDatabase, POSTGRES_DATABASE, postgresLookupCacheModule } = await import(
      '@ops-admin/adapter-postgres'
    );
    if (container.isBound(POSTGRES_DATABASE)) {
      const database = container.get(POSTGRES_DATABASE);
      return ok(postgresLookupCacheModule({ database, capacity, isOwn: false }));
    }
    return openDatabase(place, { ...postgres, create: false }).map((database) =>
      postgresLookupCacheModule({ database, capacity, isOwn: true }),
    );
  }
  const { lookupCacheModule, openLookupCache } = await ADAPTERS.geocoder();
  return openLookupCache({ file: place, capacity }).map(lookupCacheModule);
}

/** No look-up fails for want of a cache. */
function withoutCache(
  container: Container,
  { message }: LookupCacheUnusable | PostgresUnusable,
): Result<ContainerModule, never> {
  container.get(LOGGER).warn({ reason: message }, 'addresses are looked up without a cache');
  return ok(new ContainerModule(() => {}));
}
