import type { AccessPolicy } from '@ops-admin/core';
import type { DescribedProblem } from '../problem.js';
import type { ProblemCode } from '../schemas/problem.js';
import type { Check } from './check.js';

/** For a caller who is not an admin: the list says 401, removal says 403 (interface, "Authentication"). */
export function adminsOnly(refusal: {
  readonly status: 401 | 403;
  readonly code: ProblemCode;
}): DescribedProblem {
  return {
    ...refusal,
    message: 'This needs the rights of an admin',
    when: 'The caller is not an admin.',
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  };
}

/** Lets only admins through; after `authenticate`. */
export function requireAdmin(policy: AccessPolicy, refusal: DescribedProblem): Check {
  return (ctx) => (policy.isAdmin(ctx.state.caller.permissions) ? undefined : refusal);
}
