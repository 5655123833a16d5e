/** Names and IPv4 addresses, and IPv6 addresses: URLs may have stranger hosts, browsers do not go there. */
const HOST = /^(?:[a-z\d._-]+|\[[a-f\d:]+\])$/;

/** The origin of a text that is an http or https URL, where a browser could be there: as it is written in `Origin`. */
export function originOf(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && /^https?:$/.test(url.protocol) && HOST.test(url.hostname) ? url.origin : undefined;
}
