import { ADD_PERMISSIONS_BODY, REMOVE_PERMISSIONS_BODY } from '../schemas/permission-change.js';
import { PERMISSIONS_CHANGED } from '../schemas/permissions-changed.js';
import { noValidToken, OVERLOADED, SERVER_ERROR } from './common-problems.js';
import type { Operation, ProblemDescription } from './operation.js';

const USER_ID = '65a100000000000000000002';

const PROBLEMS: readonly ProblemDescription[] = [
  {
    status: 400,
    code: 'VALIDATION_ERROR',
    when: 'The body is not JSON, or something in it is missing or wrong; the message names the place.',
    message: 'payload.permissions[3] must be a string',
  },
  noValidToken('UNAUTHORIZED'),
  {
    status: 403,
    code: 'FORBIDDEN',
    when: 'The caller is no admin.',
    headers: ['WWW-Authenticate'],
    message: 'This needs the rights of an admin',
  },
  {
    status: 404,
    code: 'USER_NOT_FOUND',
    when: 'There is no such user.',
    message: `There is no user ${USER_ID}`,
  },
  {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    when: 'The body is larger than 1 MiB.',
    message: 'The body must not be larger than 1048576 bytes',
  },
  SERVER_ERROR,
  OVERLOADED,
];

const change = (permissions: string[]) => ({ payload: { userId: USER_ID, permissions } });

/** Taking permissions away (interface, "PUT /user/remove-permissions"). */
export const REMOVE_PERMISSIONS: Operation = {
  method: 'put',
  path: '/user/remove-permissions',
  id: 'removePermissions',
  tag: 'Permissions',
  summary: 'Remove permissions from a user',
  description:
    'For admins. Strings must match exactly, case included; one that the user does not hold is ignored. `service.<module>.*` removes every permission of the module. It holds from the user’s next request on, and is written to the audit.',
  needsToken: true,
  body: {
    schema: REMOVE_PERMISSIONS_BODY,
    examples: {
      one: { summary: 'One permission', value: change(['service.tickets.read']) },
      module: { summary: 'Every permission of a module', value: change(['service.tickets.*']) },
    },
  },
  answer: {
    schema: PERMISSIONS_CHANGED,
    description: 'The user holds none of them any more.',
    example: { message: 'Permissions removed successfully', data: {} },
  },
  problems: PROBLEMS,
};

/** Giving permissions (interface, "PUT /user/add-permissions"). */
export const ADD_PERMISSIONS: Operation = {
  method: 'put',
  path: '/user/add-permissions',
  id: 'addPermissions',
  tag: 'Permissions',
  summary: 'Add permissions to a user',
  description:
    'For admins. Each must be `service.<module>`, `service.<module>.<action>` or `service.<module>.*`; one that the user holds already is ignored. It holds from the user’s next request on, and is written to the audit.',
  needsToken: true,
  body: {
    schema: ADD_PERMISSIONS_BODY,
    examples: { one: { summary: 'One permission', value: change(['service.tickets.read']) } },
  },
  answer: {
    schema: PERMISSIONS_CHANGED,
    description: 'The user holds all of them.',
    example: { message: 'Permissions added successfully', data: {} },
  },
  problems: PROBLEMS,
};
