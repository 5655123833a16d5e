import type { ProblemCode } from '@ops-admin/adapter-http-koa';

/** The service answered with an error. */
export interface ErrorAnswer {
  readonly type: 'error-answer';
  readonly status: number;
  /** For programs. */
  readonly code: ProblemCode;
  /** For people; its wording can change. */
  readonly message: string;
  /** Seconds until the request can be tried again. */
  readonly retryAfter?: number;
  /** Find it in the log of the service for details. */
  readonly requestId?: string;
}

/**
 * No answer of the service came: it cannot be reached, the connection was cut, nothing came for 60 seconds, or something else
 * answered, such as a proxy. It is not known whether the request was carried out.
 */
export interface NoAnswer {
  readonly type: 'no-answer';
  readonly code?: undefined;
  /** The status of the foreign answer; 0 for a redirect in a browser. */
  readonly status?: number;
  /** Nothing came for 60 seconds. */
  readonly isSilent?: true;
  readonly message: string;
}

/** The signal of the client aborted the request. It is not known whether it was carried out. */
export interface Aborted {
  readonly type: 'aborted';
  readonly code?: undefined;
  readonly message: string;
}

/** Nothing was sent: the token is missing, or the arguments do not make a request. */
export interface NotSent {
  readonly type: 'not-sent';
  readonly code?: undefined;
  readonly message: string;
}

/**
 * Why a request has no result: `type` says where it failed; with an answer of the service, `code` is that of the interface.
 */
export type Problem = ErrorAnswer | NoAnswer | Aborted | NotSent;
