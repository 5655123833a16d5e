import type { AppContext } from './app-context.js';
import { originOf } from './schemas/origin-of.js';

/** A name or an address, and a port: what else can be in a URL would be cut off here, and is refused. */
const HOST_AND_PORT = /^[\w.:[\]-]+$/;

/** Where a request was sent to, as its `Host` has it; `undefined` where that is no host with a port. The caller chooses it. */
export function requestOrigin({ host, secure }: Pick<AppContext, 'host' | 'secure'>): string | undefined {
  return HOST_AND_PORT.test(host) ? originOf(`${secure ? 'https' : 'http'}://${host}`) : undefined;
}
