/** A name in labels, with or without a dot at the end, or an IPv4 address; or an IPv6 address in brackets. */
const NAME = String.raw`[\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\]`;

const HOST_AND_PORT = new RegExp(`^(?:${NAME})(?::\\d{0,5})?$`, 'i');

/** Whether a text is a host that browsers open, with an optional port, as in `Host` (RFC 9110, section 7.2). URLs can have stranger ones. */
export function isHostAndPort(text: string): boolean {
  return HOST_AND_PORT.test(text);
}
