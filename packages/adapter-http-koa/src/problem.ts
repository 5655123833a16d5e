import type { LogFields, Refusal, StoreUnavailable } from '@ops-admin/core';
import type { AppContext } from './app-context.js';
import { sendText } from './chain/send-text.js';
import type { ProblemCode, ProblemJson } from './schemas/problem.js';

/** An answer that says what the caller did wrong, or that the service cannot answer for now. */
export interface Problem {
  readonly status: number;
  readonly code: ProblemCode;
  /** For people. */
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Present if the request itself is not at fault. */
  readonly refusal?: Refusal;
}

/** A problem that the description of an endpoint shows too, its message and headers as an example. */
export interface DescribedProblem extends Problem {
  /** When it happens: a sentence. */
  readonly when: string;
}

/** A failure of the service: it goes to the log, and the caller gets the request id. */
export interface ServerFailure {
  readonly event: string;
  readonly fields: LogFields;
  /** The answer to the caller. */
  readonly problem?: Problem;
}

/** A change that did not get its turn in time, or a database out of reach. */
export const STORE_BUSY: DescribedProblem = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  message: 'The database is busy or out of reach, and nothing was changed; try again',
  when: 'The database is busy or out of reach; nothing was changed.',
  headers: { 'Retry-After': '1' },
  refusal: 'store-busy',
};

/** For any request: no endpoint has it. */
export const NO_SUCH_PATH: DescribedProblem = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'Nothing exists at this path; write a slash within a part of it as %2F',
  when: 'Nothing exists at this path.',
};

/** For any request: no endpoint has it; `methods` are those that the path allows. */
export function methodNotAllowed(methods: string): DescribedProblem {
  return {
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    message: `This path takes ${methods}`,
    when: 'The path does not allow this method.',
    headers: { Allow: methods },
  };
}

/** The answer for a {@link ServerFailure}. */
export function serverError(requestId: string): DescribedProblem {
  return {
    status: 500,
    code: 'SERVER_ERROR',
    message: `Something went wrong on our side. Request id: ${requestId}`,
    when: 'The service failed; find the request id in its log.',
  };
}

/** Input that is missing or wrong. */
export function validationProblem(message: string): Problem {
  return { status: 400, code: 'VALIDATION_ERROR', message };
}

/** 409 for a change that another record, or the state of this one, does not allow. */
export function conflict(message: string, when: string): DescribedProblem {
  return { status: 409, code: 'CONFLICT', message, when };
}

/** 412 for a record that is not as the caller has seen it. */
export function notAsSeen(what: 'department' | 'user'): DescribedProblem {
  const message = `The ${what} changed since the ETag in If-Match; nothing was changed`;
  return {
    status: 412,
    code: 'PRECONDITION_FAILED',
    message,
    when: `The ${what} changed since the \`ETag\` in \`If-Match\`; nothing was changed.`,
  };
}

/** A store that cannot be used for now. */
export function storeFailure({ cause, isBusy, isOutOfReach, type }: StoreUnavailable): ServerFailure {
  return { event: type, fields: { err: cause }, ...((isBusy || isOutOfReach) && { problem: STORE_BUSY }) };
}

/** An error in the shape of the interface. */
export function problemJson({ code, message }: Pick<Problem, 'code' | 'message'>): ProblemJson {
  return { error: { code, message } };
}

/** Answers with an error, and logs it if the service is at fault. */
export function sendProblem(ctx: AppContext, refused: Problem | ServerFailure): void {
  const problem = 'event' in refused ? logged(ctx, refused) : refused;
  ctx.state.refusal = problem.refusal;
  ctx.set({ ...problem.headers });
  ctx.status = problem.status;
  sendText(ctx, JSON.stringify(problemJson(problem)));
}

function logged(
  { state: { log, requestId } }: AppContext,
  { event, fields, problem }: ServerFailure,
): Problem {
  log.error({ ...fields, requestId }, event);
  return problem ?? serverError(requestId);
}
