import { isNextAsked } from '@ops-admin/adapter-geocoder/config';
import { parsedBy } from '@ops-admin/adapter-http-koa/schemas';
import {
  DEFAULT_ADMIN_PERMISSION,
  DEFAULT_READER_PERMISSION,
  err,
  ok,
  parsePermission,
  type Result,
} from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import * as v from 'valibot';
import { type Config, LOG_LEVELS } from './config.js';
import { type Environment, withoutEmpty } from './environment.js';
import { origin } from './origin.js';
import { publicUrl } from './public-url.js';
import { readAuth } from './read-auth.js';
import { readGeocoders } from './read-geocoders.js';
import { readSecret, secretVariables } from './read-secret.js';
import { commaList, wholeNumber } from './values.js';
import { type Variable, variablesOf } from './variable.js';

/** Invalid variables of the environment, alone or together, each with its name and what it must be. */
export interface InvalidConfig {
  readonly type: 'invalid-config';
  readonly problems: readonly string[];
}

const POOLERS = ['session', 'transaction'] as const;
const DEFAULT_USER_AGENT = 'ops-admin (https://www.npmjs.com/package/@ops-admin/cli)';

const ENVIRONMENT = v.object({
  OPS_ADMIN_PERMISSION: v.optional(
    v.pipe(v.string(), parsedBy(parsePermission, 'must be a permission such as service.admin.access')),
    DEFAULT_ADMIN_PERMISSION,
  ),
  OPS_AUTH_KEYS: v.optional(v.string()),
  OPS_CORS_ORIGINS: v.optional(commaList(origin())),
  OPS_DB_POOL: v.optional(wholeNumber(2, 100), '10'),
  OPS_DB_POOLER: v.optional(v.picklist(POOLERS, `must be ${POOLERS.join(' or ')}`), 'session'),
  OPS_DRAIN_SECONDS: v.optional(wholeNumber(0, 300), '0'),
  OPS_GEOCODE_CACHE: v.optional(v.string()),
  OPS_GEOCODE_CACHE_ROWS: v.optional(wholeNumber(1, 10_000_000), '100000'),
  OPS_GEOCODE_RATE_LIMIT: v.optional(wholeNumber(1, 1_000_000), '100'),
  OPS_GEOCODE_RATE_WINDOW: v.optional(wholeNumber(1, 86_400), '60'),
  OPS_GEOCODER_DEADLINE: v.optional(wholeNumber(1, 60), '8'),
  OPS_GEOCODER_ON_EMPTY: v.optional(v.picklist(['stop', 'next'], 'must be stop or next')),
  OPS_GEOCODER_USER_AGENT: v.optional(
    v.pipe(v.string(), v.regex(/^[\x20-\x7e]+$/, 'must be printable ASCII')),
    DEFAULT_USER_AGENT,
  ),
  OPS_LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'info'),
  OPS_MAX_CONNECTIONS: v.optional(wholeNumber(1, 1_000_000), '10000'),
  OPS_MAX_REQUESTS: v.optional(wholeNumber(1, 100_000), '1000'),
  OPS_PAGE: v.optional(v.picklist(['true', 'false'], 'must be true or false'), 'true'),
  OPS_PAGE_CLIENT_ID: v.optional(v.string()),
  OPS_PAGE_SCOPES: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
        'must be scopes, with spaces between them',
      ),
      v.transform((text) => text.split(' ')),
    ),
  ),
  OPS_PERMISSIONS: v.optional(v.string()),
  OPS_PERMISSIONS_STRICT: v.optional(v.picklist(['true', 'false'], 'must be true or false'), 'false'),
  OPS_PUBLIC_URL: v.optional(publicUrl()),
  OPS_READER_PERMISSION: v.optional(
    v.pipe(v.string(), parsedBy(parsePermission, 'must be a permission such as service.admin.read')),
    DEFAULT_READER_PERMISSION,
  ),
  OPS_REASON_REQUIRED: v.optional(
    v.pipe(v.string(), parsedBy(parsePattern, 'must be a regular expression such as [A-Z]+-[0-9]+')),
  ),
});

export const CONFIG_VARIABLES: readonly Variable[] = [
  ...variablesOf(ENVIRONMENT),
  ...secretVariables('OPS_DB_PASSWORD'),
];

/**
 * Reads the configuration from an environment such as `process.env`. `mistakes` are those in other variables. Errors: {@link
 * InvalidConfig}, with every wrong variable.
 */
export function readConfig(
  given: Environment,
  mistakes: readonly string[] = [],
): Result<Config, InvalidConfig> {
  const environment = withoutEmpty(given);
  const parsed = v.safeParse(ENVIRONMENT, environment);
  const auth = readAuth(environment);
  const geocoders = readGeocoders(environment, environment.OPS_GEOCODER_USER_AGENT ?? DEFAULT_USER_AGENT);
  const password = readSecret(environment, 'OPS_DB_PASSWORD');
  const { OPS_PERMISSIONS: catalogue, OPS_PERMISSIONS_STRICT: strict } = environment;
  const isWithoutList = strict === 'true' && catalogue === undefined;
  const hasNoIssuer =
    environment.OPS_PAGE_CLIENT_ID !== undefined && environment.OPS_AUTH_ISSUER === undefined;
  if (
    !parsed.success ||
    auth.isErr() ||
    geocoders.isErr() ||
    password.isErr() ||
    isWithoutList ||
    hasNoIssuer ||
    mistakes.length > 0
  ) {
    const problems = [
      ...mistakes,
      ...(parsed.issues ?? []).map((issue) => describeIssue(issue, 'The environment')),
      ...(hasNoIssuer ? ['OPS_PAGE_CLIENT_ID needs OPS_AUTH_ISSUER, where people sign in'] : []),
      ...(auth.isErr() ? auth.error : []),
      ...(geocoders.isErr() ? geocoders.error : []),
      ...(password.isErr() ? [password.error] : []),
      ...(isWithoutList ? ['OPS_PERMISSIONS_STRICT requires OPS_PERMISSIONS'] : []),
    ];
    return err({ type: 'invalid-config', problems });
  }
  const { output } = parsed;
  return ok({
    adminPermission: output.OPS_ADMIN_PERMISSION,
    allowedOrigins: output.OPS_CORS_ORIGINS ?? [],
    authKeys: output.OPS_AUTH_KEYS,
    catalogue: { file: output.OPS_PERMISSIONS, isStrict: output.OPS_PERMISSIONS_STRICT === 'true' },
    provider: auth.value,
    page:
      output.OPS_PAGE === 'true'
        ? { clientId: output.OPS_PAGE_CLIENT_ID, scopes: output.OPS_PAGE_SCOPES ?? [] }
        : undefined,
    publicUrl: output.OPS_PUBLIC_URL,
    gateway: {
      geocoders: geocoders.value,
      nextOnEmpty: output.OPS_GEOCODER_ON_EMPTY
        ? output.OPS_GEOCODER_ON_EMPTY === 'next'
        : isNextAsked(geocoders.value),
      deadlineMs: output.OPS_GEOCODER_DEADLINE * 1000,
    },
    geocodeCache: { file: output.OPS_GEOCODE_CACHE, capacity: output.OPS_GEOCODE_CACHE_ROWS },
    postgres: {
      password: passwordOf(environment, password.value),
      poolSize: output.OPS_DB_POOL,
      pooler: output.OPS_DB_POOLER,
    },
    readerPermission: output.OPS_READER_PERMISSION,
    requiredReason: output.OPS_REASON_REQUIRED,
    logLevel: output.OPS_LOG_LEVEL,
    drainSeconds: output.OPS_DRAIN_SECONDS,
    limits: { connections: output.OPS_MAX_CONNECTIONS, requests: output.OPS_MAX_REQUESTS },
    rateLimit: { limit: output.OPS_GEOCODE_RATE_LIMIT, windowSeconds: output.OPS_GEOCODE_RATE_WINDOW },
  });
}

function parsePattern(text: string): Result<RegExp, undefined> {
  try {
    return ok(new RegExp(text, 'u'));
  } catch {
    return err(undefined);
  }
}

/** A file is read again for each connection; while it cannot be read, what it held at first holds. */
function passwordOf(environment: Environment, first: string | undefined): Config['postgres']['password'] {
  if (environment.OPS_DB_PASSWORD_FILE === undefined) return first;
  return () => readSecret(environment, 'OPS_DB_PASSWORD').unwrapOr(first);
}
