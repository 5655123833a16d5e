/** Longest token that is looked at. */
const MAX_CHARACTERS = 8192;

/**
 * Whether a text is a compact JWS to the letter (RFC 7515, section 7.1): three non-empty base64url parts, each written
 * the one way it can be. `jose` alone also takes padding, white space and altered trailing bits.
 */
export function isCompactToken(text: string): boolean {
  const parts = text.length <= MAX_CHARACTERS ? text.split('.') : [];
  return parts.length === 3 && parts.every((part) => part !== '' && isCanonical(part));
}

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}
