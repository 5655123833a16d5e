import type { Client } from './client.js';

/**
 * How an operation is asked for. Members in braces go into the path; the others are the query of a `GET`, and the payload of
 * what changes something. An `open` operation takes no token, and its answer has no `data` around it.
 */
export type Operation = readonly [method: 'GET' | 'POST' | 'PUT', path: string, open?: 'open'];

/** Every operation by its `operationId`; a test holds them equal to the endpoints of the service. */
export const OPERATIONS: Readonly<Record<keyof Client, Operation>> = {
  listDepartments: ['GET', '/department/list/{start}/{end}'],
  showDepartmentHierarchy: ['GET', '/department/hierarchy'],
  removePermissions: ['PUT', '/user/remove-permissions'],
  addPermissions: ['PUT', '/user/add-permissions'],
  locate: ['GET', '/geo-locations/address/{address}'],
  checkLiveness: ['GET', '/health/live', 'open'],
  checkReadiness: ['GET', '/health/ready', 'open'],
  describe: ['GET', '/openapi.json', 'open'],
};
