import * as v from 'valibot';
import { answerObject } from './answer-object.js';

/** The codes of errors (interface, "Errors"). */
const PROBLEM_CODES = [
  'AUTH_ERROR',
  'CONFLICT',
  'FORBIDDEN',
  'GONE',
  'HEADERS_TOO_LARGE',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'NO_ADMIN_LEFT',
  'PAYLOAD_TOO_LARGE',
  'PRECONDITION_FAILED',
  'RATE_LIMIT_EXCEEDED',
  'REQUEST_TIMEOUT',
  'SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'UNAUTHORIZED',
  'UNSUPPORTED_MEDIA_TYPE',
  'USER_NOT_FOUND',
  'VALIDATION_ERROR',
] as const;
/** One of `PROBLEM_CODES`. */
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** The one shape of an error: a code for machines, a message for people. */
export interface ProblemJson {
  readonly error: { readonly code: ProblemCode; readonly message: string };
}

export const PROBLEM: v.GenericSchema<ProblemJson> = answerObject<ProblemJson>({
  error: answerObject<ProblemJson['error']>({
    code: v.pipe(v.picklist(PROBLEM_CODES), v.description('For machines.')),
    message: v.pipe(v.string(), v.description('For people; the wording can change.')),
  }),
});
