import type { AnsweredRequest, Metrics } from '@ops-admin/core';
import type { AppContext } from '../app-context.js';

/** The methods that are counted by name; a client may send any of the others that Node knows. */
const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** What no route took, and what could not even be read. */
const UNREAD = { method: 'other', route: 'none', seconds: 0 } as const;

/** Counts a request that is about to be answered. */
export function countRequest(metrics: Metrics, ctx: AppContext, status: number, milliseconds: number): void {
  metrics.requestAnswered({
    method: METHODS.has(ctx.method) ? ctx.method : UNREAD.method,
    route: ctx.state.route ?? UNREAD.route,
    status,
    seconds: milliseconds / 1000,
  });
}

/** A request that was refused before the app saw it, so that nobody knows what it was and how long it took. */
export function refusedRequest(status: number): AnsweredRequest {
  return { ...UNREAD, status };
}
