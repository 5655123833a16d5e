import type { ChangeOneError } from '../permissions/change-one.js';
import type { InvalidPermissionChange } from '../permissions/parse-permission-change.js';
import type { RequireAdminError } from './access-operations.js';
import type { TokenMissing } from './bearer-token.js';

/** Every error of a guard, of `parsePermissionChange`, and of a change of one user. */
export type AnswerableError = TokenMissing | RequireAdminError | InvalidPermissionChange | ChangeOneError;

const STATUSES: Readonly<Record<AnswerableError['type'], number>> = {
  'token-missing': 401,
  'invalid-token': 401,
  'actor-refused': 401,
  'not-granted': 403,
  'user-not-found': 404,
  'no-admin-left': 409,
  outdated: 412,
  'end-passed': 400,
  'invalid-permission': 400,
  'invalid-permission-change': 400,
  'reason-required': 400,
  'too-many-permissions': 400,
  'unlisted-permission': 400,
  'store-unavailable': 500,
  'token-verifier-unavailable': 500,
};

/** Returns the HTTP status that our own endpoints answer an error with. Its details, such as `cause`, belong in the log alone. */
export function httpStatusOf(error: AnswerableError): number {
  if (error.type === 'actor-refused' && error.reason === 'not-granted') return 403;
  if (error.type === 'store-unavailable' && (error.isBusy || error.isOutOfReach)) return 503;
  return STATUSES[error.type];
}
