import type { AccessPolicy } from '../access/access-policy.js';
import { type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import { PermissionSet } from '../permissions/permission-set.js';
import type { ResultAsync } from '../result.js';
import type { Clock } from '../values/timestamp.js';
import type { ImportUsersError, Organisation, UsersImported, UserToImport } from './organisation.js';

/** A user to import, as plain data; missing parts of a user who already exists stay as they are (decision 9). */
export interface UserRecord extends Omit<UserToImport, 'permissions'> {
  readonly permissions?: readonly string[];
}

/** Who is imported. */
export interface ImportUsersOrder {
  readonly users: readonly UserRecord[];
  readonly origin: ChangeOrigin;
  /** Whether an import that removes the last admin is refused; yes by default (decision 9). */
  readonly keepAdmin?: boolean;
}

/** Needed by {@link ImportUsers}. */
export interface ImportUsersPorts {
  readonly organisation: Pick<Organisation, 'importUsers'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
}

/**
 * Imports users, all or nothing; a user who already exists is replaced (decision 9). Does not check the caller: guard it
 * with `AccessOperations`. A change of permissions or identities becomes an audit entry; `PreviewUserImport` reports what would
 * change.
 */
export class ImportUsers {
  readonly #ports: ImportUsersPorts;

  constructor(ports: ImportUsersPorts) {
    this.#ports = ports;
  }

  /** Errors: {@link ImportUsersError}; nothing is changed then. */
  execute({
    keepAdmin = true,
    origin,
    users,
  }: ImportUsersOrder): ResultAsync<UsersImported, ImportUsersError> {
    const { clock, organisation, policy } = this.#ports;
    return organisation.importUsers(users.map(userToImport), draftOf('set', [], origin, clock), {
      adminPermission: policy.adminPermission,
      keepAdmin,
    });
  }
}

/** A record as stores take it. */
export function userToImport({ permissions, ...user }: UserRecord): UserToImport {
  return { ...user, ...(permissions && { permissions: PermissionSet.of(permissions) }) };
}
