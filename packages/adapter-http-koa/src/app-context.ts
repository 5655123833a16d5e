import type { Caller, Logger } from '@ops-admin/core';
import type { DefaultContext, Middleware, ParameterizedContext } from 'koa';

/** What middleware leaves for whoever comes after. */
export interface AppState {
  /** Names this request in the answer, the log and the audit. */
  requestId: string;
  log: Logger;
  /** Set by `authenticate`. */
  caller: Caller;
}

/** The context of a request. */
export type AppContext = ParameterizedContext<AppState, DefaultContext>;
/** Middleware of the app. */
export type AppMiddleware = Middleware<AppState, DefaultContext>;
