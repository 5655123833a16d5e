import type { IncomingMessage } from 'node:http';
import { err, ok, type Result } from '@ops-admin/core';
import { headerValues } from './header-values.js';

/** The request shows no token at all, or something that cannot be one. */
export type BearerTokenError = 'missing' | 'malformed';

const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

/** The token of a request (RFC 6750, section 2.1); more than one `Authorization` header is malformed. */
export function bearerToken(request: IncomingMessage): Result<string, BearerTokenError> {
  const [header, ...others] = headerValues(request, 'authorization');
  if (header === undefined || !/^Bearer\b/i.test(header)) return err('missing');
  const token = BEARER.exec(header)?.[1];
  return token === undefined || others.length > 0 ? err('malformed') : ok(token);
}
