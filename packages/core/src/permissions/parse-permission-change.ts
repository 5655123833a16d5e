import { parseReason, REASON_PROBLEMS } from '../audit/change-reason.js';
import { err, ok, type Result } from '../result.js';
import { placeOf } from '../values/describe-issue.js';
import { membersOf } from '../values/members-of.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import { isLongerThan } from '../values/text-problem.js';
import { parseTimestamp, type Timestamp } from '../values/timestamp.js';
import {
  PERMISSION_MAX_LENGTH,
  PERMISSIONS_PER_CHANGE,
  type Permission,
  parsePermission,
} from './permission.js';
import { PERMISSIONS_PER_USER } from './permission-change.js';

/** Permissions to add to one user, or to remove. */
export type ParsedPermissionChange = {
  readonly userId: ObjectId;
  readonly reason?: string;
} & (
  | { readonly action: 'add'; readonly permissions: readonly Permission[]; readonly until?: Timestamp }
  | { readonly action: 'remove'; readonly permissions: readonly string[] }
);

/** The value is not a change of permissions. */
export interface InvalidPermissionChange {
  readonly type: 'invalid-permission-change';
  /** The place of the mistake, from the outside in: `['permissions', 3]`; empty for the whole value. */
  readonly path: readonly (string | number)[];
  /** For people: `must be a string`. */
  readonly problem: string;
  /** Place and problem, for people: `permissions[3] must be a string`. */
  readonly message: string;
}

/**
 * Parses `{ action, userId, permissions, until?, reason? }` from outside (HTTP, a queue, a form), where `action` is `add` or
 * `remove`. `until` applies to additions. `dryRun` is refused, because the caller expects that nothing changes; other members are
 * ignored (interface, "PUT /user/remove-permissions"). Errors: the first `invalid-permission-change`, with its place.
 */
export function parsePermissionChange(
  input: unknown,
): Result<ParsedPermissionChange, InvalidPermissionChange> {
  if (typeof input !== 'object' || input === null) return invalid([], 'must be an object');
  const { action, dryRun, permissions, reason, until, userId } = membersOf(input);
  if (action !== 'add' && action !== 'remove') return invalid(['action'], 'must be add or remove');
  if (userId === undefined) return invalid(['userId'], 'is required');
  if (typeof userId !== 'string') return invalid(['userId'], 'must be a string');
  const id = parseObjectId(userId);
  if (id.isErr()) return invalid(['userId'], 'must be 24 hexadecimal digits');
  if (permissions === undefined) return invalid(['permissions'], 'is required');
  const parsed = parsePermissionList(action, permissions);
  if (parsed.isErr()) {
    const { path, problem } = parsed.error;
    return invalid(['permissions', ...path], problem);
  }
  const end = action === 'add' && until !== undefined ? parseTimestamp(until) : ok(undefined);
  if (end.isErr()) return invalid(['until'], 'must be an ISO 8601 timestamp with its zone');
  const checked = reason === undefined ? ok(undefined) : parseReason(reason);
  if (checked.isErr()) return invalid(['reason'], REASON_PROBLEMS[checked.error.problem]);
  if (dryRun !== undefined) return invalid(['dryRun'], 'is not allowed here');
  return ok({
    userId: id.value,
    action,
    permissions: parsed.value,
    ...(end.value !== undefined && { until: end.value }),
    ...(checked.value !== undefined && { reason: checked.value }),
  } as ParsedPermissionChange);
}

/**
 * Parses the permissions of one change: 1 to 1,000 strings of 1 to 256 characters (code points), each well-formed in an
 * addition; for a set from 0. Errors: the first `invalid-permission-change`, with its place.
 */
export function parsePermissionList<Action extends 'add' | 'remove' | 'set'>(
  action: Action,
  input: unknown,
): Result<Action extends 'add' ? Permission[] : string[], InvalidPermissionChange> {
  if (!Array.isArray(input)) return invalid([], 'must be an array of strings');
  const permissions: string[] = [];
  // Not `entries`, which skips holes.
  for (let n = 0; n < input.length; n++) {
    const problem = problemWith(action, input[n]);
    if (problem !== undefined) return invalid([n], problem);
    permissions.push(input[n] as string);
  }
  const most = action === 'set' ? PERMISSIONS_PER_USER : PERMISSIONS_PER_CHANGE;
  if (permissions.length === 0 && action !== 'set') return invalid([], 'must hold at least one permission');
  if (permissions.length > most) return invalid([], `must not hold more than ${most} permissions`);
  return ok(permissions as Action extends 'add' ? Permission[] : string[]);
}

function problemWith(action: 'add' | 'remove' | 'set', input: unknown): string | undefined {
  if (typeof input !== 'string') return 'must be a string';
  if (input === '' && action !== 'add') return 'must not be empty';
  if (isLongerThan(PERMISSION_MAX_LENGTH, input))
    return `must not be longer than ${PERMISSION_MAX_LENGTH} characters`;
  if (action === 'add' && parsePermission(input).isErr())
    return 'must be service.<module>, service.<module>.<action> or service.<module>.*';
  return undefined;
}

function invalid(
  path: InvalidPermissionChange['path'],
  problem: string,
): Result<never, InvalidPermissionChange> {
  return err(failure(path, problem));
}

function failure(path: InvalidPermissionChange['path'], problem: string): InvalidPermissionChange {
  const message = `${placeOf(path) || 'a change of permissions'} ${problem}`;
  return { type: 'invalid-permission-change', path, problem, message };
}
