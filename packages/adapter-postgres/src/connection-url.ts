import { isIPv4 } from 'node:net';
import { isClearUrl, urlsOfHosts } from './shown-postgres-url.js';

/** A URL of a database cannot be used; the message says why, and quotes no value of it. */
export class WrongUrl extends Error {}

const SSL_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
/** The modes that require TLS even where none is expected. */
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
  'uselibpqcompat',
  'user',
] as const;

/** A host that a URL names. */
export interface HostUrl {
  readonly url: string;
  /** `connect_timeout`, in milliseconds. */
  readonly connectMs: number | undefined;
}

/**
 * The URL of each host for `pg`, in the order in which they are tried, with the password and an SSL mode: `verify-full` if neither
 * it nor `PGSSLMODE` names one, except for the loopback and sockets. Today `pg` treats `prefer`, `require` and `verify-ca` as
 * `verify-full`, with a warning that this will change; here it will not. Throws {@link WrongUrl}: `pg` ignores unknown parameters,
 * so with a mistyped `sslmode` the password could be sent to anyone who answers.
 */
export function hostUrls(url: string, password: string | undefined): readonly HostUrl[] {
  if (!isClearUrl(url)) {
    throw new WrongUrl('it is not a URL; special characters in a password are written %40 and so on');
  }
  return urlsOfHosts(url)
    .map((one) => new URL(one))
    .flatMap((parsed) => {
      assertKnown(parsed.searchParams);
      const connectMs = connectMsOf(parsed.searchParams);
      return eachHost(parsed).map((one) => ({ url: connectionUrl(one, password), connectMs }));
    });
}

function connectionUrl(parsed: URL, password: string | undefined): string {
  const parameters = parsed.searchParams;
  if (password !== undefined) {
    parsed.password = encodeURIComponent(password);
    parameters.delete('password');
  }
  const mode = sslModeOf(parsed);
  const isWeak = mode === 'disable' || mode === 'no-verify' || parameters.get('uselibpqcompat') === 'true';
  parameters.set('sslmode', isWeak ? mode : 'verify-full');
  return parsed.href;
}

/** Takes it out of the parameters, as it is none of the server's. */
function connectMsOf(parameters: URLSearchParams): number | undefined {
  const seconds = parameters.get('connect_timeout');
  parameters.delete('connect_timeout');
  if (seconds === null) return undefined;
  if (!/^\d{1,5}$/.test(seconds)) throw new WrongUrl('connect_timeout must be a whole number of seconds');
  return Number(seconds) * 1000 || undefined;
}

/** The hosts that the parameter names, each with its port or with the only one. */
function eachHost(url: URL): readonly URL[] {
  const hosts = url.searchParams.get('host')?.split(',') ?? [];
  const ports = url.searchParams.get('port')?.split(',') ?? [];
  if (hosts.length < 2) return [url];
  if (ports.length > 1 && ports.length !== hosts.length)
    throw new WrongUrl('port must be one, or as many as there are of host');
  return hosts.map((host, n) => {
    const one = new URL(url);
    one.searchParams.set('host', host);
    const port = ports[n] ?? ports[0];
    if (port !== undefined) one.searchParams.set('port', port);
    return one;
  });
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
