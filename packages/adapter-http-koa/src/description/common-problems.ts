import type { ProblemCode } from '../present/problem.js';
import type { ProblemDescription } from './operation.js';

/** 401 to who shows no valid token, with the endpoint's own code (interface, "Errors"). */
export function noValidToken(code: ProblemCode): ProblemDescription {
  return {
    status: 401,
    code,
    when: 'The token is missing or invalid.',
    headers: ['WWW-Authenticate'],
    message: 'An access token is required: Authorization: Bearer <ACCESS_TOKEN>',
  };
}

/** 401 of the department reads, which also tells who is no admin. */
export const NO_TOKEN_OR_NO_ADMIN: ProblemDescription = {
  ...noValidToken('UNAUTHORIZED'),
  when: 'The token is missing or invalid, or the caller is no admin.',
};

export const SERVER_ERROR: ProblemDescription = {
  status: 500,
  code: 'SERVER_ERROR',
  when: 'Something failed on our side; the log tells more under the request id.',
  message: 'Something went wrong on our side. Request id: 0b0a1d3e-6a3c-4d0f-9c55-2f6f4a1b7c11',
};

/** Of every endpoint but those of health. */
export const OVERLOADED: ProblemDescription = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  when: 'Too many requests are running.',
  headers: ['Retry-After'],
  message: 'Too many requests are running; try again',
};

/** Of any request: no endpoint has it. */
export const NO_SUCH_PATH: ProblemDescription = {
  status: 404,
  code: 'NOT_FOUND',
  when: 'There is nothing at this path.',
  message: 'There is nothing at this path',
};

/** Of any request: no endpoint has it. */
export const OTHER_METHOD: ProblemDescription = {
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  when: 'The path does not take this method.',
  headers: ['Allow'],
  message: 'This path takes HEAD, GET',
};
