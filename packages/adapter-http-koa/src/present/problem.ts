import type { LogFields, StoreUnavailable } from '@ops-admin/core';
import type { AppContext } from '../app-context.js';

/** Every code of an error (interface, "Errors"). */
export const PROBLEM_CODES = [
  'AUTH_ERROR',
  'FORBIDDEN',
  'HEADERS_TOO_LARGE',
  'METHOD_NOT_ALLOWED',
  'NOT_FOUND',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMIT_EXCEEDED',
  'REQUEST_TIMEOUT',
  'SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'UNAUTHORIZED',
  'USER_NOT_FOUND',
  'VALIDATION_ERROR',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** The one shape of an error: a code for machines, a message for people. */
export interface ProblemBody {
  readonly error: { readonly code: ProblemCode; readonly message: string };
}

/** An answer that says what the caller did wrong. */
export interface Problem {
  readonly status: number;
  readonly code: ProblemCode;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const NO_SUCH_PATH: Problem = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is nothing at this path',
};

/** A failure of ours: it goes to the log, and the caller learns the request id (decision 8). */
export interface ServerFailure {
  readonly event: string;
  readonly fields: LogFields;
}

export function problemBody(code: ProblemCode, message: string): ProblemBody {
  return { error: { code, message } };
}

export function validationProblem(message: string): Problem {
  return { status: 400, code: 'VALIDATION_ERROR', message };
}

export function storeFailure({ type, cause }: StoreUnavailable): ServerFailure {
  return { event: type, fields: { err: cause } };
}

/** Answers with an error, and logs it where it is ours. */
export function sendProblem(ctx: AppContext, problem: Problem | ServerFailure): void {
  if ('event' in problem) {
    const { log, requestId } = ctx.state;
    log.error({ ...problem.fields, requestId }, problem.event);
    ctx.status = 500;
    ctx.body = problemBody('SERVER_ERROR', `Something went wrong on our side. Request id: ${requestId}`);
    return;
  }
  ctx.set({ ...problem.headers });
  ctx.status = problem.status;
  ctx.body = problemBody(problem.code, problem.message);
}
