import type { IncomingMessage } from 'node:http';

/**
 * Returns the bytes of a request that asks for another protocol, without that wish, and of what follows. No other protocol is served,
 * and a server can ignore the wish (RFC 9110, section 7.8). Node.js would drop what a client has sent after such a request, so
 * the bytes are parsed again.
 */
export function withoutUpgrade(
  { httpVersion, method, rawHeaders, url }: IncomingMessage,
  head: Buffer,
): Buffer {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let n = 0; n < rawHeaders.length; n += 2)
    if (rawHeaders[n]?.toLowerCase() !== 'upgrade') lines.push(`${rawHeaders[n]}: ${rawHeaders[n + 1]}`);
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]);
}
