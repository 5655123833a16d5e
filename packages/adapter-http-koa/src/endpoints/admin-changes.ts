import type { ActorRefused, Caller, ChangeOrigin, ReasonRequired, StoreUnavailable } from '@ops-admin/core';
import { AnswerWithHeaders } from '../chain/answer-with-headers.js';
import { tokenInvalid } from '../chain/authenticate.js';
import { notGranted } from '../chain/require-right.js';
import type { Rights } from '../endpoint.js';
import { type Problem, type ServerFailure, storeFailure, validationProblem } from '../problem.js';

/** 403 for a caller without the right (interface, "Errors"). */
export const ADMINS: Extract<Rights, { who: 'admin' }> = {
  who: 'admin',
  badToken: 'UNAUTHORIZED',
  notAdmin: { status: 403, code: 'FORBIDDEN' },
};

/** The same for changes that can be tried: a dry run is for readers, too. */
export const ADMINS_OR_DRY_RUN: Rights = { ...ADMINS, readers: 'dry-runs' };

/** How a change of one record is described, in addition to what it does. */
export const HOW_CHANGED =
  'With `dryRun` nothing is written, and the answer shows the result of the change. `X-Audit-Entry` names the entry, and is missing if nothing changed. Unknown members are refused.';

/** The members of a change for the audit log; an empty reason counts as missing. */
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

export const AUDIT_ENTRY = 'X-Audit-Entry';

/** Returns an answer that names the entry of its change, if the change wrote one. */
export function namingEntry<Body>(body: Body, entryId: number | undefined): AnswerWithHeaders<Body> {
  return new AnswerWithHeaders(body, entryId === undefined ? {} : { [AUDIT_ENTRY]: String(entryId) });
}
