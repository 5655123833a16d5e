import type { AccessPolicy } from '@ops-admin/core';
import type { AppMiddleware } from '../app-context.js';
import { type Problem, type ProblemCode, sendProblem } from '../present/problem.js';

/** How an endpoint refuses a caller who is not an admin: the list says 401, removal 403 (interface, "Authentication"). */
export interface Refusal {
  readonly status: 401 | 403;
  readonly code: ProblemCode;
}

/** What a caller gets who is not an admin. */
export function notAnAdmin(refusal: Refusal): Problem {
  return {
    ...refusal,
    message: 'This needs the rights of an admin',
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  };
}

/** Lets only admins through; it comes after `authenticate`. */
export function requireAdmin(policy: AccessPolicy, refusal: Refusal): AppMiddleware {
  const problem = notAnAdmin(refusal);
  return (ctx, next) => (policy.isAdmin(ctx.state.caller.permissions) ? next() : sendProblem(ctx, problem));
}
