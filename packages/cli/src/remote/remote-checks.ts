import {
  errAsync,
  type ObjectId,
  okAsync,
  PermissionSet,
  ResultAsync,
  type UserRights,
} from '@ops-admin/core';
import { type CheckPermissions, checkPermissions } from '@ops-admin/core/operations';
import type { CommandParts, Unanswered } from '../command-parts.js';
import type { Connection } from './service-connection.js';

type Rights = ResultAsync<UserRights | undefined, Unanswered>;

/** Decisions by the permissions that a service shows: of any string, also of those that no action and type can name. */
export function remoteChecks(
  users: Pick<CommandParts['users'], 'find'>,
  ask: Connection['ask'],
): CheckPermissions<Unanswered> {
  const rightsOf = (name: string): Rights =>
    users
      .find(name)
      .map(({ user: { _id, active, permissions } }) => (active ? rights(_id, permissions) : undefined))
      .orElse((error): Rights => {
        if (error.type === 'user-not-found') return okAsync(undefined);
        const isForbidden = error.type === 'service-failed' && error.code === 'FORBIDDEN';
        return isForbidden ? ownRights(name, ask) : errAsync(error);
      });
  return checkPermissions<Unanswered>({
    users: {
      // A command names users by id or e-mail.
      rightsOf: (keys) =>
        ResultAsync.combine(
          keys.map((key) => rightsOf('userId' in key ? key.userId : 'email' in key ? key.email : '')),
        ),
    },
  });
}

/** Returns what a caller without access to others holds: the service refuses the question about somebody else. */
function ownRights(name: string, ask: Connection['ask']): Rights {
  const asked = {
    subject: { type: 'user', id: name },
    action: { name: 'any' },
    resource: { type: 'any', id: 'any' },
  };
  return ask((client) => client.evaluate(asked))
    .andThen(() => ask((client) => client.showSession()))
    .map(({ permissions, user }) => rights(user._id, permissions));
}

function rights(id: string, permissions: readonly string[]): UserRights {
  return { userId: id as ObjectId, permissions: PermissionSet.of(permissions) };
}
