import type { AccessPolicy } from '@ops-admin/core';
import type { AppContext } from '../app-context.js';
import type { Endpoint, Rights } from '../endpoint.js';
import type { DescribedProblem } from '../problem.js';
import type { Check } from './check.js';

type AdminRights = Extract<Rights, { who: 'admin' }>;

export type Callers = 'anyone' | 'users' | 'readers' | 'admins' | 'admins, and readers for dry runs';

/** The callers of an endpoint: readers also call endpoints that change nothing. */
export function callersOf({ method, rights }: Pick<Endpoint, 'method' | 'rights'>): Callers {
  if (rights.who === 'anyone') return 'anyone';
  if (rights.who === 'caller') return 'users';
  if (method === 'get') return 'readers';
  return rights.readers === 'dry-runs' ? 'admins, and readers for dry runs' : 'admins';
}

/** For a caller without the right: the department reads say 401, all others 403 (interface, "Authentication"). */
export function notGranted(
  { status, code }: AdminRights['notAdmin'],
  callers: Callers = 'admins',
): DescribedProblem {
  return {
    status,
    code,
    message: `Only ${callers === 'readers' ? 'readers' : 'admins'} can send this request`,
    when: WHEN[callers] ?? 'The caller is not an admin.',
    headers: { 'WWW-Authenticate': 'Bearer error="insufficient_scope"' },
  };
}

const WHEN: Partial<Record<Callers, string>> = {
  readers: 'The caller is not a reader.',
  'admins, and readers for dry runs': 'The caller is not an admin, or for a dry run not a reader.',
};

/** The checks of the caller's rights, after `authenticate`: those before the body is read, and those that depend on the body. */
export function requireRight(
  endpoint: Pick<Endpoint, 'method' | 'rights'>,
  policy: AccessPolicy,
): { readonly beforeBody: readonly Check[]; readonly afterBody: readonly Check[] } {
  if (endpoint.rights.who !== 'admin') return { beforeBody: [], afterBody: [] };
  const callers = callersOf(endpoint);
  const refusal = notGranted(endpoint.rights.notAdmin, callers);
  const check =
    (isGranted: (ctx: AppContext) => boolean): Check =>
    (ctx) =>
      isGranted(ctx) ? undefined : refusal;
  const admins = check(({ state }) => policy.isAdmin(state.caller.permissions));
  if (callers === 'admins') return { beforeBody: [admins], afterBody: [] };
  const readers = check(({ state }) => policy.isReader(state.caller.permissions));
  if (callers === 'readers') return { beforeBody: [readers], afterBody: [] };
  const dryRuns = check(
    ({ request, state }) => isDryRun(request.body) || policy.isAdmin(state.caller.permissions),
  );
  return { beforeBody: [readers], afterBody: [dryRuns] };
}

/** Whether a parsed body, whatever else is in it, asks for a dry run. */
function isDryRun(body: unknown): boolean {
  const { payload } = (body ?? {}) as { readonly payload?: { readonly dryRun?: unknown } | null };
  return payload?.dryRun === true;
}
