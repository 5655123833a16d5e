import type { AnsweredRequest, Metrics } from '@ops-admin/core';
import type { AppContext } from '../app-context.js';

/** The methods that are counted by name; a client can send any other method that Node knows. */
const METHODS: ReadonlySet<string> = new Set(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']);

/** A request that no route took, or that could not be read. */
const UNREAD = { method: 'other', route: 'none', seconds: 0 } as const;

export function countRequest(metrics: Metrics, ctx: AppContext, status: number, milliseconds: number): void {
  metrics.requestAnswered({
    method: METHODS.has(ctx.method) ? ctx.method : UNREAD.method,
    route: ctx.state.route ?? UNREAD.route,
    status,
    seconds: milliseconds / 1000,
    ...(ctx.state.refusal && { refusal: ctx.state.refusal }),
  });
}

/** A request that was refused before the app saw it, so its method, route and time are unknown. */
export function refusedRequest(status: number): AnsweredRequest {
  return { ...UNREAD, status };
}
