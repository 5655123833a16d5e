import 'reflect-metadata';
import type {
  LookupCacheUnusable,
  OpenReferenceError,
  RenewedReferenceUnusable,
} from '@ops-admin/adapter-geocoder';
import type { TokenSource } from '@ops-admin/adapter-http-koa';
import type { KeyFile, KeyFileUnusable } from '@ops-admin/adapter-key-file';
import type { DatabaseUnusable } from '@ops-admin/adapter-sqlite';
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
import { err, ok, type Result, ResultAsync } from 'neverthrow';
import type { Config } from './config/config.js';
import { createLogger } from './create-logger.js';

// What commands use of the adapters beside the ports, and what needs none of their libraries.
export type {
  AirportReferenceInfo,
  AirportRenewal,
  GatewayOptions,
  GazetteerReferenceInfo,
  Geocoder,
  RemoteGeocoder,
  RenewAirportsError,
} from '@ops-admin/adapter-geocoder';
export { PROVIDER_KINDS, type ProviderKind, type ProviderKindName } from '@ops-admin/adapter-geocoder/config';
export type { CannotListen, KeyPlace, ProviderOptions, ProviderUnusable } from '@ops-admin/adapter-http-koa';
export {
  describeIssue,
  isSafeUrl,
  parsedBy,
  SIGNATURE_ALGORITHMS,
  tokenType,
} from '@ops-admin/adapter-http-koa/config';

/** The adapters, loaded when they are first wanted: most commands need one or two, and each costs time at a start. */
export const ADAPTERS = {
  geocoder: (): Promise<typeof import('@ops-admin/adapter-geocoder')> =>
    import('@ops-admin/adapter-geocoder'),
  http: (): Promise<typeof import('@ops-admin/adapter-http-koa')> => import('@ops-admin/adapter-http-koa'),
  /** What the HTTP interface shows, without what serves it. */
  presenters: (): Promise<typeof import('@ops-admin/adapter-http-koa/config')> =>
    import('@ops-admin/adapter-http-koa/config'),
};

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

type OpenPart = () => Promise<Result<ContainerModule, ComposeError>>;

/** The one place that knows every adapter. Close what it opened with `unbindAllAsync()`. */
export function compose(config: Config, parts: Parts): ResultAsync<Container, ComposeError> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.load(coreModule(config));
  return new ResultAsync(open(container, partsOf(container, config, parts)));
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
  { cache, database, http, keys, locations }: Parts,
): OpenPart[] {
  const parts: OpenPart[] = [];
  if (database) {
    parts.push(async () => {
      const { openDatabase, sqliteModule } = await import('@ops-admin/adapter-sqlite');
      return openDatabase(database.file, database).map(sqliteModule);
    });
  }
  if (keys) {
    parts.push(async () => {
      const { keyFileModule, openKeyFile } = await import('@ops-admin/adapter-key-file');
      const opened = openKeyFile(keys.file, keys);
      if (http && opened.isOk()) {
        const { httpModule } = await ADAPTERS.http();
        const { allowedOrigins, rateLimit } = config;
        const tokens = tokenSourceOf(config, opened.value);
        container.load(httpModule({ allowedOrigins, rateLimit, tokens }));
      }
      return opened.map(keyFileModule);
    });
  }
  if (cache) parts.push(() => openCache(config, cache.file));
  if (locations) {
    const { gateway } = config;
    const { cacheFile, referenceFile: renewed } = locations;
    parts.push(async () => {
      const { geocoderModule, LiveReference } = await ADAPTERS.geocoder();
      const reference = LiveReference.open({ renewed, log: container.get(LOGGER) });
      return reference.map((live) => geocoderModule({ reference: live, gateway }));
    });
    const isKept = gateway.geocoders.some((one) => one.kind !== 'gazetteer' && one.keepSeconds > 0);
    if (cacheFile !== undefined && isKept) {
      parts.push(async () =>
        (await openCache(config, cacheFile)).orElse((error) => withoutCache(container, error)),
      );
    }
  }
  return parts;
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

async function openCache(
  { geocodeCache }: Config,
  file: string,
): Promise<Result<ContainerModule, LookupCacheUnusable>> {
  const { lookupCacheModule, openLookupCache } = await ADAPTERS.geocoder();
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
