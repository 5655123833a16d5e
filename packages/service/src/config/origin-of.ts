/** A name in labels, with or without a dot at the end, or an IPv4 address; or an IPv6 address in brackets. URLs can have stranger ones. */
const HOST = /^(?:[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])$/i;

/** The origin of an http or https URL that a browser can open, as written in `Origin`. */
export function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && HOST.test(url.hostname) ? url.origin : undefined;
}
