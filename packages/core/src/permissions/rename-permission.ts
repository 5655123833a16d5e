import type { ActorRefused } from '../access/actor.js';
import { err, ok, type Result } from '../result.js';
import type { User } from '../users/user.js';
import type { UserDirectory } from '../users/user-directory.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ChangeInput } from './change-input.js';
import { type ReasonRequired, type UnlistedPermission, unlistedAmong } from './change-rules.js';
import {
  type MakeChangesPorts,
  makeChanges,
  type PermissionsChanged,
  type RowChanges,
  type Widening,
} from './make-changes.js';
import {
  type InvalidPermission,
  moduleOf,
  PERMISSION_MAX_LENGTH,
  wildcardModuleOf,
  wildcardOf,
} from './permission.js';
import { isWhole } from './permission-catalogue.js';
import { changesAnything, type Renaming } from './permission-change.js';
import type { PermissionSet } from './permission-set.js';
import type { TooManyEntries } from './revert-changes.js';

/** The old and the new name. */
export interface RenamePermissionInput extends Renaming, ChangeInput {
  /** The largest number of holders; no limit if missing. */
  readonly maxEntries?: number;
}

/** The two names do not fit: they are equal, or only the old one is the wildcard of a module. */
export interface InvalidRenaming extends Renaming {
  readonly type: 'invalid-renaming';
}

/**
 * Renames a string, or all of a module, for all its holders or none. Returns a row for each, in the order of ids, and how much more
 * they can do. Errors: `invalid-permission` for a new name that is too long, `unlisted-permission`, `invalid-renaming`,
 * `too-many-entries`.
 */
export async function renamePermission(
  ports: MakeChangesPorts & { readonly users: Pick<UserDirectory, 'countHoldersOfModules' | 'search'> },
  { from, maxEntries = Number.POSITIVE_INFINITY, to, ...input }: RenamePermissionInput,
): Promise<
  Result<
    PermissionsChanged,
    | InvalidPermission
    | UnlistedPermission
    | InvalidRenaming
    | TooManyEntries
    | ReasonRequired
    | ActorRefused
    | StoreUnavailable
  >
> {
  const { isAdmin } = ports.policy;
  const isModule = wildcardModuleOf(from) !== undefined;
  if (from === '' || from === to || (isModule && wildcardModuleOf(to) === undefined)) {
    return err({ type: 'invalid-renaming', from, to });
  }
  const unlisted = unlistedAmong(ports.rules, [to]);
  if (unlisted) return err(unlisted);
  const change = { action: 'rename', renaming: { from, to } } as const;
  const end = Number.isFinite(maxEntries) ? { end: maxEntries } : {};
  const found = await ports.users.search({ holds: from, start: 0, ...end });
  if (found.isErr()) return err(found.error);
  if (found.value.total > maxEntries) return err({ type: 'too-many-entries', limit: maxEntries });
  const module = moduleOf(to) ?? '';
  const isNewlyWhole = isWhole(to) && !(isWhole(from) && moduleOf(from) === module);
  const inUse = isNewlyWhole ? await ports.users.countHoldersOfModules([module]) : ok([]);
  if (inUse.isErr()) return err(inUse.error);
  const holders: RowChanges[] = [];
  let [wholeModule, newAdmins] = [0, 0];
  for (const user of [...found.value.users].sort(byId)) {
    const renamed = user.permissions.apply(change);
    const tooLong = renamed.added.find((one) => one.length > PERMISSION_MAX_LENGTH);
    if (tooLong !== undefined) return err({ type: 'invalid-permission', text: tooLong });
    const isUnlisted = unlistedAmong(ports.rules, renamed.added);
    if (isUnlisted) return err(isUnlisted);
    if (changesAnything(renamed)) holders.push({ user: user.id, change });
    const { after, before } = renamed;
    if (holdsWhole(after, module) && !holdsWhole(before, module)) wholeModule++;
    if (user.active && isAdmin(after) && !isAdmin(before)) newAdmins++;
  }
  const changed = await makeChanges(ports, holders, { ...input, atomic: true });
  const widening: Widening = { module, wholeModule, inUse: inUse.value[0] ?? 0, newAdmins };
  // A new name of a module that nobody uses lets nobody do more.
  const isWider = newAdmins > 0 || widening.inUse > 0 || (!isWhole(from) && wholeModule > 0);
  return changed.map((made) => ({ ...made, ...(isWider && { widening }) }));
}

function byId({ id }: User, other: User): number {
  return id < other.id ? -1 : 1;
}

function holdsWhole(set: PermissionSet, module: string): boolean {
  return set.has(wildcardOf(module)) || set.has(`service.${module}`);
}
