import { AccessPolicy } from '@ops-admin/core';
import {
  AIRPORT_DIRECTORY,
  AUDIT_LOG,
  CHANGE_RULES,
  CLOCK,
  DEPARTMENT_REPOSITORY,
  GEO_LOOKUP,
  HEALTH_PROBE,
  LOGGER,
  METRICS,
  PERMISSION_STORE,
  type Port,
  port,
  RATE_LIMITER,
  TOKEN_VERIFIER,
  TOWN_DIRECTORY,
  USER_DIRECTORY,
} from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import type Koa from 'koa';
import type { DefaultContext } from 'koa';
import type { AppState } from './app-context.js';
import { type AppServicesPorts, appServices } from './app-services.js';
import { type AppOptions, createApp } from './create-app.js';
import { Readiness } from './readiness.js';

/** The Koa app, to be served or mounted. */
export const HTTP_APP: Port<Koa<AppState, DefaultContext>> = port('ops-admin.http.App');

/** Withdraw it before you stop the app. */
export const READINESS: Port<Readiness> = port('ops-admin.http.Readiness');

type Need<T> = Port<T> | ReturnType<typeof optional<T>>;

const optional = <T>(serviceIdentifier: Port<T>) => ({ serviceIdentifier, optional: true }) as const;

/** The ports by the names under which {@link appServices} takes them. */
const PORTS: {
  readonly [Name in keyof AppServicesPorts]-?: Need<Exclude<AppServicesPorts[Name], undefined>>;
} = {
  airports: AIRPORT_DIRECTORY,
  audit: AUDIT_LOG,
  clock: CLOCK,
  departments: DEPARTMENT_REPOSITORY,
  geoLookup: GEO_LOOKUP,
  health: HEALTH_PROBE,
  log: LOGGER,
  metrics: optional(METRICS),
  policy: optional(AccessPolicy),
  rateLimiter: RATE_LIMITER,
  rules: optional(CHANGE_RULES),
  store: PERMISSION_STORE,
  tokens: TOKEN_VERIFIER,
  towns: TOWN_DIRECTORY,
  users: USER_DIRECTORY,
};

/**
 * The HTTP interface: the app, with the endpoints of ops-admin or those of the options. Requires
 * `CLOCK`, `LOGGER`, `TOKEN_VERIFIER`, `RATE_LIMITER`, the persistence ports with `HEALTH_PROBE`, `AIRPORT_DIRECTORY`,
 * `GEO_LOOKUP` and `TOWN_DIRECTORY`, and the default scope `Singleton`; it does not matter who binds them. Uses an
 * `AccessPolicy`, `CHANGE_RULES` and `METRICS` if bound.
 */
export function httpModule(options: AppOptions = {}): ContainerModule {
  const app = (readiness: Readiness, ...given: readonly unknown[]) => {
    const ports = Object.fromEntries(Object.keys(PORTS).map((name, n) => [name, given[n]]));
    const services = appServices({
      ...ports,
      policy: ports.policy ?? new AccessPolicy(),
    } as AppServicesPorts);
    return createApp(services, { ...options, readiness });
  };
  return new ContainerModule(({ bind }) => {
    bind(READINESS).toConstantValue(options.readiness ?? new Readiness());
    bind(HTTP_APP).toResolvedValue(app, [READINESS, ...Object.values(PORTS)]);
  });
}
