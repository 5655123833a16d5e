import type { PermissionSet } from '../permissions/permission-set.js';
import type { UserSummaryJson } from './present-user.js';

/** Who may do something, and through which of the strings that they hold (decision 9, `permissions holders`). */
export interface HolderJson {
  readonly userId: string;
  readonly email?: string;
  readonly name: string;
  readonly through: readonly string[];
}

/** The user as a holder of a permission; `undefined` where they may not do it, or with `isExact` do not hold the very string. */
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
