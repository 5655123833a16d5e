import {
  AccessPolicy,
  AddPermissions,
  AIRPORT_DIRECTORY,
  CLOCK,
  DEPARTMENT_REPOSITORY,
  GEO_LOOKUP,
  HEALTH_PROBE,
  IdentifyCaller,
  ListDepartments,
  LOGGER,
  Locate,
  METRICS,
  PERMISSION_STORE,
  type Port,
  port,
  RATE_LIMITER,
  type RateLimitPolicy,
  RemovePermissions,
  ShowDepartmentHierarchy,
  TOKEN_VERIFIER,
  USER_DIRECTORY,
} from '@ops-admin/core';
import { ContainerModule, type ResolutionContext } from 'inversify';
import type Koa from 'koa';
import type { DefaultContext } from 'koa';
import type { AppState } from './app-context.js';
import type { AppServices } from './app-services.js';
import type { LocalKeys } from './auth/local-keys.js';
import { LocalTokenIssuer } from './auth/local-token-issuer.js';
import { LocalTokenVerifier } from './auth/local-token-verifier.js';
import { type ProviderOptions, ProviderTokenVerifier } from './auth/provider-token-verifier.js';
import { type AppOptions, createApp } from './create-app.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';
import { Readiness } from './readiness.js';

/** The Koa app, to be served or mounted. */
export const HTTP_APP: Port<Koa<AppState, DefaultContext>> = port('ops-admin.http.App');

/** Only with local keys. */
export const LOCAL_TOKEN_ISSUER: Port<LocalTokenIssuer> = port('ops-admin.http.LocalTokenIssuer');

/** Only with a provider. */
export const PROVIDER_TOKEN_VERIFIER: Port<ProviderTokenVerifier> = port(
  'ops-admin.http.ProviderTokenVerifier',
);

/** To be withdrawn before the app is stopped. */
export const READINESS: Port<Readiness> = port('ops-admin.http.Readiness');

/** Whose tokens are taken: our own, or those of a provider. */
export type TokenSource =
  | { readonly type: 'local'; readonly keys: LocalKeys }
  | { readonly type: 'provider'; readonly provider: ProviderOptions };

/** What the module needs to know. */
export interface HttpModuleOptions extends AppOptions {
  readonly tokens: TokenSource;
  /** Counted in the memory of this process; without it, a `RATE_LIMITER` has to be bound. */
  readonly rateLimit?: RateLimitPolicy;
}

/**
 * The HTTP interface: the app, the verifier of its tokens and the rate limiter. Wants `CLOCK`, `LOGGER`, the persistence
 * ports with `HEALTH_PROBE`, `AIRPORT_DIRECTORY` and `GEO_LOOKUP` bound, and the default scope `Singleton`; takes an
 * `AccessPolicy` and `METRICS` where there are some.
 */
export function httpModule({ rateLimit, tokens, ...appOptions }: HttpModuleOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    if (rateLimit) bind(RATE_LIMITER).toResolvedValue(() => new MemoryRateLimiter(rateLimit));
    if (tokens.type === 'local') {
      const { keys } = tokens;
      bind(TOKEN_VERIFIER).toResolvedValue((clock) => new LocalTokenVerifier(keys, clock), [CLOCK]);
      bind(LOCAL_TOKEN_ISSUER).toResolvedValue((clock) => new LocalTokenIssuer(keys, clock), [CLOCK]);
    } else {
      const { provider } = tokens;
      bind(PROVIDER_TOKEN_VERIFIER).toResolvedValue(
        (clock, log) => new ProviderTokenVerifier(provider, clock, log),
        [CLOCK, LOGGER],
      );
      bind(TOKEN_VERIFIER).toService(PROVIDER_TOKEN_VERIFIER);
    }
    bind(READINESS).toResolvedValue(() => appOptions.readiness ?? new Readiness());
    bind(HTTP_APP).toDynamicValue((context) =>
      createApp(appServices(context), { ...appOptions, readiness: context.get(READINESS) }),
    );
  });
}

/** The use cases of the endpoints are made here, of the ports, so that nobody needs to bind them for us. */
function appServices({ get }: ResolutionContext): AppServices {
  const accessPolicy = get(AccessPolicy, { optional: true }) ?? new AccessPolicy();
  const clock = get(CLOCK);
  const departments = get(DEPARTMENT_REPOSITORY);
  const permissions = get(PERMISSION_STORE);
  return {
    accessPolicy,
    addPermissions: new AddPermissions(permissions, clock),
    health: get(HEALTH_PROBE),
    identifyCaller: new IdentifyCaller(get(TOKEN_VERIFIER), get(USER_DIRECTORY), permissions),
    listDepartments: new ListDepartments(departments),
    locate: new Locate(get(AIRPORT_DIRECTORY), get(GEO_LOOKUP)),
    log: get(LOGGER),
    metrics: get(METRICS, { optional: true }),
    rateLimiter: get(RATE_LIMITER),
    removePermissions: new RemovePermissions(permissions, clock, accessPolicy),
    showDepartmentHierarchy: new ShowDepartmentHierarchy(departments),
  };
}
