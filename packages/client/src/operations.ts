import type { Client } from './client.js';

/**
 * How an operation is called. The members in braces go into the path; the others are the query of a `GET`, and the payload
 * of other methods. An open operation needs no token, and its answer is not wrapped in `data`.
 */
export type Operation = readonly [method: 'GET' | 'POST' | 'PUT', path: string, open?: 'open'];

/** Every operation by its `operationId`. */
export const OPERATIONS: Readonly<Record<keyof Client, Operation>> = {
  listDepartments: ['GET', '/department/list/{start}/{end}'],
  showDepartmentHierarchy: ['GET', '/department/hierarchy'],
  removePermissions: ['PUT', '/user/remove-permissions'],
  addPermissions: ['PUT', '/user/add-permissions'],
  changePermissions: ['POST', '/user/change-permissions'],
  listUsers: ['GET', '/user/list/{start}/{end}'],
  showUser: ['GET', '/user/{userId}'],
  showSession: ['GET', '/auth/session'],
  listAudit: ['GET', '/audit/list'],
  listAuditBatches: ['GET', '/audit/batches'],
  showAuditEntry: ['GET', '/audit/entry/{id}'],
  revertChanges: ['POST', '/audit/revert'],
  locate: ['GET', '/geo-locations/address/{address}'],
  checkLiveness: ['GET', '/health/live', 'open'],
  checkReadiness: ['GET', '/health/ready', 'open'],
  showProtectedResource: ['GET', '/.well-known/oauth-protected-resource', 'open'],
  describe: ['GET', '/openapi.json', 'open'],
};
