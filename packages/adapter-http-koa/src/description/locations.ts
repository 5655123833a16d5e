import { ADDRESS_MAX_LENGTH } from '@ops-admin/core';
import { LOCATED } from '../schemas/location.js';
import { noValidToken, OVERLOADED, SERVER_ERROR } from './common-problems.js';
import type { HeaderName, Operation } from './operation.js';

const LIMITS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];

/** Looking up a location (interface, "GET /geo-locations/address/{address}"). */
export const LOCATE: Operation = {
  method: 'get',
  path: '/geo-locations/address/{address}',
  id: 'locate',
  tag: 'Locations',
  summary: 'Locate an address or an airport',
  description:
    'For every user. Three letters, or four letters and digits, all in upper or all in lower case, are tried as an IATA or ICAO code first; everything else is an address. The number of look-ups of a caller is limited, and every answer tells what is left.',
  needsToken: true,
  parameters: [
    {
      name: 'address',
      in: 'path',
      description: 'An address, the name of a place, or an airport code.',
      schema: { type: 'string', minLength: 1, maxLength: ADDRESS_MAX_LENGTH },
      example: 'JFK',
    },
  ],
  answer: {
    schema: LOCATED,
    description: 'Where it is.',
    headers: LIMITS,
    example: {
      message: '',
      data: {
        address: { city: 'New York', state: 'New York', country: 'US', lat: 40.639447, long: -73.779317 },
      },
    },
  },
  problems: [
    {
      status: 400,
      code: 'VALIDATION_ERROR',
      when: 'The address is missing, too long, not percent-encoded UTF-8, or holds control characters.',
      headers: LIMITS,
      message: 'An address or an airport code is required: /geo-locations/address/{address}',
    },
    noValidToken('AUTH_ERROR'),
    {
      status: 404,
      code: 'NOT_FOUND',
      when: 'There is no result for the address.',
      headers: LIMITS,
      message: 'No location was found for this address',
    },
    {
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      when: 'The caller has used up the look-ups of this window, or every address provider its quota.',
      headers: [...LIMITS, 'Retry-After'],
      message: 'At most 100 look-ups in 60 seconds; try again in 12',
    },
    { ...SERVER_ERROR, headers: LIMITS },
    OVERLOADED,
  ],
};
