import type { ActorRefused } from '../access/actor.js';
import { err, type Result } from '../result.js';
import type { FindUserError } from '../users/find-user.js';
import { type FindUserPorts, findUser } from '../users/find-user.js';
import type { ChangeInput } from './change-input.js';
import type { ReasonRequired } from './change-rules.js';
import { type MakeChangesPorts, makeChanges, type PermissionsChanged } from './make-changes.js';
import type { Permission } from './permission.js';
import { endsJson } from './permission-ends.js';

/** The users from and to whom permissions are copied, by id or e-mail. */
export interface CopyPermissionsInput extends ChangeInput {
  readonly from: string;
  readonly to: string;
}

/**
 * Adds the exact strings that another user holds, even malformed ones, with their ends; `to` keeps a later end. Returns one row,
 * about `to`.
 */
export async function copyPermissions(
  ports: MakeChangesPorts & FindUserPorts,
  { from, to, ...input }: CopyPermissionsInput,
): Promise<Result<PermissionsChanged, ReasonRequired | ActorRefused | FindUserError>> {
  const source = await findUser(ports, from);
  if (source.isErr()) return err(source.error);
  // Held strings can be malformed.
  const { permissions: held } = source.value;
  const permissions = held.toArray() as Permission[];
  const change = { action: 'add', permissions, ends: endsJson(held.ends) ?? {}, keepsLater: true } as const;
  return await makeChanges(ports, [{ user: to, change }], input);
}
