import { isPostgresUrl, mayHoldPassword, shownPlace } from './shown-place.js';

/** What is shown in place of a secret. */
export const MASK = '***';

/**
 * A value as it may be shown: an address may hold a password before its host, and keys among its parameters; or it is one of a
 * database.
 */
export function withoutSecrets(value: string): string {
  if (!/https?:/i.test(value) && (isPostgresUrl(value) || mayHoldPassword(value))) {
    return shownPlace(value);
  }
  return value
    .replace(/(:\/\/)[^/?#\s]*@/g, `$1${MASK}@`)
    .replace(/(:\/\/[^\s?#]*\?)([^\s#]*)/g, (_, address: string, query: string) => {
      return address + query.replace(/=[^&]*/g, `=${MASK}`);
    });
}
