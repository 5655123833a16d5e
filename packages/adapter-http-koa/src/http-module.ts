import {
  AccessPolicy,
  ChangePermissions,
  IdentifyCaller,
  Locate,
  ShowDepartmentHierarchy,
} from '@ops-admin/core';
import { FindAuditEntry, ListAudit, ListAuditBatches, RevertChanges } from '@ops-admin/core/jobs';
import {
  AIRPORT_DIRECTORY,
  AUDIT_LOG,
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
import type { AppServices } from './app-services.js';
import { type AppOptions, createApp } from './create-app.js';
import { Readiness } from './readiness.js';

/** The Koa app, to be served or mounted. */
export const HTTP_APP: Port<Koa<AppState, DefaultContext>> = port('ops-admin.http.App');

/** Withdraw it before you stop the app. */
export const READINESS: Port<Readiness> = port('ops-admin.http.Readiness');

/**
 * The HTTP interface: the app, with the endpoints of ops-admin or those of the options. Requires `CLOCK`, `LOGGER`,
 * `TOKEN_VERIFIER`, `RATE_LIMITER`, the persistence ports with `HEALTH_PROBE`, `AIRPORT_DIRECTORY`, `GEO_LOOKUP` and
 * `TOWN_DIRECTORY`, and the default scope `Singleton`; it does not matter who binds them. Uses an `AccessPolicy` and
 * `METRICS` if bound.
 */
export function httpModule(options: AppOptions = {}): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(READINESS).toConstantValue(options.readiness ?? new Readiness());
    bind(HTTP_APP).toDynamicValue(({ get }) => {
      const parts = {
        airports: get(AIRPORT_DIRECTORY),
        audit: get(AUDIT_LOG),
        clock: get(CLOCK),
        departments: get(DEPARTMENT_REPOSITORY),
        geoLookup: get(GEO_LOOKUP),
        policy: get(AccessPolicy, { optional: true }) ?? new AccessPolicy(),
        store: get(PERMISSION_STORE),
        tokens: get(TOKEN_VERIFIER),
        towns: get(TOWN_DIRECTORY),
        users: get(USER_DIRECTORY),
      };
      const { clock, departments, policy, users } = parts;
      const services: AppServices = {
        accessPolicy: policy,
        changePermissions: new ChangePermissions(parts),
        clock,
        departments,
        findAuditEntry: new FindAuditEntry(parts),
        health: get(HEALTH_PROBE),
        identifyCaller: new IdentifyCaller(parts),
        listAudit: new ListAudit(parts),
        listAuditBatches: new ListAuditBatches(parts),
        locate: new Locate(parts),
        log: get(LOGGER),
        metrics: get(METRICS, { optional: true }),
        rateLimiter: get(RATE_LIMITER),
        revertChanges: new RevertChanges(parts),
        showDepartmentHierarchy: new ShowDepartmentHierarchy(parts),
        users,
      };
      return createApp(services, { ...options, readiness: get(READINESS) });
    });
  });
}
