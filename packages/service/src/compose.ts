import 'reflect-metadata';
import { AccessPolicy, err, type Logger, ok, type Result, ResultAsync } from '@ops-admin/core';
import { CHANGE_RULES, CLOCK, LOGGER } from '@ops-admin/core/ports';
import { Container, ContainerModule } from 'inversify';
import type { ComposeError } from './compose-error.js';
import { checkPlaces } from './config/check-places.js';
import { createLogger } from './create-logger.js';
import { Openings } from './openings.js';
import { keysModule } from './parts/keys-module.js';
import { locationsModules } from './parts/locations-modules.js';
import { metricsModule } from './parts/metrics-module.js';
import { openChangeRules } from './parts/open-change-rules.js';
import { operationsModule } from './parts/operations-module.js';
import { servingModules } from './parts/serving-modules.js';
import { sourceModule } from './parts/source-module.js';
import { storeModules } from './parts/store-modules.js';
import { tokensModule } from './parts/tokens-module.js';
import { PARTS, type ServiceParts } from './service-parts.js';
import type { ServiceSettings } from './settings.js';

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
  const openings = new Openings(container);
  container.load(baseModule(settings, openings), ...(await modulesFor(requested, settings, openings)));
  const parts = {} as { -readonly [Name in Requested]: ServiceParts[Name] };
  for (const name of requested) {
    const part = await openings.get(PARTS[name]);
    if (part.isErr()) {
      await openings.close();
      return err(part.error);
    }
    parts[name] = part.value;
  }
  return ok({ parts, close: () => openings.close() });
}

/** These use no database; the other parts do. */
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

/** What is not loaded is missing to those parts that can do without. */
async function modulesFor(
  requested: readonly (keyof ServiceParts)[],
  settings: ServiceSettings,
  openings: Openings,
): Promise<ContainerModule[]> {
  const isRequested = (name: keyof ServiceParts) => requested.includes(name);
  const isServed = isRequested('http') || isRequested('server');
  return [
    isRequested('copy') ? sourceModule(settings, openings) : keysModule(settings, openings),
    tokensModule(settings, openings),
    ...locationsModules(settings, openings),
    operationsModule(settings),
    ...(requested.every((name) => WITHOUT_DATABASE.has(name))
      ? []
      : storeModules(settings, openings, { isServed })),
    ...(isRequested('metrics') ? [metricsModule(settings)] : []),
    ...(isServed ? await servingModules(settings) : []),
  ];
}

function baseModule({ clock, config, log }: ServiceSettings, openings: Openings): ContainerModule {
  const rules = (logged: Logger) => openChangeRules(config, logged);
  return new ContainerModule(({ bind }) => {
    bind(AccessPolicy).toResolvedValue(
      () => new AccessPolicy(config.adminPermission, config.readerPermission),
    );
    bind(CLOCK).toConstantValue(clock ?? (() => new Date()));
    bind(LOGGER).toResolvedValue(() => log ?? createLogger(config.logLevel, process.stderr));
    bind(CHANGE_RULES).toResolvedValue(openings.inTurn(CHANGE_RULES, rules), [LOGGER]);
  });
}
