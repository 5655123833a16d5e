import type { ActorRefused } from '../access/actor.js';
import { err, type Result } from '../result.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import {
  type ChangeInput,
  type MakeChangesPorts,
  makeChanges,
  type PermissionsChanged,
  type RowChanges,
} from './make-changes.js';
import { type InvalidPermission, PERMISSION_MAX_LENGTH, wildcardModuleOf } from './permission.js';
import { changesAnything, type Renaming } from './permission-change.js';

/** The old and the new name. */
export interface RenamePermissionInput extends Renaming, ChangeInput {}

/** The two names do not fit together: they are the same, or only the old one is the wildcard of a module. */
export interface InvalidRenaming extends Renaming {
  readonly type: 'invalid-renaming';
}

/**
 * Renames a string, or all of a module, for everybody who holds it: all or nothing (decision 9). Gives a row for each of
 * them, in the order of their ids. Errors: `invalid-permission` if a new name would be too long, `invalid-renaming`.
 */
export async function renamePermission(
  ports: MakeChangesPorts & { readonly users: Pick<UserDirectory, 'list'> },
  { from, to, ...input }: RenamePermissionInput,
): Promise<
  Result<PermissionsChanged, InvalidPermission | InvalidRenaming | ActorRefused | StoreUnavailable>
> {
  const isModule = wildcardModuleOf(from) !== undefined;
  if (from === '' || from === to || (isModule && wildcardModuleOf(to) === undefined)) {
    return err({ type: 'invalid-renaming', from, to });
  }
  const change = { action: 'rename', renaming: { from, to } } as const;
  const all = await ports.users.list();
  if (all.isErr()) return err(all.error);
  const holders: RowChanges[] = [];
  for (const { id, permissions } of all.value) {
    const renamed = permissions.apply(change);
    const tooLong = renamed.added.find((one) => one.length > PERMISSION_MAX_LENGTH);
    if (tooLong !== undefined) return err({ type: 'invalid-permission', text: tooLong });
    if (changesAnything(renamed)) holders.push({ user: id, change });
  }
  return await makeChanges(ports, holders, { ...input, atomic: true });
}
