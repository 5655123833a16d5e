import {
  AccessPolicy,
  AddPermissions,
  CLOCK,
  HEALTH_PROBE,
  IdentifyCaller,
  ListDepartments,
  LOGGER,
  Locate,
  type Port,
  port,
  RATE_LIMITER,
  type RateLimitPolicy,
  RemovePermissions,
  ShowDepartmentHierarchy,
  TOKEN_VERIFIER,
} from '@ops-admin/core';
import { ContainerModule } from 'inversify';
import type Koa from 'koa';
import type { DefaultContext } from 'koa';
import type { AppState } from './app-context.js';
import type { LocalKeys } from './auth/local-keys.js';
import { LocalTokenIssuer } from './auth/local-token-issuer.js';
import { LocalTokenVerifier } from './auth/local-token-verifier.js';
import { type ProviderOptions, ProviderTokenVerifier } from './auth/provider-token-verifier.js';
import { type AppOptions, createApp } from './create-app.js';
import { MemoryRateLimiter } from './memory-rate-limiter.js';

/** The Koa app, to be served or mounted. */
export const HTTP_APP: Port<Koa<AppState, DefaultContext>> = port('ops-admin.http.App');

/** Only with local keys. */
export const LOCAL_TOKEN_ISSUER: Port<LocalTokenIssuer> = port('ops-admin.http.LocalTokenIssuer');

/** Only with a provider. */
export const PROVIDER_TOKEN_VERIFIER: Port<ProviderTokenVerifier> = port(
  'ops-admin.http.ProviderTokenVerifier',
);

/** Whose tokens are taken: our own, or those of a provider. */
export type TokenSource =
  | { readonly type: 'local'; readonly keys: LocalKeys }
  | { readonly type: 'provider'; readonly provider: ProviderOptions };

export interface HttpModuleOptions extends AppOptions {
  readonly tokens: TokenSource;
  readonly rateLimit: RateLimitPolicy;
}

/**
 * The HTTP interface: the app, the verifier of its tokens and the rate limiter. Wants core's use cases, `LOGGER`,
 * `CLOCK` and `HEALTH_PROBE` bound, and the default scope `Singleton`.
 */
export function httpModule({ rateLimit, tokens, ...appOptions }: HttpModuleOptions): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(RATE_LIMITER).toResolvedValue(() => new MemoryRateLimiter(rateLimit));
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
    bind(HTTP_APP).toDynamicValue(({ get }) =>
      createApp(
        {
          accessPolicy: get(AccessPolicy),
          addPermissions: get(AddPermissions),
          health: get(HEALTH_PROBE),
          identifyCaller: get(IdentifyCaller),
          listDepartments: get(ListDepartments),
          locate: get(Locate),
          log: get(LOGGER),
          rateLimiter: get(RATE_LIMITER),
          removePermissions: get(RemovePermissions),
          showDepartmentHierarchy: get(ShowDepartmentHierarchy),
        },
        appOptions,
      ),
    );
  });
}
