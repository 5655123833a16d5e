import { err, ok, type Result } from '../result.js';
import { headerValues } from './header-values.js';
import type { InvalidToken } from './token-verifier.js';

/** The request has no token. */
export interface TokenMissing {
  readonly type: 'token-missing';
}

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/**
 * Reads the token of an `Authorization` header (RFC 6750, section 2.1). If there are several headers of that name, pass them
 * all, joined by commas as the Fetch API does: the answer is `invalid-token`. Errors: `token-missing`, also for a value that
 * is not a text.
 */
export function parseBearerToken(header: unknown): Result<string, TokenMissing | InvalidToken> {
  if (typeof header !== 'string' || !/^Bearer\b/i.test(header)) return err({ type: 'token-missing' });
  const token = BEARER.exec(header)?.[1];
  return token === undefined ? err({ type: 'invalid-token', reason: 'not a bearer token' }) : ok(token);
}

/** The headers of a request: Node's request (of Express and Nest too; `request.raw` of Fastify), or `Headers` of the Fetch API. */
export type RequestHeaders =
  | { readonly rawHeaders: readonly string[] }
  | { get(name: string): string | null | undefined };

/**
 * The token of a request, by {@link parseBearerToken}. All its `Authorization` headers are looked at, so that two of them are
 * `invalid-token`: `headers.authorization` of Node holds the first alone.
 */
export function readBearerToken(request: RequestHeaders): Result<string, TokenMissing | InvalidToken> {
  return parseBearerToken(
    'rawHeaders' in request
      ? headerValues(request.rawHeaders, 'authorization').join(', ')
      : request.get('authorization'),
  );
}
