import type { AppContext } from './app-context.js';
import { isHostAndPort } from './schemas/host.js';

/**
 * Where a request was sent to, by its `Host`; `undefined` if that is not a host with an optional port. The caller chooses
 * it.
 */
export function requestOrigin({ host, secure }: Pick<AppContext, 'host' | 'secure'>): string | undefined {
  const url = `${secure ? 'https' : 'http'}://${host}`;
  return isHostAndPort(host) && URL.canParse(url) ? new URL(url).origin : undefined;
}
