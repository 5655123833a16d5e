import {
  errAsync,
  type ObjectId,
  okAsync,
  PermissionSet,
  ResultAsync,
  type UserRights,
} from '@ops-admin/core';
import { type CheckPermissions, checkPermissions } from '@ops-admin/core/operations';
import type { RemoteSource } from './remote-source.js';
import { showUser } from './remote-users.js';
import type { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/** Decisions by the permissions that a service shows: of any string, also of those that no action and type can name. */
export function remoteChecks({ connection }: RemoteSource): CheckPermissions<ServiceFailed> {
  return checkPermissions<ServiceFailed>({
    users: {
      // A command names users by id or e-mail.
      rightsOf: (keys) =>
        ResultAsync.combine(
          keys.map((key) =>
            rightsOf(connection, 'userId' in key ? key.userId : 'email' in key ? key.email : ''),
          ),
        ),
    },
  });
}

function rightsOf(
  connection: ServiceConnection,
  name: string,
): ResultAsync<UserRights | undefined, ServiceFailed> {
  return showUser(connection, name)
    .map(({ user: { _id, active, permissions } }) => (active ? rights(_id, permissions) : undefined))
    .orElse((error): ResultAsync<UserRights | undefined, ServiceFailed> => {
      if (error.type !== 'service-failed') return okAsync(undefined);
      return error.code === 'FORBIDDEN' ? ownRights(connection, name) : errAsync(error);
    });
}

/** What a caller who is no reader holds: the service refuses the question if somebody else is named. */
function ownRights(connection: ServiceConnection, name: string): ResultAsync<UserRights, ServiceFailed> {
  const asked = {
    subject: { type: 'user', id: name },
    action: { name: 'any' },
    resource: { type: 'any', id: 'any' },
  };
  return connection
    .read((client) => client.evaluate(asked))
    .andThen(() => connection.read((client) => client.showSession()))
    .map(({ permissions, user }) => rights(user._id, permissions));
}

function rights(id: string, permissions: readonly string[]): UserRights {
  return { userId: id as ObjectId, permissions: PermissionSet.of(permissions) };
}
