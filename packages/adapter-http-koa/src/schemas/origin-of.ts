import { isHost } from './host.js';

/** The origin of an http or https URL that a browser can open, as written in `Origin`. */
export function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && isHost(url.hostname) ? url.origin : undefined;
}
