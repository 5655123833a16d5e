import type { AppContext } from './app-context.js';
import { originOf } from './schemas/origin-of.js';

/** A name or an address, and a port. Other parts of a URL would be cut off here, so they are refused. */
const HOST_AND_PORT = /^[\w.:[\]-]+$/;

/**
 * Where a request was sent to, by its `Host`; `undefined` if that is not a host with an optional port. The caller chooses
 * it.
 */
export function requestOrigin({ host, secure }: Pick<AppContext, 'host' | 'secure'>): string | undefined {
  return HOST_AND_PORT.test(host) ? originOf(`${secure ? 'https' : 'http'}://${host}`) : undefined;
}
