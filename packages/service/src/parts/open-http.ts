import type { AppServicesPorts } from '@ops-admin/adapter-http-koa';
import { FixedWindowRateLimiter } from '@ops-admin/core';
import { pageFolder } from '../serve/page-folder.js';
import type { HttpInterface } from '../serve/server.js';
import type { ServiceSettings } from '../settings.js';
import type { OpenedStore } from './open-store.js';

/** Makes the Koa app over its ports. Loads Koa, which most commands do without. */
export async function openHttp(
  settings: ServiceSettings,
  ports: Omit<AppServicesPorts, 'rateLimiter'>,
  store: OpenedStore,
): Promise<HttpInterface> {
  const { appServices, createApp, Readiness } = await import('@ops-admin/adapter-http-koa');
  const { allowedOrigins, limits, page, provider, publicUrl, rateLimit } = settings.config;
  const { log } = ports;
  const folder = page && pageFolder();
  const issuer = provider?.policy.issuer;
  const readiness = new Readiness();
  // PostgreSQL counts for all instances.
  const rateLimiter =
    store.rateLimiter?.(rateLimit, log) ?? new FixedWindowRateLimiter(rateLimit, () => performance.now());
  const app = createApp(appServices({ ...ports, rateLimiter }), {
    allowedOrigins,
    maxRequests: limits.requests,
    publicUrl,
    readiness,
    version: settings.version,
    ...(folder !== undefined && { page: { folder, ...page } }),
    ...(settings.endpoints && { endpoints: settings.endpoints }),
    ...(issuer !== undefined && { protectedResource: { issuer, publicUrl } }),
  });
  return { app, readiness };
}
