import type { AccessPolicy } from '../access/access-policy.js';
import { draftOf } from '../audit/audit-entry.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import type { PermissionStore } from './permission-store.js';

/** The numbers of recorded permissions, and of their users. */
export interface PermissionsExpired {
  readonly users: number;
  readonly permissions: number;
}

/** Needed by {@link expiry}. */
export interface ExpiryPorts {
  readonly store: Pick<PermissionStore, 'change' | 'findExpired'>;
  readonly clock: Clock;
  readonly policy: Pick<AccessPolicy, 'adminPermission'>;
}

/** Records ended permissions, which are not held whether or not they are recorded. */
export interface Expiry {
  /** Writes an `expire` entry for each user with an ended permission. Concurrent callers record each permission once. */
  run(): ResultAsync<PermissionsExpired, StoreUnavailable>;
}

/** Makes the recorder of ended permissions over a store. */
export function expiry(ports: ExpiryPorts): Expiry {
  return { run: () => new ResultAsync(expireAll(ports)) };
}

/** The users in one transaction, which every other change waits for. */
const USERS_PER_TRANSACTION = 500;

async function expireAll({
  clock,
  policy: { adminPermission },
  store,
}: ExpiryPorts): Promise<Result<PermissionsExpired, StoreUnavailable>> {
  const done = { users: 0, permissions: 0 };
  for (;;) {
    const found = await store.findExpired(USERS_PER_TRANSACTION);
    if (found.isErr()) return err(found.error);
    if (found.value.length === 0) return ok(done);
    const draft = draftOf('expire', [], { actor: 'service', source: 'service' }, clock);
    const requests = found.value.map((userId) => ({ userId, change: { action: 'expire' } as const, draft }));
    const changed = await store.change(requests, { adminPermission, keepAdmin: false });
    if (changed.isErr()) {
      // No actor asked, so none can be refused.
      if (changed.error.type === 'actor-refused') throw new Error('an expiry was refused');
      return err(changed.error);
    }
    const before = done.users;
    for (const outcome of changed.value) {
      if (outcome.type !== 'made' || !outcome.entry) continue;
      done.users++;
      done.permissions += outcome.entry.removed.length;
    }
    // Another caller was faster, or the store finds what it does not change.
    if (done.users === before) return ok(done);
  }
}
