import {
  err,
  type GeoLookupError,
  type InvalidAddress,
  type Location,
  ok,
  type QuotaExceeded,
  type StoreUnavailable,
} from '@ops-admin/core';
import { AnswerWithHeaders } from '../chain/answer-with-headers.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import {
  type DescribedProblem,
  type Problem,
  type ServerFailure,
  storeFailure,
  validationProblem,
} from '../problem.js';
import { ADDRESS, LOCATED, LOCATION_SCHEMAS, type LocatedJson, WHY_INVALID } from '../schemas/location.js';

const SOURCE = 'X-Location-Source';
const PRECISION = 'X-Location-Precision';

const DAY_SECONDS = 86_400;

const NOT_FOUND: DescribedProblem = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'No location was found for this address',
  when: 'The address has no result.',
};

function quotaExceeded(error: QuotaExceeded): DescribedProblem {
  return {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'The address provider refuses requests for now',
    when: 'Every address provider has used up its quota.',
    headers: { 'Retry-After': String(retryAfterOf(error)) },
  };
}

/** Seconds until a caller should try again: what the provider says, from 1 to a day, or a minute. */
function retryAfterOf({ retryAfter = 60 }: QuotaExceeded): number {
  return Math.min(Math.max(retryAfter, 1), DAY_SECONDS);
}

function problemOf(error: InvalidAddress | GeoLookupError | StoreUnavailable): Problem | ServerFailure {
  switch (error.type) {
    case 'invalid-address':
      return validationProblem(WHY_INVALID[error.reason]);
    case 'location-not-found':
      return NOT_FOUND;
    case 'quota-exceeded':
      return quotaExceeded(error);
    case 'lookup-refused':
    case 'lookup-unavailable':
      return { event: error.type, fields: { reason: error.reason } };
    case 'store-unavailable':
      return storeFailure(error);
  }
}

function locatedJson({ city, country, lat, long, state }: Location): LocatedJson {
  return { message: '', data: { address: { city, state, country, lat, long } } };
}

export const LOCATE: Endpoint = endpoint({
  method: 'get',
  path: '/geo-locations/address/{address}',
  // Without an address it is 400.
  alias: '/geo-locations/address',
  operationId: 'locate',
  tag: { name: 'Locations', description: 'Addresses and airports, for every user.' },
  summary: 'Locate an address or an airport',
  description:
    'Three letters, or four letters and digits, all in upper or all in lower case, are first tried as an IATA or ICAO code; other texts are addresses. The number of lookups of a caller is limited, and every answer reports what is left.',
  rights: { who: 'caller', badToken: 'AUTH_ERROR' },
  isLimited: true,
  parameters: { address: ADDRESS },
  answer: {
    schema: LOCATED,
    description: 'The location.',
    headers: [PRECISION, SOURCE],
    example: locatedJson({
      city: 'New York',
      state: 'New York',
      country: 'US',
      lat: 40.639447,
      long: -73.779317,
    }),
  },
  schemas: LOCATION_SCHEMAS,
  problems: [NOT_FOUND, quotaExceeded({ type: 'quota-exceeded' })],
  handler:
    ({ locations }) =>
    async ({ parameters: { address } }) => {
      const location = await locations.find(address);
      if (location.isErr()) return err(problemOf(location.error));
      const { precision, source } = location.value;
      const headers = { [PRECISION]: precision, [SOURCE]: source };
      return ok(new AnswerWithHeaders(locatedJson(location.value), headers));
    },
});
