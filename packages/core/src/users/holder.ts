import type { PermissionSet } from '../permissions/permission-set.js';
import type { UserSummaryJson } from './present-user.js';

/** A user who can do something, and the held strings that grant it (decision 9, `permissions holders`). */
export interface HolderJson {
  readonly userId: string;
  readonly email?: string;
  readonly name: string;
  readonly through: readonly string[];
}

/**
 * The user as a holder of a permission; `undefined` if they are not granted it, or with `isExact` do not hold exactly this
 * string.
 */
export function holderOf(
  { _id, emails: [email], personalInformation: { name } }: UserSummaryJson,
  held: PermissionSet,
  permission: string,
  isExact: boolean,
): HolderJson | undefined {
  const granters = held.grantersOf([permission]);
  const through = isExact ? granters.filter((one) => one === permission) : granters;
  return through.length === 0
    ? undefined
    : { userId: _id, ...(email !== undefined && { email }), name, through };
}
