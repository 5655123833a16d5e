import { tokenMissing } from '../chain/authenticate.js';
import { BODY_TOO_LARGE } from '../chain/json-body.js';
import { limitExceeded } from '../chain/rate-limit.js';
import { readBody, readParameters } from '../chain/read-input.js';
import { readQuery } from '../chain/read-query.js';
import { callersOf, notGranted } from '../chain/require-right.js';
import type { Endpoint } from '../endpoint.js';
import { type DescribedProblem, STORE_BUSY, serverError } from '../problem.js';
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
  ];
}

/** The problems after that. */
export function lateProblemsOf(endpoint: Endpoint): DescribedProblem[] {
  const { body, invalid, isLimited, problems = [], unavailable } = endpoint;
  return [
    ...(isLimited ? [limitExceeded(POLICY, 12)] : []),
    ...(invalid ? [invalidInput(endpoint, invalid)] : []),
    ...(body ? [BODY_TOO_LARGE] : []),
    ...problems,
    ...(unavailable ? [unavailable] : []),
    serverError(REQUEST_ID),
  ];
}

/** What the endpoint's own checks say about the example. */
function invalidInput(
  endpoint: Endpoint,
  { example, when }: NonNullable<Endpoint['invalid']>,
): DescribedProblem {
  const { body, operationId, parameters = {} } = endpoint;
  const rest = Object.entries(example).filter(([name]) => !Object.hasOwn(parameters, name));
  const query = () =>
    readQuery(endpoint, String(new URLSearchParams(Object.fromEntries(rest) as Record<string, string>)));
  const read = body ? readBody(body, example) : readParameters(parameters, example).andThen(query);
  if (read.isOk()) throw new Error(`the example of invalid input of ${operationId} is valid`);
  return { ...read.error, when };
}
