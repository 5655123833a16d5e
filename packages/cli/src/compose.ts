import 'reflect-metadata';
import {
  geocoderModule,
  LiveReference,
  type LookupCacheUnusable,
  lookupCacheModule,
  type OpenReferenceError,
  openLookupCache,
  type RenewedReferenceUnusable,
  wantsCache,
} from '@ops-admin/adapter-geocoder';
import { httpModule, type TokenSource } from '@ops-admin/adapter-http-koa';
import { type KeyFile, type KeyFileUnusable, keyFileModule, openKeyFile } from '@ops-admin/adapter-key-file';
import { type DatabaseUnusable, openDatabase, sqliteModule } from '@ops-admin/adapter-sqlite';
import {
  AccessPolicy,
  AddPermissions,
  AIRPORT_DIRECTORY,
  AUDIT_LOG,
  AUDIT_SEALER,
  ChangeManyPermissions,
  CLOCK,
  DEPARTMENT_REPOSITORY,
  FindUser,
  GEO_LOOKUP,
  IdentifyCaller,
  ListDepartments,
  LOGGER,
  Locate,
  PERMISSION_STORE,
  RemovePermissions,
  RevertChanges,
  ShowDepartmentHierarchy,
  TOKEN_VERIFIER,
  USER_DIRECTORY,
  VerifyAuditTrail,
} from '@ops-admin/core';
import { Container, ContainerModule } from 'inversify';
import { err, ok, type Result } from 'neverthrow';
import type { Config } from './config/config.js';
import { createLogger } from './create-logger.js';

// What commands use of the adapters beside the ports.
export {
  type AirportReferenceInfo,
  type AirportRenewal,
  airportFilesAt,
  type GatewayOptions,
  type GazetteerReferenceInfo,
  type Geocoder,
  OFFICIAL_AIRPORTS,
  PROVIDER_KINDS,
  type ProviderKind,
  type ProviderKindName,
  REFERENCE,
  type RemoteGeocoder,
  type RenewAirportsError,
  readAirportReferenceInfo,
  readGazetteerReferenceInfo,
  renewAirports,
} from '@ops-admin/adapter-geocoder';
export {
  type CannotListen,
  describeIssue,
  HTTP_APP,
  isSafeUrl,
  type KeyPlace,
  LOCAL_TOKEN_ISSUER,
  PROVIDER_TOKEN_VERIFIER,
  type ProviderOptions,
  type ProviderUnusable,
  parsedBy,
  presentDepartment,
  presentDepartmentNode,
  SIGNATURE_ALGORITHMS,
  startHttpServer,
  tokenType,
} from '@ops-admin/adapter-http-koa';

/** Which parts a command needs; the others are not opened. */
export interface Parts {
  /** The database file, and whether it is made where there is none. */
  readonly database?: { readonly file: string; readonly create: boolean };
  /** The address look-ups that are kept, for whoever works on them alone. */
  readonly cache?: { readonly file: string };
  /** The airport database and the address providers, with a cache of their answers where a file is named. */
  readonly locations?: { readonly referenceFile: string; readonly cacheFile?: string };
  /** The HTTP interface and its tokens: a provider's, or our own, which want the keys. */
  readonly http?: true;
  /**
   * The keys that sign tokens and seal audit entries; whoever changes permissions or checks the trail wants them. They
   * are made where there are none, unless `create` says no.
   */
  readonly keys?: { readonly file: string; readonly create?: boolean };
}

/** Why a part could not be opened. */
export type ComposeError =
  | DatabaseUnusable
  | KeyFileUnusable
  | LookupCacheUnusable
  | OpenReferenceError
  | RenewedReferenceUnusable;

/** The one place that knows every adapter. Close what it opened with `unbindAllAsync()`. */
export function compose(
  config: Config,
  { cache, database, http, keys, locations }: Parts,
): Result<Container, ComposeError> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(coreModule(config));
  // One after the other, so that what comes later is not even made where something before it fails.
  const parts: (() => Result<ContainerModule, ComposeError>)[] = [];
  if (database) parts.push(() => openDatabase(database.file, database).map(sqliteModule));
  if (keys) {
    parts.push(() =>
      openKeyFile(keys.file, keys).map((opened) => {
        if (http)
          container.load(httpModule({ rateLimit: config.rateLimit, tokens: tokenSourceOf(config, opened) }));
        return keyFileModule(opened);
      }),
    );
  }
  if (cache) parts.push(() => openCache(config, cache.file));
  if (locations) {
    const { gateway } = config;
    const { cacheFile, referenceFile: renewed } = locations;
    const log = container.get(LOGGER);
    parts.push(() =>
      LiveReference.open({ renewed, log }).map((reference) => geocoderModule({ reference, gateway })),
    );
    if (cacheFile !== undefined && wantsCache(gateway.geocoders)) {
      parts.push(() => openCache(config, cacheFile).orElse((error) => withoutCache(container, error)));
    }
  }
  for (const open of parts) {
    const opened = open();
    if (opened.isErr()) return err(opened.error);
    container.load(opened.value);
  }
  return ok(container);
}

/** The use cases over whatever ports are there. */
function coreModule({ adminPermission, logLevel }: Config): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(CLOCK).toConstantValue(() => new Date());
    bind(LOGGER).toResolvedValue(() => createLogger(logLevel));
    bind(AccessPolicy).toResolvedValue(() => new AccessPolicy(adminPermission));
    bind(AddPermissions).toResolvedValue(
      (store, clock) => new AddPermissions(store, clock),
      [PERMISSION_STORE, CLOCK],
    );
    bind(ChangeManyPermissions).toResolvedValue(
      (store, findUser, clock, policy) => new ChangeManyPermissions(store, findUser, clock, policy),
      [PERMISSION_STORE, FindUser, CLOCK, AccessPolicy],
    );
    bind(FindUser).toResolvedValue((users) => new FindUser(users), [USER_DIRECTORY]);
    bind(IdentifyCaller).toResolvedValue(
      (tokens, users, permissions) => new IdentifyCaller(tokens, users, permissions),
      [TOKEN_VERIFIER, USER_DIRECTORY, PERMISSION_STORE],
    );
    bind(ListDepartments).toResolvedValue(
      (departments) => new ListDepartments(departments),
      [DEPARTMENT_REPOSITORY],
    );
    bind(Locate).toResolvedValue(
      (airports, geoLookup) => new Locate(airports, geoLookup),
      [AIRPORT_DIRECTORY, GEO_LOOKUP],
    );
    bind(RemovePermissions).toResolvedValue(
      (store, clock, policy) => new RemovePermissions(store, clock, policy),
      [PERMISSION_STORE, CLOCK, AccessPolicy],
    );
    bind(RevertChanges).toResolvedValue(
      (store, log, clock, policy) => new RevertChanges(store, log, clock, policy),
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

function tokenSourceOf({ provider }: Config, { signing }: KeyFile): TokenSource {
  return provider ? { type: 'provider', provider } : { type: 'local', keys: signing };
}

function openCache({ geocodeCache }: Config, file: string): Result<ContainerModule, LookupCacheUnusable> {
  const { capacity } = geocodeCache;
  return openLookupCache(file).map((database) => lookupCacheModule({ database, capacity }));
}

/** No look-up fails for want of a cache. */
function withoutCache(
  container: Container,
  { message }: LookupCacheUnusable,
): Result<ContainerModule, never> {
  container.get(LOGGER).warn({ reason: message }, 'addresses are looked up without a cache');
  return ok(new ContainerModule(() => {}));
}
