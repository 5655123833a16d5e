import {
  ADDRESS_MAX_LENGTH,
  type Address,
  err,
  type GeoLookupError,
  type InvalidAddress,
  parseAddress,
  type QuotaExceeded,
  type Result,
  type StoreUnavailable,
} from '@ops-admin/core';
import type { AppServices } from '../app-services.js';
import { authenticate } from '../middleware/authenticate.js';
import { rateLimit } from '../middleware/rate-limit.js';
import { presentLocated } from '../present/location.js';
import {
  type Problem,
  type ServerFailure,
  sendProblem,
  storeFailure,
  validationProblem,
} from '../present/problem.js';
import type { AppRouter } from './app-router.js';

/** Look-ups (interface, "GET /geo-locations/address/{address}"); without an address it is the same endpoint, and 400. */
export function locationRoutes(
  router: AppRouter,
  { identifyCaller, locate, rateLimiter }: AppServices,
): void {
  router.get(
    ['/geo-locations/address', '/geo-locations/address/:address'],
    authenticate(identifyCaller, 'AUTH_ERROR'),
    rateLimit(rateLimiter),
    async (ctx) => {
      // Not ctx.params: the router hands on what it cannot decode as if it could.
      const address = decodeAddress(ctx.captures?.[0] ?? '');
      if (address.isErr()) return sendProblem(ctx, validationProblem(WHY_INVALID[address.error.reason]));
      const location = await locate.execute(address.value);
      if (location.isErr()) return sendProblem(ctx, problemOf(location.error));
      ctx.body = presentLocated(location.value);
    },
  );
}

interface UndecodableAddress {
  readonly reason: 'undecodable';
}

const WHY_INVALID: Readonly<Record<InvalidAddress['reason'] | 'undecodable', string>> = {
  'control-characters': 'The address must not contain control characters',
  'too-long': `The address must not be longer than ${ADDRESS_MAX_LENGTH} characters`,
  empty: 'An address or an airport code is required: /geo-locations/address/{address}',
  undecodable: 'The address must be percent-encoded UTF-8',
};

function decodeAddress(segment: string): Result<Address, InvalidAddress | UndecodableAddress> {
  try {
    return parseAddress(decodeURIComponent(segment));
  } catch {
    return err({ reason: 'undecodable' });
  }
}

/** Seconds until a caller should try again: what the provider says, from 1 to a day, or a minute. */
function retryAfterOf({ retryAfter = 60 }: QuotaExceeded): number {
  return Math.min(Math.max(retryAfter, 1), 86_400);
}

function problemOf(error: GeoLookupError | StoreUnavailable): Problem | ServerFailure {
  switch (error.type) {
    case 'location-not-found':
      return { status: 404, code: 'NOT_FOUND', message: 'No location was found for this address' };
    case 'quota-exceeded':
      return {
        status: 429,
        code: 'RATE_LIMIT_EXCEEDED',
        message: 'The address provider takes no more requests for now',
        headers: { 'Retry-After': String(retryAfterOf(error)) },
      };
    case 'lookup-refused':
    case 'lookup-unavailable':
      return { event: error.type, fields: { reason: error.reason } };
    case 'store-unavailable':
      return storeFailure(error);
  }
}
