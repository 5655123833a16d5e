import type { Result } from '@ops-admin/core';
import { tokenMissing } from '../chain/authenticate.js';
import { BODIES_FULL } from '../chain/body-room.js';
import { BODY_TOO_LARGE, encodedBody } from '../chain/json-body.js';
import { limitExceeded } from '../chain/rate-limit.js';
import { readBody, readParameters } from '../chain/read-input.js';
import { readQuery } from '../chain/read-query.js';
import { callersOf, notGranted } from '../chain/require-right.js';
import type { Endpoint } from '../endpoint.js';
import {
  type DescribedProblem,
  type Problem,
  STORE_BUSY,
  serverError,
  validationProblem,
} from '../problem.js';
import { isHealth, OVERLOADED } from '../server/request-cap.js';

const REQUEST_ID = '0b0a1d3e-6a3c-4d0f-9c55-2f6f4a1b7c11';
const POLICY = { limit: 100, windowSeconds: 60 };

/** The problems before a request counts against the rate limit. */
export function earlyProblemsOf(endpoint: Endpoint): DescribedProblem[] {
  const { path, rights } = endpoint;
  return [
    ...(rights.who === 'anyone' ? [] : [tokenMissing(rights.badToken)]),
    ...(rights.who === 'admin' ? [notGranted(rights.notAdmin, callersOf(endpoint))] : []),
    ...(isHealth(path) ? [] : [OVERLOADED]),
    ...(rights.who === 'anyone' ? [] : [STORE_BUSY]),
    ...(endpoint.body ? [BODIES_FULL] : []),
  ];
}

/** The problems after that. */
export function lateProblemsOf(endpoint: Endpoint): DescribedProblem[] {
  const { body, isLimited, problems = [], unavailable } = endpoint;
  return [
    ...(isLimited ? [limitExceeded(POLICY, 12)] : []),
    ...invalidInputOf(endpoint),
    ...(body ? [BODY_TOO_LARGE, encodedBody('gzip')] : []),
    ...problems,
    ...(unavailable ? [unavailable] : []),
    serverError(REQUEST_ID),
  ];
}

/** The refusal of invalid input, with the message that the endpoint gives to an empty one. */
function invalidInputOf(endpoint: Endpoint): DescribedProblem[] {
  const { body, parameters, query } = endpoint;
  const parts = [
    ...(parameters ? ['a part of the path'] : []),
    ...(query ? ['a query parameter'] : []),
    ...(body ? ['the body or a member of it'] : []),
  ];
  if (parts.length === 0) return [];
  const [first = '', ...others] = parts.join(', or ');
  const when = `${first.toUpperCase()}${others.join('')} is missing, invalid or unknown; the message names the place.`;
  const readAny = (): Result<unknown, Problem> => {
    if (body) return readBody(body, {});
    if (!parameters) return readQuery(endpoint, `${Object.keys(query ?? {})[0] ?? 'limit'}=`);
    return readParameters(parameters, Object.fromEntries(Object.keys(parameters).map((name) => [name, ''])));
  };
  const read = readAny();
  return [{ ...(read.isErr() ? read.error : validationProblem('The body must be an object')), when }];
}
