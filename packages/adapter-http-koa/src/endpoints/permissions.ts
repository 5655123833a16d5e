import { type ActorRefused, err, type ObjectId, ok, type StoreUnavailable } from '@ops-admin/core';
import { tokenInvalid } from '../chain/authenticate.js';
import { adminsOnly } from '../chain/require-admin.js';
import { type Endpoint, endpoint, type Handler, type HandlerServices, type Tag } from '../endpoint.js';
import {
  type DescribedProblem,
  type Problem,
  type ServerFailure,
  STORE_BUSY,
  storeFailure,
  validationProblem,
} from '../problem.js';
import {
  ADD_PERMISSIONS_BODY,
  PERMISSION_SCHEMAS,
  PERMISSIONS_CHANGED,
  REMOVE_PERMISSIONS_BODY,
} from '../schemas/permission-change.js';

const PERMISSIONS: Tag = {
  name: 'Permissions',
  description: 'What users may do, for admins. Every change is written to the audit.',
};

const ADMINS_CHANGE = {
  who: 'admin',
  badToken: 'UNAUTHORIZED',
  notAdmin: { status: 403, code: 'FORBIDDEN' },
} as const;

interface PermissionsBody {
  readonly payload: { readonly userId: ObjectId; readonly permissions: readonly string[] };
}

const USER_ID = '65a100000000000000000002';

const change = (permissions: unknown[]) => ({ payload: { userId: USER_ID, permissions } });

const INVALID = {
  when: 'The body is not JSON, or something in it is missing or wrong; the message names the place.',
  example: change(['service.users', 'service.tickets.read', 'service.tickets.write', 7]),
};

const REMOVED = { message: 'Permissions removed successfully', data: {} };
const ADDED = { message: 'Permissions added successfully', data: {} };

function noSuchUser(userId: string): DescribedProblem {
  return {
    status: 404,
    code: 'USER_NOT_FOUND',
    message: `There is no user ${userId}`,
    when: 'There is no such user.',
  };
}

function problemOf(error: ActorRefused | StoreUnavailable): Problem | ServerFailure {
  switch (error.type) {
    case 'actor-refused':
      return error.reason === 'not-granted'
        ? adminsOnly(ADMINS_CHANGE.notAdmin)
        : tokenInvalid(ADMINS_CHANGE.badToken);
    case 'store-unavailable':
      return storeFailure(error);
  }
}

/** The store judges the caller again where the change is made: the body may have come long after the first check. */
function changeBy(
  { accessPolicy, changePermissions, log }: HandlerServices,
  action: 'add' | 'remove',
  answer: typeof REMOVED,
): Handler<unknown, PermissionsBody, typeof REMOVED> {
  return async ({ body: { payload }, caller, requestId }) => {
    const { permissions, userId } = payload;
    const changed = await changePermissions.execute({
      action,
      orders: [{ user: userId, permissions }],
      origin: { actor: caller.userId, source: 'http', requestId },
      actor: {
        userId: caller.userId,
        mustHold: accessPolicy.adminPermission,
        validUntil: caller.validUntil,
      },
      keepAdmin: false,
    });
    if (changed.isErr()) return err(problemOf(changed.error));
    const { leavesNoAdmin, rows } = changed.value;
    const [row] = rows;
    if (row?.result === 'user-not-found') return err(noSuchUser(userId));
    if (row?.result === 'invalid') return err(validationProblem(row.message ?? ''));
    if (leavesNoAdmin) log.warn({ requestId, userId }, 'the last admin is gone');
    return ok(answer);
  };
}

/** `PUT /user/remove-permissions` (interface, "PUT /user/remove-permissions") */
export const REMOVE_PERMISSIONS: Endpoint = endpoint({
  method: 'put',
  path: '/user/remove-permissions',
  operationId: 'removePermissions',
  tag: PERMISSIONS,
  summary: 'Remove permissions from a user',
  description:
    'For admins. Strings must match exactly, case included; one that the user does not hold is ignored. `service.<module>.*` removes every permission of the module. It holds from the user’s next request on, and is written to the audit.',
  rights: ADMINS_CHANGE,
  body: {
    schema: REMOVE_PERMISSIONS_BODY,
    examples: {
      one: { summary: 'One permission', value: change(['service.tickets.read']) },
      module: { summary: 'Every permission of a module', value: change(['service.tickets.*']) },
    },
  },
  invalid: INVALID,
  answer: {
    schema: PERMISSIONS_CHANGED,
    description: 'The user holds none of them any more.',
    example: REMOVED,
  },
  schemas: PERMISSION_SCHEMAS,
  problems: [noSuchUser(USER_ID), STORE_BUSY],
  handler: (services) => changeBy(services, 'remove', REMOVED),
});

/** `PUT /user/add-permissions` (decision 5) */
export const ADD_PERMISSIONS: Endpoint = endpoint({
  method: 'put',
  path: '/user/add-permissions',
  operationId: 'addPermissions',
  tag: PERMISSIONS,
  summary: 'Add permissions to a user',
  description:
    'For admins. Each must be `service.<module>`, `service.<module>.<action>` or `service.<module>.*`; one that the user holds already is ignored. It holds from the user’s next request on, and is written to the audit.',
  rights: ADMINS_CHANGE,
  body: {
    schema: ADD_PERMISSIONS_BODY,
    examples: { one: { summary: 'One permission', value: change(['service.tickets.read']) } },
  },
  invalid: INVALID,
  answer: { schema: PERMISSIONS_CHANGED, description: 'The user holds all of them.', example: ADDED },
  schemas: PERMISSION_SCHEMAS,
  problems: [noSuchUser(USER_ID), STORE_BUSY],
  handler: (services) => changeBy(services, 'add', ADDED),
});
