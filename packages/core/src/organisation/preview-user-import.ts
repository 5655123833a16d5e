import type { AccessPolicy } from '../access/access-policy.js';
import { PermissionSet } from '../permissions/permission-set.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import { identityKey } from '../users/identity-change.js';
import type { ExternalIdentity, User } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { type ImportUsersOrder, userToImport } from './import-users.js';
import type { ImportUsersError, UsersImported } from './organisation.js';
import type { OrganisationCopy } from './organisation-copy.js';
import { concludeUserImport, planUserImport } from './plan-import.js';

/** Needed by {@link PreviewUserImport}. */
export interface PreviewUserImportPorts {
  readonly copy: Pick<OrganisationCopy, 'read'>;
  readonly policy: AccessPolicy;
}

/**
 * Reports what an import of users would do, by the same rules as stores (decision 9). Does not check the caller: guard it
 * with `AccessOperations`. It only reads: it takes no lock, and writes nothing.
 */
export class PreviewUserImport {
  readonly #ports: PreviewUserImportPorts;

  constructor(ports: PreviewUserImportPorts) {
    this.#ports = ports;
  }

  /** Errors: those of the import. */
  execute(order: Omit<ImportUsersOrder, 'origin'>): ResultAsync<UsersImported, ImportUsersError> {
    const { keepAdmin = true } = order;
    const { policy } = this.#ports;
    const users = order.users.map(userToImport);
    const options = { adminPermission: policy.adminPermission, keepAdmin };
    return new ResultAsync(this.#currents()).andThen((currents) => {
      const owners = new Map(
        [...currents.values()].flatMap(({ id, identities }) =>
          identities.map((identity) => [identityKey(identity), id] as const),
        ),
      );
      const ownerOf = (identity: ExternalIdentity) => owners.get(identityKey(identity));
      const plan: Result<UsersImported, ImportUsersError> = planUserImport(
        users,
        currents,
        ownerOf,
        options,
      ).andThen((planned) => {
        const named = new Set(users.map(({ id }) => id));
        const hasOtherAdmin = [...currents.values()].some(
          ({ id, permissions }) => !named.has(id) && policy.isAdmin(permissions),
        );
        return concludeUserImport(planned, hasOtherAdmin, options);
      });
      return plan;
    });
  }

  async #currents(): Promise<Result<ReadonlyMap<ObjectId, User>, StoreUnavailable>> {
    const currents = new Map<ObjectId, User>();
    for await (const read of this.#ports.copy.read()) {
      if (read.isErr()) return err(read.error);
      const record = read.value;
      if (record.type === 'user') {
        const { permissions, ...user } = record.user;
        currents.set(user.id, { ...user, permissions: PermissionSet.of(permissions) });
      } else if (record.type !== 'department') break; // The trail comes last, and is long.
    }
    return ok(currents);
  }
}
