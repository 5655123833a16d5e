import type { AppliedChange } from '../permissions/permission-change.js';
import { PermissionSet } from '../permissions/permission-set.js';
import { err, ok, type Result } from '../result.js';
import type { ExternalIdentity, User } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { DepartmentRecord, IdentityTaken, ImportSummary, ParentCycle } from './organisation.js';
import { findParentCycle } from './parent-cycle.js';
import { findTakenIdentity } from './taken-identity.js';

/** What an import of users does to a store. */
export interface UserImport {
  readonly summary: ImportSummary;
  /** The users whose records are new or different; their permissions are in `changes` alone. */
  readonly written: readonly User[];
  /** The sets that become others, each with an entry (decision 6). */
  readonly changes: readonly { readonly user: User; readonly change: AppliedChange }[];
}

/**
 * Plans an import of whole users. `currents` holds those who are there, `ownerOf` says who has an identity now; both are of
 * the transaction that writes. Errors: `identity-taken`.
 */
export function planUserImport(
  users: readonly User[],
  currents: ReadonlyMap<ObjectId, User>,
  ownerOf: (identity: ExternalIdentity) => ObjectId | undefined,
): Result<UserImport, IdentityTaken> {
  const taken = findTakenIdentity(users, ownerOf);
  if (taken) return err(taken);
  const summary = { created: 0, updated: 0, unchanged: 0 };
  const written: User[] = [];
  const changes: UserImport['changes'][number][] = [];
  for (const user of users) {
    const current = currents.get(user.id);
    const change = (current?.permissions ?? NO_PERMISSIONS).replaceWith(user.permissions);
    const isSameSet = change.after === change.before;
    const isSame = current !== undefined && profileOf(current) === profileOf(user);
    summary[!current ? 'created' : isSameSet && isSame ? 'unchanged' : 'updated']++;
    if (!isSame) written.push(user);
    if (!isSameSet) changes.push({ user, change });
  }
  return ok({ summary, written, changes });
}

/** What an import of departments does to a store. */
export interface DepartmentImport {
  readonly summary: ImportSummary;
  /** The departments that are new or different. */
  readonly written: readonly DepartmentRecord[];
}

/**
 * Plans an import of departments over all that are there, `currents`, of the transaction that writes. Errors: `parent-cycle`.
 */
export function planDepartmentImport(
  departments: readonly DepartmentRecord[],
  currents: ReadonlyMap<ObjectId, DepartmentRecord>,
): Result<DepartmentImport, ParentCycle> {
  const cycle = findParentCycle(
    new Map([...currents.values(), ...departments].map(({ id, parentId }) => [id, parentId])),
  );
  if (cycle) return err({ type: 'parent-cycle', cycle });
  const summary = { created: 0, updated: 0, unchanged: 0 };
  const written: DepartmentRecord[] = [];
  for (const department of departments) {
    const current = currents.get(department.id);
    const isSame = current !== undefined && contentOf(current) === contentOf(department);
    summary[!current ? 'created' : isSame ? 'unchanged' : 'updated']++;
    if (!isSame) written.push(department);
  }
  return ok({ summary, written });
}

const NO_PERMISSIONS = PermissionSet.of([]);

function profileOf({ emails, personalInformation: { firstName, lastName, name }, identities }: User): string {
  const pairs = identities.map(({ issuer, subject }) => [issuer, subject]);
  return JSON.stringify([emails, firstName, lastName, name, pairs]);
}

function contentOf(department: DepartmentRecord): string {
  const { name, description, code, parentId, managerId, createdAt, updatedAt } = department;
  return JSON.stringify([name, description, code, parentId, managerId, createdAt, updatedAt]);
}
