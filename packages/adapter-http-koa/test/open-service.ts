import { generateKeyPairSync } from 'node:crypto';
import { openTokens } from '@ops-admin/adapter-auth-jose';
import {
  type AppPage,
  appServices,
  createApp,
  type Endpoint,
  type ProtectedResource,
  type Readiness,
  type ServerLimits,
  startHttpServer,
} from '@ops-admin/adapter-http-koa';
import { openSqlite } from '@ops-admin/adapter-sqlite';
import {
  AccessPolicy,
  type ChangeRules,
  type Clock,
  FixedWindowRateLimiter,
  type GeoLookup,
  type LogFields,
  type Logger,
  type ObjectId,
  type RateLimiter,
  type TokenVerifier,
} from '@ops-admin/core';
import {
  aDraft,
  aSigner,
  aUser,
  InMemoryAirportDirectory,
  InMemoryGeoLookup,
  InMemoryMetrics,
  InMemoryTownDirectory,
  type OrganisationPorts,
} from '@ops-admin/testing';

import { type Description, DescriptionCheck } from './description.ts';
import { unwatch, watch } from './watched-fetch.ts';

export const ADMIN = aUser(1, { permissions: ['service.admin.access'] });
export const PLAIN_USER = aUser(2, { permissions: ['service.tickets.read', 'service.tickets', 'odd one'] });

/** A service on a free port, over SQLite in memory, with an admin and a plain user. */
export interface OpenService {
  readonly url: string;
  readonly port: number;
  readonly ports: OrganisationPorts;
  readonly metrics: InMemoryMetrics;
  readonly logged: { readonly level: string; readonly fields: LogFields; readonly message: string }[];
  tokenOf(userId: ObjectId, ttlSeconds?: number): Promise<string>;
  /** A request as the admin, unless `headers` say otherwise. */
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/** Parts to replace. */
export interface ServiceParts {
  readonly ports?: Partial<
    Omit<OrganisationPorts, 'departments'> & {
      readonly departments: Omit<OrganisationPorts['departments'], 'find' | 'idsNamed'>;
    }
  >;
  readonly geoLookup?: GeoLookup;
  readonly rateLimiter?: RateLimiter;
  readonly rules?: ChangeRules;
  readonly tokens?: TokenVerifier;
  readonly clock?: Clock;
  readonly allowedOrigins?: readonly string[];
  readonly endpoints?: readonly Endpoint[];
  readonly limits?: Partial<ServerLimits>;
  readonly maxRequests?: number;
  readonly page?: AppPage;
  readonly protectedResource?: ProtectedResource;
  readonly publicUrl?: string;
  readonly readiness?: Readiness;
  /** Puts the app into another one, which is served in its place. */
  readonly mount?: (app: App) => App;
}

type App = ReturnType<typeof createApp>;

/** Opens an empty organisation of its own. */
export function openOrganisation(clock?: Clock): OrganisationPorts {
  const { sealedBy, ...stores } = openSqlite({ file: ':memory:', clock })._unsafeUnwrap();
  return { ...stores, ...sealedBy(aSigner()) };
}

export async function openService({
  ports: replaced,
  geoLookup,
  rateLimiter,
  rules,
  tokens,
  limits = {},
  clock = () => new Date(),
  mount,
  ...options
}: ServiceParts = {}): Promise<OpenService> {
  const ports = openOrganisation(clock);
  (await ports.organisation.importUsers([ADMIN, PLAIN_USER], { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  const { departments } = ports;
  const others: Pick<typeof departments, 'find' | 'idsNamed'> = {
    find: (id) => departments.find(id),
    idsNamed: (names) => departments.idsNamed(names),
  };
  const read = replaced?.departments;
  const readAs = read && ('idsNamed' in read ? (read as typeof departments) : { ...others, ...read });
  const used = { ...ports, ...replaced, departments: readAs ?? departments };
  const keys = { kid: 'test', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const { issuer, verifier } = openTokens({ type: 'local', keys, clock });
  const logged: { level: string; fields: LogFields; message: string }[] = [];
  const logAt = (level: string) => (fields: LogFields, message: string) =>
    void logged.push({ level, fields, message });
  const log: Logger = {
    debug: logAt('debug'),
    info: logAt('info'),
    warn: logAt('warn'),
    error: logAt('error'),
  };

  const metrics = new InMemoryMetrics();
  const services = appServices({
    ...used,
    airports: new InMemoryAirportDirectory(),
    clock,
    geoLookup: geoLookup ?? new InMemoryGeoLookup(),
    log,
    metrics,
    policy: new AccessPolicy(),
    rateLimiter:
      rateLimiter ?? new FixedWindowRateLimiter({ limit: 100, windowSeconds: 60 }, () => performance.now()),
    rules,
    store: used.permissions,
    tokens: tokens ?? verifier,
    towns: new InMemoryTownDirectory(),
  });
  const app = createApp(services, options);
  const served = mount?.(app) ?? app;
  const server = (
    await startHttpServer(served, { host: '127.0.0.1', port: 0, limits, log, metrics })
  )._unsafeUnwrap();
  if (!mount) {
    checkOfAnswers ??= newCheckOfAnswers();
    watch(server.url, await checkOfAnswers);
  }
  const tokenOf = async (userId: ObjectId, ttlSeconds = 3600) =>
    (await issuer.issue(userId, ttlSeconds))._unsafeUnwrap();
  const authorization = `Bearer ${await tokenOf(ADMIN.id)}`;

  return {
    url: server.url,
    port: Number(new URL(server.url).port),
    ports,
    metrics,
    logged,
    tokenOf,
    request: (path, init = {}) =>
      fetch(server.url + path, { ...init, headers: { authorization, ...init.headers } }),
    close: async () => {
      await server.stop(0);
      unwatch(server.url);
    },
  };
}

let checkOfAnswers: Promise<DescriptionCheck> | undefined;

/**
 * The description is asked of a service of its own, as a test may count the requests of its service; it counts as mounted, so
 * that it is not watched itself.
 */
async function newCheckOfAnswers(): Promise<DescriptionCheck> {
  const service = await openService({ mount: (app) => app });
  const described = await fetch(`${service.url}/openapi.json`);
  const description = (await described.json()) as Description;
  await service.close();
  return new DescriptionCheck(description);
}

/** The one shape of an error, and nothing else in it. */
export async function problemOf(
  response: Response,
): Promise<[status: number, code: string, message: string]> {
  const body = (await response.json()) as { error: { code: string; message: string } };
  if (Object.keys(body).join() !== 'error' || Object.keys(body.error).sort().join() !== 'code,message') {
    throw new Error(`not the shape of an error: ${JSON.stringify(body)}`);
  }
  return [response.status, body.error.code, body.error.message];
}
