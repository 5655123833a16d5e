import type { AccessPolicy } from '../access/access-policy.js';
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
import type { AppliedChange, PermissionSet } from './permission-set.js';
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
  const widening = new WideningCount({ from, to }, ports.policy);
  const inUse = widening.isWhole ? await ports.users.countHoldersOfModules([widening.module]) : ok([]);
  if (inUse.isErr()) return err(inUse.error);
  const holders: RowChanges[] = [];
  for (const user of [...found.value.users].sort(byId)) {
    const renamed = user.permissions.apply(change);
    const tooLong = renamed.added.find((one) => one.length > PERMISSION_MAX_LENGTH);
    if (tooLong !== undefined) return err({ type: 'invalid-permission', text: tooLong });
    const isUnlisted = unlistedAmong(ports.rules, renamed.added);
    if (isUnlisted) return err(isUnlisted);
    if (changesAnything(renamed)) holders.push({ user: user.id, change });
    widening.add(user, renamed);
  }
  const changed = await makeChanges(ports, holders, { ...input, atomic: true });
  const wider = widening.found(inUse.value[0] ?? 0);
  return changed.map((made) => ({ ...made, ...(wider && { widening: wider }) }));
}

function byId({ id }: User, other: User): number {
  return id < other.id ? -1 : 1;
}

/** Counts the users who can do more by a new name. */
class WideningCount {
  readonly #policy: AccessPolicy;
  /** The module of the new name. */
  readonly module: string;
  /** Whether the new name is a whole module, and the old one was not the same. */
  readonly isWhole: boolean;
  readonly #wasWhole: boolean;
  #wholeModule = 0;
  #newAdmins = 0;

  constructor({ from, to }: Renaming, policy: AccessPolicy) {
    this.#policy = policy;
    this.module = moduleOf(to) ?? '';
    this.#wasWhole = isWhole(from);
    this.isWhole = isWhole(to) && !(this.#wasWhole && moduleOf(from) === this.module);
  }

  add({ active }: User, { after, before }: AppliedChange): void {
    if (this.#hasAll(after) && !this.#hasAll(before)) this.#wholeModule++;
    const { adminPermission } = this.#policy;
    if (active && after.grants(adminPermission) && !before.grants(adminPermission)) this.#newAdmins++;
  }

  /** A new name of a module that nobody uses lets nobody do more. */
  found(inUse: number): Widening | undefined {
    const isWider = this.#newAdmins > 0 || inUse > 0 || (!this.#wasWhole && this.#wholeModule > 0);
    if (!isWider) return undefined;
    return {
      module: this.module,
      wholeModule: this.#wholeModule,
      inUse,
      newAdmins: this.#newAdmins,
    };
  }

  #hasAll(set: PermissionSet): boolean {
    return set.has(wildcardOf(this.module)) || set.has(`service.${this.module}`);
  }
}
