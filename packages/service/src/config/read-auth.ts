import {
  isSafeUrl,
  type KeySetSource,
  type ProviderOptions,
  SIGNATURE_ALGORITHMS,
  tokenType,
} from '@ops-admin/adapter-auth-jose/config';
import { parsedBy } from '@ops-admin/adapter-http-koa/schemas';
import { err, ok, type Result } from '@ops-admin/core';
import { describeIssue } from '@ops-admin/core/operations';
import * as v from 'valibot';
import type { Environment } from './environment.js';
import { readSecret, secretVariables } from './read-secret.js';
import { commaList, parsePlainUrl, wholeNumber } from './values.js';
import { type Variable, variablesOf } from './variable.js';

const DAY_SECONDS = 86_400;
const text = v.optional(v.string());
const safeUrl = v.optional(
  v.pipe(v.string(), parsedBy(parseSafeUrl, 'must be an https URL, or http on this machine')),
);

const ENVIRONMENT = v.object({
  OPS_AUTH_ALGORITHMS: v.optional(
    commaList(v.picklist(SIGNATURE_ALGORITHMS, `must be one or more of ${SIGNATURE_ALGORITHMS.join(', ')}`)),
    SIGNATURE_ALGORITHMS.join(),
  ),
  OPS_AUTH_AUDIENCE: text,
  OPS_AUTH_CLOCK_TOLERANCE: v.optional(wholeNumber(0, 300), '5'),
  OPS_AUTH_INTROSPECTION_CACHE: v.optional(wholeNumber(0, 300), '5'),
  OPS_AUTH_INTROSPECTION_CLIENT_ID: text,
  OPS_AUTH_INTROSPECTION_CLIENT_SECRET: text,
  OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE: text,
  OPS_AUTH_INTROSPECTION_URL: safeUrl,
  OPS_AUTH_ISSUER: v.optional(
    v.pipe(v.string(), v.check(isIssuer, 'must be an https URL, or http on this machine')),
  ),
  OPS_AUTH_JWKS_FILE: text,
  OPS_AUTH_JWKS_URL: safeUrl,
  OPS_AUTH_MAX_LIFETIME: v.optional(wholeNumber(60, 366 * DAY_SECONDS), String(DAY_SECONDS)),
  OPS_AUTH_TYPES: v.optional(
    commaList(v.pipe(v.string(), v.nonEmpty('must not be empty'), v.transform(tokenType))),
    'at+jwt',
  ),
  OPS_AUTH_USER_CLAIM: text,
});
type Variables = v.InferOutput<typeof ENVIRONMENT>;

const CLIENT_SECRET = secretVariables('OPS_AUTH_INTROSPECTION_CLIENT_SECRET');
const SECRETS = CLIENT_SECRET.map(({ name }) => name);

export const AUTH_VARIABLES: readonly Variable[] = [
  ...variablesOf(ENVIRONMENT).filter(({ name }) => !SECRETS.includes(name)),
  ...CLIENT_SECRET,
];

/** Reads which provider's tokens are accepted; `undefined` for the local keys. Errors: every problem together. */
export function readAuth(environment: Environment): Result<ProviderOptions | undefined, readonly string[]> {
  const parsed = v.safeParse(ENVIRONMENT, environment);
  const issues = (parsed.issues ?? []).map((issue) => describeIssue(issue, 'The environment'));
  const problems = [...issues, ...halves(environment)];
  if (!parsed.success || problems.length > 0) return err(problems);

  const variables = parsed.output;
  const source = keySourceOf(variables);
  const audience = variables.OPS_AUTH_AUDIENCE;
  return source && audience !== undefined
    ? providerOf(environment, variables, source, audience)
    : ok(undefined);
}

function keySourceOf(variables: Variables): KeySetSource | undefined {
  const { OPS_AUTH_ISSUER: issuer, OPS_AUTH_JWKS_FILE: file, OPS_AUTH_JWKS_URL: url } = variables;
  if (url) return { type: 'url', url };
  if (file) return { type: 'file', file };
  return issuer ? { type: 'issuer', issuer } : undefined;
}

const KEY_SOURCES = ['OPS_AUTH_ISSUER', 'OPS_AUTH_JWKS_URL', 'OPS_AUTH_JWKS_FILE'];

/** Variables without those they need, or with those they exclude. */
function halves(environment: Environment): string[] {
  const isThere = (name: string) => environment[name] !== undefined;
  const given = Object.keys(ENVIRONMENT.entries).filter(isThere);
  const hasSource = KEY_SOURCES.some(isThere);
  const hasClient = isThere('OPS_AUTH_INTROSPECTION_CLIENT_ID');
  const secrets = SECRETS.filter(isThere).length;
  const introspects = isThere('OPS_AUTH_INTROSPECTION_URL');
  const rules: [isBroken: boolean, problem: string][] = [
    [
      !hasSource && given.length > 0,
      `${given[0]} needs OPS_AUTH_ISSUER, OPS_AUTH_JWKS_URL or OPS_AUTH_JWKS_FILE`,
    ],
    [
      isThere('OPS_AUTH_JWKS_URL') && isThere('OPS_AUTH_JWKS_FILE'),
      'OPS_AUTH_JWKS_URL and OPS_AUTH_JWKS_FILE exclude each other',
    ],
    [hasSource && !isThere('OPS_AUTH_AUDIENCE'), 'OPS_AUTH_AUDIENCE is required with a provider'],
    [
      introspects && (!hasClient || secrets !== 1),
      'OPS_AUTH_INTROSPECTION_URL needs OPS_AUTH_INTROSPECTION_CLIENT_ID, and its secret as ' +
        'OPS_AUTH_INTROSPECTION_CLIENT_SECRET or OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE',
    ],
    [
      !introspects && (hasClient || secrets > 0),
      'OPS_AUTH_INTROSPECTION_CLIENT_ID and its secret need OPS_AUTH_INTROSPECTION_URL',
    ],
  ];
  return rules.flatMap(([isBroken, problem]) => (isBroken ? [problem] : []));
}

function providerOf(
  environment: Environment,
  variables: Variables,
  keys: KeySetSource,
  audience: string,
): Result<ProviderOptions, readonly string[]> {
  return introspectionOf(environment, variables).map((introspection) => ({
    keys,
    policy: {
      algorithms: variables.OPS_AUTH_ALGORITHMS,
      audience,
      issuer: variables.OPS_AUTH_ISSUER,
      types: variables.OPS_AUTH_TYPES,
      clockTolerance: variables.OPS_AUTH_CLOCK_TOLERANCE,
      maxLifetime: variables.OPS_AUTH_MAX_LIFETIME,
    },
    userClaim: variables.OPS_AUTH_USER_CLAIM,
    introspection,
  }));
}

function introspectionOf(
  environment: Environment,
  variables: Variables,
): Result<ProviderOptions['introspection'], readonly string[]> {
  const { OPS_AUTH_INTROSPECTION_URL: url, OPS_AUTH_INTROSPECTION_CLIENT_ID: clientId } = variables;
  if (url === undefined || clientId === undefined) return ok(undefined);
  return readSecret(environment, 'OPS_AUTH_INTROSPECTION_CLIENT_SECRET')
    .map((clientSecret = '') => ({
      url,
      clientId,
      clientSecret,
      cacheSeconds: variables.OPS_AUTH_INTROSPECTION_CACHE,
    }))
    .mapErr((problem) => [problem]);
}

/** An issuer is compared as text, and has no query and no fragment (RFC 8414, section 2). */
function isIssuer(given: string): boolean {
  return /^https?:\/\/[^\s?#]+$/.test(given) && parseSafeUrl(given).isOk();
}

function parseSafeUrl(given: string): Result<URL, undefined> {
  const url = parsePlainUrl(given);
  return url && url.hash === '' && isSafeUrl(url) ? ok(url) : err(undefined);
}
