import type { OpenedPostgres } from '@ops-admin/adapter-postgres';
import { POSTGRES } from '@ops-admin/adapter-postgres/inversify';
import { type Clock, FixedWindowRateLimiter, type Logger } from '@ops-admin/core';
import { CLOCK, LOGGER, METRICS, RATE_LIMITER } from '@ops-admin/core/ports';
import { ContainerModule } from 'inversify';
import { optional } from '../optional.js';
import { pageFolder } from '../serve/page-folder.js';
import { type HttpInterface, Server, type ServerParts } from '../serve/server.js';
import { PARTS } from '../service-parts.js';
import type { ServiceSettings } from '../settings.js';
import { FOLLOWED_KEYS } from './keys-module.js';
import { TOKENS } from './tokens-module.js';

/** The Koa app and the server of it. Loads Koa, which most commands do without. */
export async function servingModules(settings: ServiceSettings): Promise<ContainerModule[]> {
  const { HTTP_APP, httpModule, READINESS } = await import('@ops-admin/adapter-http-koa/inversify');
  const { config, database, endpoints } = settings;
  const { allowedOrigins, limits, page, provider, publicUrl, rateLimit } = config;
  const folder = page && pageFolder();
  const issuer = provider?.policy.issuer;
  const options = {
    allowedOrigins,
    maxRequests: limits.requests,
    publicUrl,
    ...(folder !== undefined && { page: { folder, ...page } }),
    ...(endpoints && { endpoints }),
    ...(issuer !== undefined && { protectedResource: { issuer, publicUrl } }),
  };
  const limiter = (clock: Clock, log: Logger, shared: OpenedPostgres | undefined) =>
    shared?.rateLimiter(rateLimit, log) ?? new FixedWindowRateLimiter(rateLimit, clock);
  const server = (
    http: HttpInterface,
    integrity: ServerParts['integrity'],
    expiry: ServerParts['expiry'],
    log: Logger,
    tokens: ServerParts['tokens'],
    _: object,
    metrics: ServerParts['metrics'],
  ) => new Server({ config, database, expiry, http, integrity, log, metrics, tokens });

  const module = new ContainerModule(({ bind }) => {
    // PostgreSQL counts for all instances.
    bind(RATE_LIMITER).toResolvedValue(limiter, [CLOCK, LOGGER, optional(POSTGRES)]);
    bind(PARTS.http).toResolvedValue((app, readiness) => ({ app, readiness }), [HTTP_APP, READINESS]);
    bind(PARTS.server).toResolvedValue(server, [
      PARTS.http,
      PARTS.integrity,
      PARTS.expiry,
      LOGGER,
      TOKENS,
      FOLLOWED_KEYS,
      optional(METRICS),
    ]);
  });
  return [httpModule(options), module];
}
