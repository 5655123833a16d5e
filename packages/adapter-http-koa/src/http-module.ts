import {
  AccessPolicy,
  type AirportDirectory,
  type AuditLog,
  type ChangeRules,
  type Clock,
  type DepartmentRepository,
  type GeoLookup,
  type HealthProbe,
  type ListSources,
  type Logger,
  type Metrics,
  type PermissionStore,
  type RateLimiter,
  type TokenVerifier,
  type TownDirectory,
  type UserDirectory,
} from '@ops-admin/core';
import {
  AIRPORT_DIRECTORY,
  AUDIT_LOG,
  CHANGE_RULES,
  CLOCK,
  DEPARTMENT_REPOSITORY,
  GEO_LOOKUP,
  HEALTH_PROBE,
  LIST_SOURCES,
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
import { appServices } from './app-services.js';
import { type AppOptions, createApp } from './create-app.js';
import type { Endpoint } from './endpoint.js';
import { ENDPOINTS } from './endpoints/endpoints.js';
import { Readiness } from './readiness.js';

/** The Koa app, to be served or mounted. */
export const HTTP_APP: Port<Koa<AppState, DefaultContext>> = port('ops-admin.http.App');

/** Withdraw it before you stop the app. */
export const READINESS: Port<Readiness> = port('ops-admin.http.Readiness');

/** Endpoints that come after those of the options. Any number of bindings is used. */
export const MORE_ENDPOINTS: Port<readonly Endpoint[]> = port('ops-admin.http.MoreEndpoints');

/**
 * The HTTP interface: the app, with the endpoints of ops-admin or those of the options, and {@link MORE_ENDPOINTS}. Requires
 * `CLOCK`, `LOGGER`, `TOKEN_VERIFIER`, `RATE_LIMITER`, the persistence ports with `HEALTH_PROBE`, `AIRPORT_DIRECTORY`,
 * `GEO_LOOKUP` and `TOWN_DIRECTORY`, and the default scope `Singleton`; it does not matter who binds them. Uses an
 * `AccessPolicy`, `CHANGE_RULES`, `LIST_SOURCES` and `METRICS` if bound.
 */
export function httpModule(options: AppOptions = {}): ContainerModule {
  const { endpoints = ENDPOINTS } = options;
  const app = (
    readiness: Readiness,
    airports: AirportDirectory,
    audit: AuditLog,
    clock: Clock,
    departments: DepartmentRepository,
    geoLookup: GeoLookup,
    health: HealthProbe,
    log: Logger,
    store: PermissionStore,
    rateLimiter: RateLimiter,
    tokens: TokenVerifier,
    towns: TownDirectory,
    users: UserDirectory,
    policy: AccessPolicy = new AccessPolicy(),
    rules: ChangeRules | undefined,
    lists: ListSources | undefined,
    metrics: Metrics | undefined,
    more: (readonly Endpoint[])[] = [],
  ) => {
    const ports = {
      airports,
      audit,
      clock,
      departments,
      geoLookup,
      health,
      lists,
      log,
      metrics,
      policy,
      rateLimiter,
      rules,
    };
    const services = appServices({ ...ports, store, tokens, towns, users });
    return createApp(services, { ...options, readiness, endpoints: [...endpoints, ...more.flat()] });
  };
  return new ContainerModule(({ bind }) => {
    bind(READINESS).toConstantValue(options.readiness ?? new Readiness());
    bind(HTTP_APP).toResolvedValue(app, [
      READINESS,
      AIRPORT_DIRECTORY,
      AUDIT_LOG,
      CLOCK,
      DEPARTMENT_REPOSITORY,
      GEO_LOOKUP,
      HEALTH_PROBE,
      LOGGER,
      PERMISSION_STORE,
      RATE_LIMITER,
      TOKEN_VERIFIER,
      TOWN_DIRECTORY,
      USER_DIRECTORY,
      { serviceIdentifier: AccessPolicy, optional: true },
      { serviceIdentifier: CHANGE_RULES, optional: true },
      { serviceIdentifier: LIST_SOURCES, optional: true },
      { serviceIdentifier: METRICS, optional: true },
      { serviceIdentifier: MORE_ENDPOINTS, isMultiple: true, optional: true },
    ]);
  });
}
