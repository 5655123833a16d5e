import type { createApp, Readiness } from '@ops-admin/adapter-http-koa';
import { FixedWindowRateLimiter, ok } from '@ops-admin/core';
import { CLOCK, LOGGER, type Port, port, RATE_LIMITER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import { type Bound, bindValue, type OpenedPart } from '../part.js';
import type { ServiceSettings } from '../settings.js';
import { AREAS } from './open-areas.js';
import { SHARED_STORE } from './open-store.js';

/** The HTTP interface, to be served or mounted. */
export interface HttpInterface {
  readonly app: ReturnType<typeof createApp>;
  /** Withdraw it before you stop the app. */
  readonly readiness: Readiness;
}

/** The HTTP interface. */
export const HTTP: Port<HttpInterface> = port('ops-admin.service.Http');

/** Makes the Koa app. */
export async function openHttp(bound: Bound, { config, endpoints }: ServiceSettings): Promise<OpenedPart> {
  const { ENDPOINTS } = await import('@ops-admin/adapter-http-koa');
  const { HTTP_APP, httpModule, READINESS } = await import('@ops-admin/adapter-http-koa/inversify');
  const { allowedOrigins, limits, provider, publicUrl } = config;
  const issuer = provider?.policy.issuer;
  const options = {
    allowedOrigins,
    maxRequests: limits.requests,
    endpoints: [...(endpoints ?? ENDPOINTS), ...bound.get(AREAS).endpoints()],
    ...(issuer !== undefined && { protectedResource: { issuer, publicUrl } }),
  };
  return ok([
    httpModule(options),
    new ContainerModule(({ bind }) => {
      bind(HTTP).toResolvedValue((app, readiness) => ({ app, readiness }), [HTTP_APP, READINESS]);
    }),
  ]);
}

/** Limits lookups; PostgreSQL counts for all instances. */
export function openRateLimiter(bound: Bound, { config: { rateLimit } }: ServiceSettings): OpenedPart {
  const shared = bound.find(SHARED_STORE);
  const limiter = shared
    ? shared.rateLimiter(rateLimit, bound.get(LOGGER))
    : new FixedWindowRateLimiter(rateLimit, bound.get(CLOCK));
  return ok([bindValue(RATE_LIMITER, limiter)]);
}
