import { type CheckPermissions, err, ok, PermissionSet, ResultAsync, type UserRights } from '@ops-admin/core';
import { checkPermissions } from '@ops-admin/core/operations';
import type { RemoteSource } from './remote-source.js';
import { showUser } from './remote-users.js';
import type { ServiceFailed } from './service-failed.js';

/** Decisions by the permissions that a service shows: of any string, also of those that no action and type can name. */
export function remoteChecks({ connection }: RemoteSource): CheckPermissions<ServiceFailed> {
  const rightsOf = (name: string) =>
    showUser(connection, name)
      .map(({ user: { _id, active, permissions } }): UserRights | undefined =>
        active
          ? { userId: _id as UserRights['userId'], permissions: PermissionSet.of(permissions) }
          : undefined,
      )
      .orElse((error) => (error.type === 'service-failed' ? err(error) : ok(undefined)));
  return checkPermissions<ServiceFailed>({
    users: {
      // A command names users by id or e-mail.
      rightsOf: (keys) =>
        ResultAsync.combine(
          keys.map((key) => rightsOf('userId' in key ? key.userId : 'email' in key ? key.email : '')),
        ),
    },
  });
}
