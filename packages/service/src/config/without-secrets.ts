import { isPostgresUrl, mayHoldPassword, shownPlace } from './shown-place.js';

/** Shown instead of a secret. */
export const MASK = '***';

/**
 * A value in a form that can be shown. A URL can hold a password before its host, and keys in its parameters, and it can be
 * one of a database.
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
