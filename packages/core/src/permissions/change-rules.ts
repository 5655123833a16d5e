import { nearestName } from '../values/nearest-name.js';
import type { PermissionCatalogue } from './permission-catalogue.js';

/** What an operator demands of changes; nothing is demanded by what is missing. */
export interface ChangeRules {
  /** The catalogue as it is now. */
  readonly catalogue?: (() => PermissionCatalogue) | undefined;
  /** Whether only what the catalogue lists can be added. */
  readonly isStrict?: boolean | undefined;
  /** What the reason of a change must match. */
  readonly reason?: RegExp | undefined;
}

/** The reason of a change does not match what is required. */
export interface ReasonRequired {
  readonly type: 'reason-required';
  /** The regular expression. */
  readonly pattern: string;
}

/** The catalogue does not list what is to be added, and is strict. */
export interface UnlistedPermission {
  readonly type: 'unlisted-permission';
  readonly permission: string;
  /** What probably was meant, if anything listed is similar. */
  readonly meant?: string | undefined;
}

/** Whether a reason is not what the rules require; an empty one is none. */
export function reasonRequired(
  { reason: required }: ChangeRules = {},
  reason = '',
): ReasonRequired | undefined {
  if (required === undefined || reason.search(required) >= 0) return undefined;
  return { type: 'reason-required', pattern: required.source };
}

/** The first of some strings that cannot be added. */
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
