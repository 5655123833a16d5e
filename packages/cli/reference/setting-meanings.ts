/** What docs/running.md says about a setting. */
export interface SettingMeaning {
  /** Missing where an option gives the setting: its help says it. */
  readonly means?: string;
  /** Instead of the code's message about a wrong value. */
  readonly allowed?: string;
  /** If the default is not a fixed value. */
  readonly fallback?: string;
}

const FILE = 'a file';
const BESIDE = 'next to the database';
const LIST = 'names, separated by commas';
const BELOW = 'see the next table';

/** Every setting, in the order of the page. */
export const SETTING_MEANINGS: Readonly<Record<string, Readonly<Record<string, SettingMeaning>>>> = {
  'The service': {
    OPS_HOST: { allowed: 'a host name or an IP address' },
    OPS_PORT: {},
    OPS_PUBLIC_URL: {
      means: 'address that clients use, named to them for sign-in',
      allowed: 'an http or https URL',
      fallback: 'the host of each request',
    },
    OPS_CORS_ORIGINS: {
      means: 'pages of these origins can call the service (CORS)',
      allowed: 'origins, separated by commas',
    },
    OPS_PAGE: { means: 'whether the page is served at `/`' },
    OPS_PAGE_CLIENT_ID: {
      means: 'the page, as a client of `OPS_AUTH_ISSUER`: people sign in there',
      fallback: 'none: a token is pasted',
    },
    OPS_PAGE_SCOPES: {
      means: 'scopes that the page requests in addition to `openid`',
      allowed: 'scopes, with spaces between them',
    },
    OPS_ADMIN_PERMISSION: { means: 'permission that makes a user an admin' },
    OPS_READER_PERMISSION: { means: 'permission that lets a user read everything' },
    OPS_PERMISSIONS: { means: 'the catalogue of permissions', allowed: FILE, fallback: 'none' },
    OPS_PERMISSIONS_STRICT: { means: 'only what the catalogue lists can be added' },
    OPS_REASON_REQUIRED: {
      means: 'pattern that the reason of a change must match',
      allowed: 'a regular expression',
      fallback: 'none: no reason is required',
    },
    OPS_DRAIN_SECONDS: { means: 'seconds to continue serving after SIGTERM' },
    OPS_DEMO: {},
  },
  'The database and its files': {
    OPS_DB: { allowed: 'a file, or `postgres://…`' },
    OPS_DB_PASSWORD: { means: 'password of the role in PostgreSQL', fallback: 'the one in the URL' },
    OPS_DB_PASSWORD_FILE: { means: 'the same password, read from a file', allowed: FILE },
    OPS_DB_POOL: { means: 'connections to PostgreSQL for each instance' },
    OPS_DB_POOLER: { means: 'the mode of a pooler, such as PgBouncer, in front of PostgreSQL' },
    OPS_AUTH_KEYS: { means: 'the key file', allowed: FILE, fallback: BESIDE },
    OPS_GEOCODE_CACHE: {
      means: 'cache of answers of address providers',
      allowed: FILE,
      fallback: BESIDE,
    },
  },
  Limits: {
    OPS_MAX_CONNECTIONS: { means: 'open connections' },
    OPS_MAX_REQUESTS: { means: 'requests at the same time' },
    OPS_GEOCODE_RATE_LIMIT: { means: 'rate limit: lookups for each user in a window' },
    OPS_GEOCODE_RATE_WINDOW: { means: 'seconds in a window' },
    OPS_GEOCODE_CACHE_ROWS: { means: 'answers that the cache keeps' },
  },
  'Log and metrics': {
    OPS_LOG_LEVEL: { means: 'lowest level that is logged' },
    OPS_METRICS_PORT: { fallback: 'none: no metrics' },
    OPS_METRICS_HOST: { allowed: 'a host name or an IP address' },
  },
  'Tokens of an identity provider': {
    OPS_AUTH_ISSUER: {
      means: 'the provider, as `iss` in its tokens',
      allowed: 'an https URL, or http on this machine',
    },
    OPS_AUTH_AUDIENCE: {
      means: 'audience that tokens must name in `aud`',
      fallback: 'none; required with a provider',
    },
    OPS_AUTH_JWKS_URL: { means: 'address of its keys, if not the one it publishes' },
    OPS_AUTH_JWKS_FILE: { means: 'its keys in a file, in place of an address', allowed: FILE },
    OPS_AUTH_USER_CLAIM: { means: 'claim that holds the id of a user', allowed: 'a claim' },
    OPS_AUTH_TYPES: { means: 'accepted `typ` of tokens', allowed: LIST },
    OPS_AUTH_ALGORITHMS: {
      means: 'accepted signature algorithms, separated by commas',
      fallback: 'all of them',
    },
    OPS_AUTH_CLOCK_TOLERANCE: { means: 'seconds that clocks can differ' },
    OPS_AUTH_MAX_LIFETIME: { means: 'longest time from `iat` to `exp`, in seconds' },
    OPS_AUTH_INTROSPECTION_URL: { means: 'introspection endpoint of the provider (RFC 7662)' },
    OPS_AUTH_INTROSPECTION_CLIENT_ID: { means: 'our client id for that' },
    OPS_AUTH_INTROSPECTION_CLIENT_SECRET: { means: 'our client secret for that' },
    OPS_AUTH_INTROSPECTION_CLIENT_SECRET_FILE: {
      means: 'the same secret, read from a file',
      allowed: FILE,
    },
    OPS_AUTH_INTROSPECTION_CACHE: { means: 'seconds that its answer is remembered' },
  },
  'The command': {
    OPS_SERVER: { allowed: 'an http or https URL' },
    OPS_TOKEN: { means: 'token for that service' },
    OPS_TOKEN_FILE: { means: 'the same token, read from a file', allowed: FILE },
    OPS_ACTOR: { allowed: '1 to 500 characters', fallback: 'the operating-system user' },
    OPS_REASON: { allowed: '1 to 500 characters' },
    OPS_JSON: {},
    OPS_QUIET: {},
  },
  'Address providers': {
    OPS_GEOCODERS: { means: 'address providers, in the order they are asked', allowed: LIST },
    OPS_GEOCODER_ON_EMPTY: {
      means: 'when a provider knows no such place: `next` asks the next one',
      fallback: '`stop`; `next` before a final `gazetteer`',
    },
    OPS_GEOCODER_DEADLINE: { means: 'seconds for a lookup, all providers together' },
    OPS_GEOCODER_USER_AGENT: { means: 'the `User-Agent` sent to providers' },
    'OPS_<PROVIDER>_URL': {
      means: 'address of its server',
      allowed: 'an http or https URL',
      fallback: BELOW,
    },
    'OPS_<PROVIDER>_KEY': { means: 'its key' },
    'OPS_<PROVIDER>_KEY_FILE': { means: 'the same key, read from a file', allowed: FILE },
    'OPS_<PROVIDER>_LANGUAGE': { means: 'language of names' },
    'OPS_<PROVIDER>_TIMEOUT': { means: 'seconds for one request' },
    'OPS_<PROVIDER>_RATE': {
      means: 'requests a second, over all callers',
      fallback: BELOW,
    },
    'OPS_<PROVIDER>_CACHE': {
      means: 'seconds an answer is kept; 0 keeps none',
      fallback: BELOW,
    },
  },
};
