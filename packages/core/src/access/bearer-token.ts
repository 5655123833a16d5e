import { err, ok, type Result } from '../result.js';
import { headerValues } from './header-values.js';
import type { InvalidToken } from './token-verifier.js';

/** The request has no token. */
export interface TokenMissing {
  readonly type: 'token-missing';
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * Reads the token of an `Authorization` header (RFC 6750, section 2.1). Join several headers of that name by commas, as the Fetch
 * API does: the answer is `invalid-token`. Errors: `token-missing`, also for a value that is not a string.
 */
export function parseBearerToken(header: unknown): Result<string, TokenMissing | InvalidToken> {
  if (typeof header !== 'string' || !/^Bearer\b/i.test(header)) return err({ type: 'token-missing' });
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? err({ type: 'invalid-token', reason: 'not a bearer token' }) : ok(token);
}

/** The headers of a request: Node's request (also of Express and Nest; `request.raw` of Fastify), or `Headers` of the Fetch API. */
export type RequestHeaders =
  | { readonly rawHeaders: readonly string[] }
  | { get(name: string): string | null | undefined };

/**
 * Reads the token of a request, as {@link parseBearerToken} does. Two `Authorization` headers are `invalid-token`, although
 * `headers.authorization` of Node has only the first.
 */
export function readBearerToken(request: RequestHeaders): Result<string, TokenMissing | InvalidToken> {
  return parseBearerToken(
    'rawHeaders' in request
      ? headerValues(request.rawHeaders, 'authorization').join(', ')
      : request.get('authorization'),
  );
}
