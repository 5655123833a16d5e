import { tokenMissing } from '../chain/authenticate.js';
import { BODIES_FULL } from '../chain/body-room.js';
import { BODY_TOO_LARGE, encodedBody } from '../chain/json-body.js';
import { limitExceeded } from '../chain/rate-limit.js';
import { callersOf, notGranted } from '../chain/require-right.js';
import type { Endpoint } from '../endpoint.js';
import { type DescribedProblem, STORE_BUSY, serverError, validationProblem } from '../problem.js';
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
  const { body, invalid, isLimited, problems = [], unavailable } = endpoint;
  return [
    ...(isLimited ? [limitExceeded(POLICY, 12)] : []),
    ...(invalid ? [{ ...validationProblem(invalid.message), ...invalid }] : []),
    ...(body ? [BODY_TOO_LARGE, encodedBody('gzip')] : []),
    ...problems,
    ...(unavailable ? [unavailable] : []),
    serverError(REQUEST_ID),
  ];
}
