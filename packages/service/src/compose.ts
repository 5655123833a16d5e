import 'reflect-metadata';
import { AccessPolicy, type Clock, err, type Logger, ok, type Result, ResultAsync } from '@ops-admin/core';
import {
  auditOperations,
  checkPermissions,
  copyOperations,
  departmentChanges,
  departmentOperations,
  expiry,
  importOperations,
  integrityOperations,
  knownPermissions,
  locationOperations,
  permissionOperations,
  trailFileOperations,
  userChanges,
  userOperations,
} from '@ops-admin/core/operations';
import { Container, ContainerModule } from 'inversify';
import type { ComposeError } from './compose-error.js';
import { checkPlaces } from './config/check-places.js';
import { keyFileOf } from './config/files.js';
import { createLogger } from './create-logger.js';
import { demoOf } from './demo/prepare-demo.js';
import { closeInReverse, type InTurn, NotOpened, openerInTurn } from './open-in-turn.js';
import { addressCacheOf } from './operations/address-cache.js';
import { airportsOf } from './operations/airports.js';
import { backupsOf } from './operations/backups.js';
import { gazetteerOf } from './operations/gazetteer.js';
import { issueTokens } from './operations/issue-tokens.js';
import { keyRotationOf } from './operations/key-rotation.js';
import { keyCareOf } from './operations/keys.js';
import { readTrailFile } from './operations/read-trail-file.js';
import { openChangeRules } from './parts/open-change-rules.js';
import { openHttp } from './parts/open-http.js';
import { followKeys, KNOWS_NO_KEY, type OpenKeys, openKeys } from './parts/open-keys.js';
import { openCacheThatIsThere, openLookupCache } from './parts/open-lookup-cache.js';
import { openMetrics } from './parts/open-metrics.js';
import { openPlaces } from './parts/open-places.js';
import { openSource } from './parts/open-source.js';
import { type OpenedStore, openStore } from './parts/open-store.js';
import { localIssuerOf, openTokens } from './parts/open-tokens.js';
import { metricsServer } from './serve/metrics-server.js';
import { Server } from './serve/server.js';
import type { ServiceParts } from './service-parts.js';
import type { ServiceSettings } from './settings.js';
import {
  CHANGE_RULES,
  CLOCK,
  DRY,
  FOLLOWED_KEYS,
  KEPT_ADDRESSES,
  KEYS,
  LOGGER,
  METRICS,
  PLACES,
  part,
  READING,
  REFERENCE_DATA,
  RULED,
  RULED_DRY,
  SEALING,
  SOURCE,
  STORE,
  TOKENS,
  type Token,
  USED_CACHE,
} from './tokens.js';

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
  return checkPlaces(settings).asyncAndThen(() => new ResultAsync(openParts(settings, requested)));
}

async function openParts<Requested extends keyof ServiceParts>(
  settings: ServiceSettings,
  requested: readonly Requested[],
): Promise<Result<Composition<Requested>, ComposeError>> {
  const container = new Container({ defaultScope: 'Singleton' });
  const opened: Token<unknown>[] = [];
  container.load(serviceModule(settings, requested, openerInTurn(opened)));
  const close = () => closeInReverse(container, opened);
  try {
    const parts = {} as { -readonly [Name in Requested]: ServiceParts[Name] };
    for (const name of requested) parts[name] = await container.getAsync(part(name));
    return ok({ parts, close });
  } catch (thrown) {
    await close();
    if (thrown instanceof NotOpened) return err(thrown.reason);
    throw thrown;
  }
}

/** These parts use no database; the other ones do. */
const WITHOUT_DATABASE: ReadonlySet<keyof ServiceParts> = new Set([
  'addressCache',
  'airports',
  'backups',
  'gazetteer',
  'keyCare',
  'locations',
  'log',
  'metrics',
  'trailFiles',
]);

function optional<T>(serviceIdentifier: Token<T>) {
  return { serviceIdentifier, optional: true } as const;
}

/**
 * All bindings of a service. A need that is `optional` is missing where no requested part uses it: the database, the source of a
 * copy, the metrics.
 */
function serviceModule(
  settings: ServiceSettings,
  requested: readonly (keyof ServiceParts)[],
  inTurn: InTurn,
): ContainerModule {
  const { clock, config, database, log } = settings;
  const isRequested = (name: keyof ServiceParts) => requested.includes(name);

  return new ContainerModule(({ bind }) => {
    bind(AccessPolicy).toResolvedValue(
      () => new AccessPolicy(config.adminPermission, config.readerPermission),
    );
    bind(CLOCK).toConstantValue(clock ?? (() => new Date()));
    bind(LOGGER).toResolvedValue(() => log ?? createLogger(config.logLevel, process.stderr));
    bind(CHANGE_RULES).toResolvedValue(
      inTurn(CHANGE_RULES, (logger: Logger) => openChangeRules(config, logger)),
      [LOGGER],
    );

    // The source of a copy opens before the database: without a source, no new file is made.
    if (isRequested('copy'))
      bind(SOURCE)
        .toResolvedValue(
          inTurn(SOURCE, (logger: Logger) => openSource(settings, logger)),
          [LOGGER],
        )
        .onDeactivation(({ close }) => close());
    if (requested.some((name) => !WITHOUT_DATABASE.has(name)))
      bind(STORE)
        .toResolvedValue(
          inTurn(STORE, (logger: Logger, _: unknown) => openStore(settings, logger)),
          [LOGGER, optional(SOURCE)],
        )
        .onDeactivation(({ close }) => close());
    // The keys open after the database, if that is used: no keys are made for an unusable one.
    bind(KEYS).toResolvedValue(
      inTurn(KEYS, (store: OpenedStore | undefined) => openKeys(settings, store?.audit)),
      [optional(STORE)],
    );
    bind(FOLLOWED_KEYS)
      .toResolvedValue(
        inTurn(FOLLOWED_KEYS, (keys: OpenKeys, logger: Logger) => ok({ stop: followKeys(keys, logger) })),
        [KEYS, LOGGER],
      )
      .onDeactivation(({ stop }) => stop());
    bind(TOKENS)
      .toResolvedValue(
        inTurn(TOKENS, async (keys: OpenKeys, now: Clock, logger: Logger) =>
          ok(await openTokens(config, keys, now, logger)),
        ),
        [KEYS, CLOCK, LOGGER],
      )
      .onDeactivation(({ close }) => close());

    bind(READING).toResolvedValue(
      ({ audit, departments, users }, policy, now) => ({ audit, departments, users, policy, clock: now }),
      [STORE, AccessPolicy, CLOCK],
    );
    bind(SEALING).toResolvedValue(
      (reading, { sealedBy }, { signer }) => {
        const { organisation, permissions: store, trail } = sealedBy(signer);
        return { ...reading, organisation, store, trail };
      },
      [READING, STORE, KEYS],
    );
    bind(DRY).toResolvedValue(
      (reading, { dryRuns: { organisation, permissions: store } }) => ({ ...reading, organisation, store }),
      [READING, STORE],
    );

    bind(RULED).toResolvedValue((ports, rules) => ({ ...ports, rules }), [SEALING, CHANGE_RULES]);
    bind(RULED_DRY).toResolvedValue((ports, rules) => ({ ...ports, rules }), [DRY, CHANGE_RULES]);

    bind(REFERENCE_DATA)
      .toResolvedValue(
        inTurn(REFERENCE_DATA, async () => (await import('@ops-admin/reference-data')).openReferenceData()),
      )
      .onDeactivation((reference) => reference.close());
    bind(USED_CACHE)
      .toResolvedValue(
        inTurn(USED_CACHE, (logger: Logger, store: OpenedStore | undefined) =>
          openLookupCache(settings, logger, store),
        ),
        [LOGGER, optional(STORE)],
      )
      .onDeactivation(({ close }) => close());
    bind(KEPT_ADDRESSES)
      .toResolvedValue(
        inTurn(KEPT_ADDRESSES, (store: OpenedStore | undefined) => openCacheThatIsThere(settings, store)),
        [optional(STORE)],
      )
      .onDeactivation(({ close }) => close());
    bind(PLACES).toResolvedValue(
      (reference, cache, logger, metrics) => openPlaces(config, reference, cache, logger, metrics),
      [REFERENCE_DATA, USED_CACHE, LOGGER, optional(METRICS)],
    );
    if (isRequested('metrics'))
      bind(METRICS).toResolvedValue(
        (logger, store) => openMetrics(settings, logger, store),
        [LOGGER, optional(STORE)],
      );

    bind(part('log')).toResolvedValue((logger) => logger, [LOGGER]);
    bind(part('addressCache')).toResolvedValue(({ cache }) => addressCacheOf(cache), [KEPT_ADDRESSES]);
    bind(part('airports')).toResolvedValue(airportsOf, [REFERENCE_DATA]);
    bind(part('audit')).toResolvedValue(auditOperations, [READING]);
    bind(part('backups')).toResolvedValue(
      ({ verifier }) => backupsOf(database, verifier === KNOWS_NO_KEY ? undefined : verifier),
      [KEYS],
    );
    bind(part('checks')).toResolvedValue(checkPermissions, [READING]);
    bind(part('copy')).toResolvedValue(
      ({ copy: source, size: sourceSize, verifier }, { audit, copy: target, integrity }) =>
        copyOperations({ source, sourceSize, target, integrity, audit, verifier }),
      [SOURCE, STORE],
    );
    bind(part('demo')).toResolvedValue(
      (ports, tokens) => demoOf({ ...ports, issuer: localIssuerOf(tokens) }),
      [SEALING, TOKENS],
    );
    bind(part('departmentChanges')).toResolvedValue(departmentChanges, [RULED]);
    bind(part('departmentChangeDryRuns')).toResolvedValue(departmentChanges, [RULED_DRY]);
    bind(part('departments')).toResolvedValue(departmentOperations, [READING]);
    bind(part('dryRuns')).toResolvedValue(permissionOperations, [RULED_DRY]);
    bind(part('expiry')).toResolvedValue(expiry, [SEALING]);
    bind(part('gazetteer')).toResolvedValue(gazetteerOf, [REFERENCE_DATA]);
    bind(part('importDryRuns')).toResolvedValue(importOperations, [DRY]);
    bind(part('imports')).toResolvedValue(importOperations, [SEALING]);
    bind(part('integrity')).toResolvedValue(
      ({ audit, integrity }, { verifier }) => integrityOperations({ integrity, audit, verifier }),
      [STORE, KEYS],
    );
    bind(part('keyCare')).toResolvedValue(() => keyCareOf(keyFileOf(config, database)));
    bind(part('keyRotation')).toResolvedValue(
      ({ file: keys, signer: { takeOver } }, ports) => {
        if (!keys) throw new Error('a rotation needs keys');
        return keyRotationOf({ ...ports, file: keyFileOf(config, database), keys, takeOver });
      },
      [KEYS, SEALING],
    );
    bind(part('knownPermissions')).toResolvedValue(
      (ports, rules) => knownPermissions({ ...ports, rules }),
      [READING, CHANGE_RULES],
    );
    bind(part('locations')).toResolvedValue(locationOperations, [PLACES]);
    bind(part('permissions')).toResolvedValue(permissionOperations, [RULED]);
    bind(part('tokenIssue')).toResolvedValue(
      ({ users }, tokens) => issueTokens(users, localIssuerOf(tokens)),
      [READING, TOKENS],
    );
    bind(part('trailFiles')).toResolvedValue(
      ({ verifier }) => trailFileOperations({ readFile: readTrailFile, verifier }),
      [KEYS],
    );
    bind(part('userChanges')).toResolvedValue(userChanges, [RULED]);
    bind(part('userChangeDryRuns')).toResolvedValue(userChanges, [RULED_DRY]);
    bind(part('users')).toResolvedValue(userOperations, [READING]);

    bind(part('metrics')).toResolvedValue(metricsServer, [METRICS, LOGGER]);
    bind(part('http')).toResolvedValue(
      (ports, places, { verifier }, store, logger, metrics) =>
        openHttp(
          settings,
          { ...ports, ...places, health: store.health, log: logger, metrics, tokens: verifier },
          store,
        ),
      [RULED, PLACES, TOKENS, STORE, LOGGER, optional(METRICS)],
    );
    bind(part('server')).toResolvedValue(
      (http, integrity, expiring, { health }, log, tokens, _, metrics) =>
        new Server({ config, database, expiry: expiring, health, http, integrity, log, metrics, tokens }),
      [
        part('http'),
        part('integrity'),
        part('expiry'),
        STORE,
        LOGGER,
        TOKENS,
        FOLLOWED_KEYS,
        optional(METRICS),
      ],
    );
  });
}
