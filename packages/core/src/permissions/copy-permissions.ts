import type { ActorRefused } from '../access/actor.js';
import { err, type Result } from '../result.js';
import type { FindUserError } from '../users/find-user.js';
import { type FindUserPorts, findUser } from '../users/find-user.js';
import type { ChangeInput } from './change-input.js';
import type { ReasonRequired } from './change-rules.js';
import { type MakeChangesPorts, makeChanges, type PermissionsChanged } from './make-changes.js';
import type { Permission } from './permission.js';
import { endsJson } from './permission-ends.js';

/** Who permissions are copied from and to: ids or e-mails. */
export interface CopyPermissionsInput extends ChangeInput {
  readonly from: string;
  readonly to: string;
}

/**
 * Adds the exact strings that another user holds, even those off the pattern, with their ends; where `to` holds one
 * longer, they keep it. Gives one row, of `to`.
 */
export async function copyPermissions(
  ports: MakeChangesPorts & FindUserPorts,
  { from, to, ...input }: CopyPermissionsInput,
): Promise<Result<PermissionsChanged, ReasonRequired | ActorRefused | FindUserError>> {
  const source = await findUser(ports, from);
  if (source.isErr()) return err(source.error);
  // Held strings can be older than the pattern.
  const { permissions: held } = source.value;
  const permissions = held.toArray() as Permission[];
  const change = { action: 'add', permissions, ends: endsJson(held.ends) ?? {}, keepsLater: true } as const;
  return await makeChanges(ports, [{ user: to, change }], input);
}
