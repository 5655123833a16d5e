import { shownPostgresUrl } from '@ops-admin/adapter-postgres/config';

/** Whether `--db` names a database on a PostgreSQL server, and not a file. */
export function isPostgresUrl(place: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(place);
}

/** A database or a file in a form that can be shown: without a password, even if a URL is mistyped. */
export function shownPlace(place: string): string {
  if (isPostgresUrl(place)) return shownPostgresUrl(place);
  return mayHoldPassword(place) ? '***' : place;
}

/** Whether a place is a mistyped URL of a database: neither a valid URL nor a likely file name. */
export function isMistypedUrl(place: string): boolean {
  return !isPostgresUrl(place) && (mayHoldPassword(place) || place.includes('://'));
}

/** Matches the text before a password in a URL, also a mistyped one, if an at sign follows. */
const BEFORE = /[:;]|\/\/|\\\\/;
/** Matches the text before other passwords: the keywords of libpq, or a URL without a host. */
const BEFORE_ALONE = /pas+\w*\s*=|pwd\s*=|^\W*\w*(?:postgre|psql)\w*\W*[:;]/i;

/** Whether a text looks as if it holds a password, for example by mistake in an argument or variable. */
export function mayHoldPassword(text: string): boolean {
  // A Windows drive, and encoded delimiters.
  const plain = text.replace(/^[a-z]:(?=[\\/])/i, '').replace(/%(?:2f|3a|3b|3d|40)/gi, decodeURIComponent);
  return BEFORE.test(plain.slice(0, Math.max(0, plain.lastIndexOf('@')))) || BEFORE_ALONE.test(plain);
}
