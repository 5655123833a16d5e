import { type ChangeOneError, err, type ObjectId, ok, type Timestamp } from '@ops-admin/core';
import { describeRefusal } from '@ops-admin/core/operations';
import { entryAsSeen, NOT_AS_SEEN } from '../chain/if-match.js';
import { type Endpoint, endpoint, type Handler, type HandlerServices, type Tag } from '../endpoint.js';
import { type Problem, type ServerFailure, validationProblem } from '../problem.js';
import {
  ADD_PERMISSIONS_BODY,
  NO_DRY_RUN,
  PERMISSION_SCHEMAS,
  PERMISSIONS_CHANGED,
  REMOVE_PERMISSIONS_BODY,
} from '../schemas/permission-change.js';
import { ADMINS, AUDIT_ENTRY, changeFailure, namingEntry, originOf } from './admin-changes.js';
import { noSuchUser, userFailure } from './no-such-user.js';

export const PERMISSIONS: Tag = {
  name: 'Permissions',
  description: 'Permissions of users, for admins. The audit log records every change.',
};

interface PermissionsBody {
  readonly payload: {
    readonly userId: ObjectId;
    readonly permissions: readonly string[];
    readonly until?: Timestamp | undefined;
    readonly reason?: string | undefined;
  };
}

const USER_ID = '65a100000000000000000002';

const change = (permissions: unknown[]) => ({ payload: { userId: USER_ID, permissions } });

const REMOVED = { message: 'Permissions removed successfully', data: {} };
const ADDED = { message: 'Permissions added successfully', data: {} };

function changeBy(
  services: HandlerServices,
  action: 'add' | 'remove',
  answer: typeof REMOVED,
): Handler<unknown, PermissionsBody, typeof REMOVED> {
  const { accessPolicy, log, permissions: operations } = services;
  return async ({ body: { payload }, caller, ifMatch, requestId }) => {
    const { permissions, reason, until, userId } = payload;
    const seen = await entryAsSeen(services, userId, ifMatch);
    if (seen.isErr()) return err(seen.error);
    const changed = await operations.changeOne({
      user: userId,
      action,
      permissions,
      until,
      ...seen.value,
      origin: originOf(caller, requestId, { reason }),
      actor: accessPolicy.actorOf(caller),
      keepAdmin: false,
    });
    if (changed.isErr()) return err(problemOf(changed.error));
    const { entry, leavesNoAdmin, warnings } = changed.value;
    if (leavesNoAdmin) log.warn({ requestId, userId }, 'the last admin is gone');
    const message = [answer.message, ...warnings].join('; ');
    return ok(namingEntry({ ...answer, message }, entry));
  };
}

function problemOf(error: ChangeOneError): Problem | ServerFailure {
  switch (error.type) {
    case 'user-not-found':
      return userFailure(error);
    case 'outdated':
      return NOT_AS_SEEN;
    case 'end-passed':
    case 'invalid-permission':
    case 'no-admin-left':
    case 'too-many-permissions':
    case 'unlisted-permission':
      return validationProblem(describeRefusal(error));
    case 'actor-refused':
    case 'reason-required':
    case 'store-unavailable':
      return changeFailure(error);
  }
}

export const REMOVE_PERMISSIONS: Endpoint = endpoint({
  method: 'put',
  path: '/user/remove-permissions',
  operationId: 'removePermissions',
  tag: PERMISSIONS,
  summary: 'Remove permissions from a user',
  description:
    'Strings must match exactly, case included; a string that the user does not hold is ignored. `service.<module>.*` removes every permission of the module. It takes effect at the user’s next request, and is written to the audit log; `X-Audit-Entry` names the entry. Safe to repeat.',
  rights: ADMINS,
  body: {
    schema: REMOVE_PERMISSIONS_BODY,
    examples: {
      one: { summary: 'One permission', value: change(['service.tickets.read']) },
      module: { summary: 'Every permission of a module', value: change(['service.tickets.*']) },
    },
  },
  refusedQuery: { dryRun: NO_DRY_RUN },
  answer: {
    schema: PERMISSIONS_CHANGED,
    description: 'The user no longer holds any of them.',
    example: REMOVED,
    headers: [AUDIT_ENTRY],
  },
  schemas: PERMISSION_SCHEMAS,
  problems: [noSuchUser(USER_ID), NOT_AS_SEEN],
  handler: (services) => changeBy(services, 'remove', REMOVED),
});

export const ADD_PERMISSIONS: Endpoint = endpoint({
  method: 'put',
  path: '/user/add-permissions',
  operationId: 'addPermissions',
  tag: PERMISSIONS,
  summary: 'Add permissions to a user',
  description:
    'Each must be `service.<module>`, `service.<module>.<action>` or `service.<module>.*`; a string that the user already holds is ignored. With `until` they end at that time, by themselves; without it, a string that ends becomes permanent. It takes effect at the user’s next request, and is written to the audit log; `X-Audit-Entry` names the entry. Safe to repeat.',
  rights: ADMINS,
  body: {
    schema: ADD_PERMISSIONS_BODY,
    examples: {
      one: { summary: 'One permission', value: change(['service.tickets.read']) },
      twoWeeks: {
        summary: 'Until a time',
        value: {
          payload: {
            userId: USER_ID,
            permissions: ['service.tickets.read'],
            until: '2099-12-31T23:59:59.999Z',
          },
        },
      },
    },
  },
  refusedQuery: { dryRun: NO_DRY_RUN },
  answer: {
    schema: PERMISSIONS_CHANGED,
    description: 'The user holds all of them.',
    example: ADDED,
    headers: [AUDIT_ENTRY],
  },
  schemas: PERMISSION_SCHEMAS,
  problems: [noSuchUser(USER_ID), NOT_AS_SEEN],
  handler: (services) => changeBy(services, 'add', ADDED),
});
