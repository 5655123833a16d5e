import { nearestName } from '../values/nearest-name.js';
import type { PermissionCatalogue } from './permission-catalogue.js';

/** The requirements of an operator for changes. */
export interface ChangeRules {
  /** Returns the current catalogue. */
  readonly catalogue?: (() => PermissionCatalogue) | undefined;
  /** Whether only listed strings can be added. */
  readonly isStrict?: boolean | undefined;
  /** The pattern of reasons. */
  readonly reason?: RegExp | undefined;
}

/** The reason of a change does not match the pattern. */
export interface ReasonRequired {
  readonly type: 'reason-required';
  /** The regular expression. */
  readonly pattern: string;
}

/** A strict catalogue does not list a string to add. */
export interface UnlistedPermission {
  readonly type: 'unlisted-permission';
  readonly permission: string;
  /** A similar listed string. */
  readonly meant?: string | undefined;
}

/** Returns the error of a reason that does not match; a missing reason is empty. */
export function reasonRequired(
  { reason: required }: ChangeRules = {},
  reason = '',
): ReasonRequired | undefined {
  if (required === undefined || reason.search(required) >= 0) return undefined;
  return { type: 'reason-required', pattern: required.source };
}

/** Returns the first string that a strict catalogue does not list. */
export function unlistedAmong(
  { catalogue: current, isStrict = false }: ChangeRules = {},
  permissions: readonly string[],
): UnlistedPermission | undefined {
  const catalogue = isStrict ? current?.() : undefined;
  const permission = catalogue && permissions.find((one) => !catalogue.lists(one));
  if (catalogue === undefined || permission === undefined) return undefined;
  const meant = nearestName(permission, catalogue.permissions.keys(), 'service.');
  return { type: 'unlisted-permission', permission, ...(meant !== undefined && { meant }) };
}
