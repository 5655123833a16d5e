import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import type { ClientConfig } from 'pg';
import { isClearUrl } from './shown-postgres-url.js';

/** A URL of a database cannot be used; the message says why, and quotes no value of it. */
export class WrongUrl extends Error {}

const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
/** The parameters that require TLS even where none is expected. */
const TLS_PARAMETERS = ['sslcert', 'sslkey', 'sslnegotiation', 'sslrootcert'] as const;
const PARAMETERS = [
  'application_name',
  'connect_timeout',
  'host',
  'options',
  'password',
  'port',
  'sslmode',
  ...TLS_PARAMETERS,
  'user',
] as const;

/**
 * The settings of a client that a URL gives, read as libpq reads it, with a password that is asked for each connection. Throws
 * {@link WrongUrl}: with a mistyped `sslmode` the password could be sent to any server that answers, so unknown parameters are refused.
 */
export function clientConfig(url: string, password?: () => string | undefined): ClientConfig {
  if (!isClearUrl(url)) {
    throw new WrongUrl('it is not a URL; special characters in a password are written %40 and so on');
  }
  const parsed = new URL(url);
  const parameters = parsed.searchParams;
  assertKnown(parameters);
  const named = (name: (typeof PARAMETERS)[number]) => parameters.get(name) || undefined;
  const host = named('host') ?? decoded(parsed.hostname.replace(/^\[(.+)\]$/, '$1'));
  if (host?.includes(',')) throw new WrongUrl('it must name one host; failover is the work of a proxy');
  const given = named('password') ?? decoded(parsed.password);
  const port = named('port') ?? parsed.port;
  const settings = {
    user: named('user') ?? decoded(parsed.username),
    password: password ? async () => password() ?? given ?? process.env.PGPASSWORD : given,
    host,
    port: port === '' ? undefined : Number(port),
    database: decoded(parsed.pathname.slice(1)),
    application_name: named('application_name'),
    options: named('options'),
    connectionTimeoutMillis: connectMsOf(parameters),
    sslnegotiation: named('sslnegotiation'),
    ssl: sslOf(parsed),
  };
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== undefined),
  ) as ClientConfig;
}

function decoded(text: string): string | undefined {
  return text === '' ? undefined : decodeURIComponent(text);
}

function connectMsOf(parameters: URLSearchParams): number | undefined {
  const seconds = parameters.get('connect_timeout');
  if (seconds === null) return undefined;
  if (!/^\d{1,5}$/.test(seconds)) throw new WrongUrl('connect_timeout must be a whole number of seconds');
  return Number(seconds) * 1000 || undefined;
}

function assertKnown(parameters: URLSearchParams): void {
  for (const name of parameters.keys()) {
    if (!PARAMETERS.some((known) => known === name)) {
      const meant = PARAMETERS.find((known) => known === name.toLowerCase());
      const remedy = meant ? `write ${meant}` : `those are ${PARAMETERS.join(', ')}`;
      // A name without a value can be the rest of a password.
      const shown = parameters.get(name) === '' ? 'something' : name;
      throw new WrongUrl(`${shown} is not a parameter of the URL; ${remedy}`);
    }
    if (parameters.getAll(name).length > 1) throw new WrongUrl(`${name} is given twice`);
  }
}

/**
 * TLS as `sslmode` or `PGSSLMODE` says: `verify-full` if neither is given, except on the loopback and sockets. `prefer`, `require` and
 * `verify-ca` are `verify-full` too.
 */
function sslOf(url: URL): ClientConfig['ssl'] {
  const mode = sslModeOf(url);
  if (mode === 'disable') return false;
  const file = (name: 'sslcert' | 'sslkey' | 'sslrootcert') => {
    const path = url.searchParams.get(name);
    return path ? readFileSync(path, 'utf8') : undefined;
  };
  const [ca, cert, key] = [file('sslrootcert'), file('sslcert'), file('sslkey')];
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  return mode === 'no-verify' ? { ...files, rejectUnauthorized: false } : files;
}

function sslModeOf(url: URL): (typeof SSL_MODES)[number] {
  const inUrl = url.searchParams.get('sslmode');
  const asked = inUrl ?? process.env.PGSSLMODE;
  if (asked === undefined || (inUrl === null && asked === '')) {
    const needsNone = isLocal(hostOf(url)) && !TLS_PARAMETERS.some((name) => url.searchParams.has(name));
    return needsNone ? 'disable' : 'verify-full';
  }
  const mode = SSL_MODES.find((known) => known === asked);
  if (!mode) {
    const name = inUrl === null ? 'PGSSLMODE' : 'sslmode';
    throw new WrongUrl(`${name} must be one of ${SSL_MODES.join(', ')}`);
  }
  return mode;
}

/** The host that `pg` connects to. */
function hostOf({ hostname, searchParams }: URL): string {
  return searchParams.get('host') || decodeURIComponent(hostname) || process.env.PGHOST || 'localhost';
}

/** Whether a connection stays on this machine: a socket, or the loopback by its address or its name. */
function isLocal(host: string): boolean {
  if (host.startsWith('/')) return true;
  if (isIPv4(host)) return host.startsWith('127.');
  return /^(?:localhost|::1|\[::1\])$/i.test(host);
}
