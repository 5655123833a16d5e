import { isIPv4 } from 'node:net';
import { isClearUrl } from './shown-postgres-url.js';

/** A URL of a database cannot be used; the message says why, and quotes no value of it. */
export class WrongUrl extends Error {}

const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
/** The modes that require TLS even where none is expected. */
const TLS_PARAMETERS = ['sslcert', 'sslkey', 'sslnegotiation', 'sslrootcert'] as const;
const PARAMETERS = [
  'application_name',
  'host',
  'options',
  'password',
  'port',
  'sslmode',
  ...TLS_PARAMETERS,
  'uselibpqcompat',
  'user',
] as const;

/**
 * The URL for `pg`, with the password and an SSL mode: `verify-full` if neither it nor `PGSSLMODE` names one, except for the
 * loopback and sockets. Today `pg` treats `prefer`, `require` and `verify-ca` as `verify-full`, with a warning that this
 * will change; here it will not. Throws {@link WrongUrl}: `pg` ignores unknown parameters, so with a mistyped `sslmode` the
 * password could be sent to anyone who answers.
 */
export function connectionUrl(url: string, password: string | undefined): string {
  if (!isClearUrl(url)) {
    throw new WrongUrl('it is not a URL; special characters in a password are written %40 and so on');
  }
  const parsed = new URL(url);
  const parameters = parsed.searchParams;
  assertKnown(parameters);
  if (password !== undefined) {
    parsed.password = encodeURIComponent(password);
    parameters.delete('password');
  }
  const mode = sslModeOf(parsed);
  const isWeak = mode === 'disable' || mode === 'no-verify' || parameters.get('uselibpqcompat') === 'true';
  parameters.set('sslmode', isWeak ? mode : 'verify-full');
  return parsed.href;
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

function sslModeOf(url: URL): string {
  const inUrl = url.searchParams.get('sslmode');
  const mode = inUrl ?? process.env.PGSSLMODE;
  if (mode === undefined || (inUrl === null && mode === '')) {
    const needsNone = isLocal(hostOf(url)) && !TLS_PARAMETERS.some((name) => url.searchParams.has(name));
    return needsNone ? 'disable' : 'verify-full';
  }
  if (!SSL_MODES.some((known) => known === mode)) {
    const name = inUrl === null ? 'PGSSLMODE' : 'sslmode';
    throw new WrongUrl(`${name} must be one of ${SSL_MODES.join(', ')}`);
  }
  return mode;
}

/** The host that `pg` connects to. */
function hostOf({ hostname, searchParams }: URL): string {
  return searchParams.get('host') || decodeURIComponent(hostname) || process.env.PGHOST || 'localhost';
}

/** Whether what is sent there stays on this machine: a socket, or the loopback by its address or its name. */
function isLocal(host: string): boolean {
  if (host.startsWith('/')) return true;
  if (isIPv4(host)) return host.startsWith('127.');
  return /^(?:localhost|::1|\[::1\])$/i.test(host);
}
