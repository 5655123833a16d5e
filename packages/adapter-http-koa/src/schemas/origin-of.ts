/** Names, IPv4 addresses and IPv6 addresses: URLs can have stranger hosts, but browsers do not open them. */
const HOST = /^(?:[a-z\d._-]+|\[[a-f\d:]+\])$/;

/** The origin of an http or https URL that a browser can open, as written in `Origin`. */
export function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && HOST.test(url.hostname) ? url.origin : undefined;
}
