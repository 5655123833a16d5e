/** Text that cannot be a mistyped part of a password: no delimiter, and no encoded ASCII character. */
const PLAIN = /^(?:[\w.~+-]|%[89A-F][\dA-F])*$/i;

/**
 * A URL of a database for messages and the log: without the password, and without parameters, which can hold one. If it is
 * not clear which part is the password, for example in a mistyped URL, only the scheme is shown.
 */
export function shownPostgresUrl(url: string): string {
  if (!isClearUrl(url)) return 'postgres://***';
  const parsed = urlsOfHosts(url).map((one) => new URL(one));
  const [{ pathname, protocol, username }] = parsed as [URL];
  const hosts = parsed.map(({ host }) => host).join(',');
  return `${protocol}//${username && `${username}@`}${hosts}${pathname}`;
}

/** Whether the parts of a URL are clear: no character can belong to a password that is not encoded. */
export function isClearUrl(url: string): boolean {
  return urlsOfHosts(url).every(isClear);
}

/** The URL of each host of a URL that names several, as libpq takes it: `postgres://ROLE@ONE:5432,OTHER:5432/DATABASE`. */
export function urlsOfHosts(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = SEVERAL.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => before + host + after) : [url];
}

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

function isClear(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hash, hostname, pathname, search, username } = new URL(url);
  return (
    // Clouds have roles such as name@project.
    PLAIN.test(username.replace(/%40/g, '')) &&
    // An address of version 6, or a socket.
    PLAIN.test(hostname.replace(/^\[[\da-f:.]+\]$/, '').replace(/%2F/gi, '')) &&
    PLAIN.test(pathname.slice(1).replace(/%20/g, '')) &&
    hash === '' &&
    !search.includes('@')
  );
}
