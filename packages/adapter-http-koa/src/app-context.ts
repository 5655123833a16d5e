import type { Caller, Logger, Refusal } from '@ops-admin/core';
import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';

/** The state that a step leaves for later steps. */
export interface AppState {
  /** The id of this request in the answer, the log and the audit log. */
  requestId: string;
  log: Logger;
  /**
   * The pattern of the route that took the request. Log and metrics name it instead of the path, which can hold an address.
   */
  route: string | undefined;
  /** The request runs on without counting against the limit of requests. */
  leaveCap?: () => void;
  /** It only reads: its answer can wait for others of this turn of the event loop. */
  isRead?: boolean;
  /** How long it waited for something to happen, in milliseconds. */
  heldFor?: number;
  /** Why it was refused, if it is for what others do. */
  refusal?: Refusal | undefined;
  /** Set once the token is checked. */
  caller: Caller;
}

/** The context of a request. */
export type AppContext = ParameterizedContext<AppState, DefaultContext>;
/** Middleware of the app. */
export type AppMiddleware = Middleware<AppState, DefaultContext>;
