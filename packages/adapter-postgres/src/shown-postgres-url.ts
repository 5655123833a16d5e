/** A name, with every other sign encoded. */
const NAME = /^(?:[\w.~+-]|%[\dA-F]{2})*$/i;
/** Encoded signs that can mean that a password was typed in a wrong place: `:`, `=` and `?`. */
const DOUBTFUL = /%(?:3A|3D|3F)/i;

/**
 * A URL of a database for messages and the log: without the password, and without parameters, which can hold one. If it is
 * not clear which part is the password, for example in a mistyped URL, only the scheme is shown.
 */
export function shownPostgresUrl(url: string): string {
  if (!isClearUrl(url)) return 'postgres://***';
  const { host, pathname, protocol, username } = new URL(url);
  if (DOUBTFUL.test(username + pathname)) return 'postgres://***';
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

/** Whether the parts of a URL are clear: no character can belong to a password that is not encoded. */
export function isClearUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hash, hostname, pathname, protocol, search, username } = new URL(url);
  // The parser encodes signs that the URL has as they are.
  const isVerbatim = url.slice(protocol.length).startsWith(`//${username}`) && url.includes(pathname);
  return (
    isVerbatim &&
    NAME.test(username) &&
    // An address of version 6, or a socket.
    NAME.test(hostname.replace(/^\[[\da-f:.]+\]$/, '')) &&
    NAME.test(pathname.slice(1)) &&
    hash === '' &&
    !search.includes('@')
  );
}
