import type { ActorRefused } from '../access/actor.js';
import type { AuditLog } from '../audit/audit-log.js';
import { err, ok, type Result } from '../result.js';
import { type FindUserPorts, findUser } from '../users/find-user.js';
import type { FindUserError } from '../users/user-operations.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import {
  type ChangeInput,
  type MakeChangesPorts,
  makeChanges,
  type PermissionsChanged,
  type RowChanges,
} from './make-changes.js';

/** The user who loses everything. The origin names the run, which undoes it. */
export interface RemoveEverythingInput extends ChangeInput {
  /** An id or an e-mail. */
  readonly user: string;
  /** Whether the user keeps their identities. */
  readonly keepLinks?: boolean;
}

/** Needed by {@link removeEverything}. */
export interface RemoveEverythingPorts extends MakeChangesPorts {
  readonly users: MakeChangesPorts['users'] & FindUserPorts['users'];
  readonly audit: Pick<AuditLog, 'list'>;
}

/** How often it is tried again if others change the user meanwhile. */
const MAX_ATTEMPTS = 10;

/** Removes all permissions and identities of a user, in one transaction (decision 9). Gives one row. */
export async function removeEverything(
  ports: RemoveEverythingPorts,
  { keepLinks = false, user, ...input }: RemoveEverythingInput,
): Promise<Result<PermissionsChanged, ActorRefused | StoreUnavailable>> {
  for (let attempt = 1; ; attempt++) {
    const everything = await everythingOf(ports, user, keepLinks);
    if (everything.isErr()) return err(everything.error);
    const changed = await makeChanges(ports, [everything.value], { ...input, atomic: true });
    if (changed.isErr()) return err(changed.error);
    const rows = changed.value.rows.map((row) => ({ ...row, user }));
    // Of one row alone, this can only mean that others changed the user meanwhile.
    const isOutdated = rows[0]?.result === 'not-done';
    if (!isOutdated || attempt === MAX_ATTEMPTS) return ok({ ...changed.value, rows });
  }
}

/** The newest entry is read first, so that a change in between makes it outdated. */
async function everythingOf(
  { audit, users }: RemoveEverythingPorts,
  user: string,
  keepLinks: boolean,
): Promise<Result<RowChanges, StoreUnavailable>> {
  const named = await findUser({ users }, user);
  if (named.isErr()) return refusedBy(named.error, user);
  const userId = named.value.id;
  const newest = await audit.list({ userId, newestFirst: true, limit: 1 });
  if (newest.isErr()) return err(newest.error);
  const found = await findUser({ users }, userId);
  if (found.isErr()) return refusedBy(found.error, user);
  const { identities, permissions } = found.value;
  return ok({
    user: userId,
    changes: [
      { action: 'remove', permissions: [...permissions] },
      ...(keepLinks ? [] : identities).map((identity) => ({ action: 'unlink' as const, identity })),
    ],
    members: keepLinks ? ['permissions'] : ['permissions', 'identities'],
    ifNewestEntryIs: newest.value[0]?.id ?? 0,
  });
}

function refusedBy(error: FindUserError, user: string): Result<RowChanges, StoreUnavailable> {
  return error.type === 'store-unavailable' ? err(error) : ok({ user, changes: [], refusal: error });
}
