import {
  err,
  type InvalidToken,
  ok,
  type Result,
  ResultAsync,
  type TokenVerifierUnavailable,
} from '@ops-admin/core';
import type { CryptoKey, JWTPayload, JWTVerifyGetKey, JWTVerifyOptions, KeyObject } from 'jose';
// Imports its parts: the whole library takes twice as much to load.
import { JOSEError, JWSSignatureVerificationFailed } from 'jose/errors';
import { jwtVerify } from 'jose/jwt/verify';
import { type JwtPolicy, tokenType } from './jwt-policy.js';
import { parseTokenPart } from './parse-token-part.js';

export interface VerifiedJwt {
  readonly issuer: string;
  readonly subject: string;
  readonly payload: JWTPayload;
  readonly expiresAt: Date;
  /** When `verifyJwt` first refuses it: `exp` plus the tolerance of clocks. */
  readonly validUntil: Date;
  /** The later of `iat` and `nbf`: seconds since 1970. */
  readonly validFrom: number;
}

/** Whether a valid token has not yet expired, by the clock. */
export function isValidAt({ expiresAt, validFrom }: VerifiedJwt, now: Date): boolean {
  return validFrom <= now.getTime() / 1000 && now < expiresAt;
}

/** The key to check a token with is not available now; key finders throw it through `jose`. */
export class KeysUnavailable extends Error {
  override readonly name = 'KeysUnavailable';
}

/** Finds the public key for the header of a token. */
export type FindKey = JWTVerifyGetKey<CryptoKey>;

/** Checks a token: its form before `jose`, signature and claims by `jose`, and then what `jose` lets pass. */
export function verifyJwt(
  token: string,
  key: KeyObject | FindKey,
  policy: JwtPolicy,
  now: Date,
): ResultAsync<VerifiedJwt, InvalidToken | TokenVerifierUnavailable> {
  const options = {
    algorithms: [...policy.algorithms],
    audience: policy.audience,
    clockTolerance: policy.clockTolerance,
    currentDate: now,
    requiredClaims: ['iss', 'sub', 'iat', 'exp'],
    ...(policy.issuer !== undefined && { issuer: policy.issuer }),
  };
  return checkHeader(token, policy)
    .asyncAndThen(() => ResultAsync.fromPromise(payloadOf(token, key, options), failureOf))
    .andThen((payload) => checkPayload(token, payload, policy, now));
}

async function payloadOf(
  token: string,
  key: KeyObject | FindKey,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  if (typeof key !== 'function') return (await jwtVerify(token, key, options)).payload;
  const verified = await jwtVerify(token, key, options);
  if (!hasWholeSignature(token, verified.key)) throw new JWSSignatureVerificationFailed();
  return verified.payload;
}

/**
 * Whether an RSA signature is as long as the modulus of its key (RFC 8017, section 8.1.2, step 1). OpenSSL also accepts one of PSS whose
 * zeros at the front were cut off, so that one token would have several texts.
 */
function hasWholeSignature(token: string, { algorithm }: CryptoKey): boolean {
  const { modulusLength } = algorithm as { readonly modulusLength?: number };
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return (
    modulusLength === undefined || Buffer.byteLength(signature, 'base64url') === Math.ceil(modulusLength / 8)
  );
}

const TOKEN_MAX_CHARACTERS = 8192;

// The maker of a token must not decide how it is checked.
const FOREIGN_HEADERS = ['b64', 'crit', 'jku', 'jwk', 'x5c', 'x5u', 'zip'];

/**
 * Whether a text is exactly a compact JWS (RFC 7515, section 7.1): three non-empty base64url parts, each in its only valid
 * form. `jose` also accepts padding, white space and altered trailing bits.
 */
function isCompactToken(text: string): boolean {
  const parts = text.length <= TOKEN_MAX_CHARACTERS ? text.split('.') : [];
  return parts.length === 3 && parts.every((part) => part !== '' && isCanonical(part));
}

function isCanonical(part: string): boolean {
  return Buffer.from(part, 'base64url').toString('base64url') === part;
}

function checkHeader(token: string, { types }: JwtPolicy): Result<void, InvalidToken> {
  if (!isCompactToken(token)) return invalid('not a compact JWS');
  return parseTokenPart(token.slice(0, token.indexOf('.')))
    .mapErr((flaw): InvalidToken => ({ type: 'invalid-token', reason: `header: ${flaw}` }))
    .andThen((header) => {
      const foreign = FOREIGN_HEADERS.find((name) => name in header);
      if (foreign !== undefined) return invalid(`header: ${foreign} is not allowed`);
      const { typ } = header;
      const type = typeof typ === 'string' ? tokenType(typ) : '';
      return types.includes(type) ? ok(undefined) : invalid(`header: typ is not ${types.join(' or ')}`);
    });
}

function checkPayload(
  token: string,
  payload: JWTPayload,
  { clockTolerance, maxLifetime }: JwtPolicy,
  now: Date,
): Result<VerifiedJwt, InvalidToken> {
  const strict = parseTokenPart(token.slice(token.indexOf('.') + 1, token.lastIndexOf('.')));
  if (strict.isErr()) return invalid(`payload: ${strict.error}`);
  const { cnf, exp, iat, iss, nbf, sub } = payload;
  // Such a token counts only together with a proof of that key (RFC 7800), which is not read here.
  if (cnf !== undefined) return invalid('"cnf" binds it to a key: it is not a bearer token');
  if (typeof iss !== 'string' || iss === '') return invalid('"iss" is not a text');
  if (typeof sub !== 'string' || sub === '') return invalid('"sub" is not a text');
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp))
    return invalid('"iat" or "exp" is not a whole number');
  const [issuedAt, expiry] = [iat as number, exp as number];
  if (issuedAt > now.getTime() / 1000 + clockTolerance) return invalid('"iat" is ahead of the clock');
  if (expiry - issuedAt > maxLifetime) return invalid('it is valid for too long');
  const validFrom = Math.max(issuedAt, nbf ?? issuedAt);
  const [expiresAt, validUntil] = [dateOf(expiry), dateOf(expiry + clockTolerance)];
  return ok({ issuer: iss, subject: sub, payload, expiresAt, validUntil, validFrom });
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}

function failureOf(cause: unknown): InvalidToken | TokenVerifierUnavailable {
  if (cause instanceof KeysUnavailable) return { type: 'token-verifier-unavailable', cause };
  // The message of such an error names a claim or a header, never its value. Other errors are about an unusable key, such as
  // one that is too short. A token that names it must not lead to a 500.
  const reason = cause instanceof JOSEError ? cause.message : 'its key cannot be used';
  return { type: 'invalid-token', reason };
}

function invalid(reason: string): Result<never, InvalidToken> {
  return err({ type: 'invalid-token', reason });
}
