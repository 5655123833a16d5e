import {
  type ActorRefused,
  type Caller,
  type ChangeOrigin,
  foreignRun,
  type ReasonRequired,
  type StoreUnavailable,
} from '@ops-admin/core';
import { tokenInvalid } from '../chain/authenticate.js';
import { notGranted } from '../chain/require-right.js';
import type { HandlerServices, Rights } from '../endpoint.js';
import { type Problem, type ServerFailure, storeFailure, validationProblem } from '../problem.js';

/** 403 for a caller without the right (interface, "Errors"; decision 11). */
export const ADMINS: Extract<Rights, { who: 'admin' }> = {
  who: 'admin',
  badToken: 'UNAUTHORIZED',
  notAdmin: { status: 403, code: 'FORBIDDEN' },
};

/** The same for changes that can be tried: a dry run is for readers, too (decision 3). */
export const ADMINS_OR_DRY_RUN: Rights = { ...ADMINS, readers: 'dry-runs' };

/** What the trail says about a change; an empty reason counts as missing. */
export function originOf(
  { userId }: Caller,
  requestId: string,
  { batch, reason }: { readonly batch?: string | null; readonly reason?: string | undefined },
): ChangeOrigin {
  return {
    actor: userId,
    source: 'http',
    requestId,
    ...(reason && { reason }),
    ...(batch && { batch }),
  };
}

/** The answer for a change that was not made at all. */
export function changeFailure(
  error: ActorRefused | ReasonRequired | StoreUnavailable,
): Problem | ServerFailure {
  switch (error.type) {
    case 'actor-refused':
      return error.reason === 'not-granted'
        ? notGranted(ADMINS.notAdmin)
        : tokenInvalid(ADMINS.badToken, { ...(error.reason === 'unknown' && { isOfNobody: true }) });
    case 'reason-required':
      return validationProblem(`payload.reason must match ${error.pattern}`);
    case 'store-unavailable':
      return storeFailure(error);
  }
}

/** Refuses to write into a run of another actor, or an old one (decision 11), by a message that says which it is. */
export async function runRefused(
  { audit, clock }: Pick<HandlerServices, 'audit' | 'clock'>,
  { userId }: Caller,
  batch: string,
  messageOf: (foreign: string) => string,
): Promise<Problem | ServerFailure | undefined> {
  const newest = await audit.list({ batch, limit: 1 });
  // No user is asked for, so none is missing.
  if (newest.isErr())
    return newest.error.type === 'store-unavailable' ? storeFailure(newest.error) : undefined;
  const foreign = foreignRun(newest.value.entries[0], userId, clock);
  return foreign && validationProblem(messageOf(foreign));
}
