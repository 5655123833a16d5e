/** A URL of a database for messages and the log: without the password, and without parameters, which may hold one. */
export function shownPostgresUrl(url: string): string {
  const [place = ''] = url.split(/[?#]/, 1);
  // By hand: what is no URL is shown as well, and a password may hold anything but the last "@".
  return place.replace(/^(\w+:\/\/[^:@/]*):.*@/, '$1@');
}
