import { shownPostgresUrl } from '@ops-admin/adapter-postgres/config';

/** Whether `--db` names a database on a PostgreSQL server, and no file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/** A database or a file as it may be shown: without a password, also where a URL is mistyped. */
export function shownPlace(place: string): string {
  if (isPostgresUrl(place)) return shownPostgresUrl(place);
  return mayHoldPassword(place) ? '***' : place;
}

/** Whether a place is neither a database nor what anyone calls a file, but a slip in the URL of a database. */
export function isMistypedUrl(place: string): boolean {
  return !isPostgresUrl(place) && (mayHoldPassword(place) || place.includes('://'));
}

/** What a password comes after in a URL, whatever the slip, if an at sign comes after it. */
const BEFORE = /[:;]|\/\/|\\\\/;
/** What it comes after without one: the words of libpq, or a URL that names no host. */
const BEFORE_ALONE = /pas+\w*\s*=|pwd\s*=|^\W*\w*(?:postgre|psql)\w*\W*[:;]/i;

/** Whether a text looks as if it held a password, as one argument or variable does by mistake. */
export function mayHoldPassword(text: string): boolean {
  // The drive of Windows, and delimiters that are encoded.
  const plain = text.replace(/^[a-z]:(?=[\\/])/i, '').replace(/%(?:2f|3a|3b|3d|40)/gi, decodeURIComponent);
  return BEFORE.test(plain.slice(0, Math.max(0, plain.lastIndexOf('@')))) || BEFORE_ALONE.test(plain);
}
