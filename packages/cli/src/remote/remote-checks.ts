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

type Rights = ResultAsync<UserRights | undefined, Unanswered>;

/** Decisions by the permissions that a service shows: of any string, also of those that no action and type can name. */
export function remoteChecks(users: Pick<CommandParts['users'], 'find'>): CheckPermissions<Unanswered> {
  const rightsOf = (name: string): Rights =>
    users
      .find(name)
      .map(({ user: { _id, active, permissions } }) =>
        active ? { userId: _id as ObjectId, permissions: PermissionSet.of(permissions) } : undefined,
      )
      .orElse((error): Rights => (error.type === 'user-not-found' ? okAsync(undefined) : errAsync(error)));
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
