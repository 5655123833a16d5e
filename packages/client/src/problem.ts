import type { ProblemCode } from '@ops-admin/adapter-http-koa';

/** The service answered with an error (interface, "Errors"). */
export interface ErrorAnswer {
  readonly type: 'error-answer';
  readonly status: number;
  /** For programs. */
  readonly code: ProblemCode;
  /** For people; its wording may change. */
  readonly message: string;
  /** Seconds until the request may be tried again. */
  readonly retryAfter?: number;
  /** Under which the log of the service has more. */
  readonly requestId?: string;
}

/**
 * No answer of the service came: it cannot be reached, the connection was cut, or something between gave an answer of its own,
 * such as a page of a proxy. Whether the request was carried out is not known.
 */
export interface NoAnswer {
  readonly type: 'no-answer';
  readonly code?: undefined;
  /** Of the answer that is not the service's; 0 for a redirect in a browser. */
  readonly status?: number;
  readonly message: string;
}

/** The signal of the client aborted the request. Whether it was carried out is not known. */
export interface Aborted {
  readonly type: 'aborted';
  readonly code?: undefined;
  readonly message: string;
}

/** Nothing was sent: there is no token, or what was given cannot be made a request. */
export interface NotSent {
  readonly type: 'not-sent';
  readonly code?: undefined;
  readonly message: string;
}

/** Why a request has no result: `type` says who found out, and `code` is the interface's where it is the service. */
export type Problem = ErrorAnswer | NoAnswer | Aborted | NotSent;
