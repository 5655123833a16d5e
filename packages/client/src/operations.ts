import type { Client } from './client.js';
import type { Shape } from './mistake-in.js';

/**
 * How an operation is called. The members in braces go into the path; the others are the query of a `GET`, and the payload
 * of other methods, except `ifMatch`. Then come the members of `data` that are looked at. An open operation needs no token, and
 * its answer is not wrapped in `data`. You get the `ETag` of one that is tagged. A bare one changes nothing; neither its body nor its
 * answer is wrapped. Of one in lines you get the response, to read it.
 */
export type Operation = readonly [
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  shape: Shape | 'open',
  how?: 'tagged' | 'bare' | 'lines',
];

const DEPARTMENTS: Shape = { total: 'number', departments: 'object[]' };
const DEPARTMENT: Shape = { department: 'object' };
const RUN: Shape = { dryRun: 'boolean', results: 'object[]', leavesNoAdmin: 'boolean' };
const ERASED: Shape = { makesAdmin: 'boolean', leavesNoAdmin: 'boolean' };
const USER: Shape = { ...ERASED, user: 'object' };
const SESSION: Shape = { user: 'object', permissions: 'string[]', admin: 'boolean', reader: 'boolean' };
const USER_SHOWN: Shape = {
  user: 'object',
  newestEntry: 'number',
  effective: 'object[]',
  identities: 'object[]',
  admin: 'boolean',
};

/** Every operation by its `operationId`. */
export const OPERATIONS: Readonly<Record<Exclude<keyof Client, 'followTrail' | 'revertBatch'>, Operation>> = {
  listDepartments: ['GET', '/department/list/{start}/{end}', DEPARTMENTS],
  showDepartmentHierarchy: ['GET', '/department/hierarchy', DEPARTMENTS],
  showDepartment: ['GET', '/department/{departmentId}', DEPARTMENT, 'tagged'],
  createDepartment: ['POST', '/department/create', DEPARTMENT],
  updateDepartment: ['PUT', '/department/update', DEPARTMENT],
  deleteDepartment: ['POST', '/department/delete', DEPARTMENT],
  removePermissions: ['PUT', '/user/remove-permissions', {}],
  addPermissions: ['PUT', '/user/add-permissions', {}],
  changePermissions: ['POST', '/user/change-permissions', RUN],
  listPermissions: ['GET', '/permission/list/{start}/{end}', { total: 'number', permissions: 'object[]' }],
  listModules: ['GET', '/permission/modules', { modules: 'object[]' }],
  renamePermission: ['POST', '/permission/rename', RUN],
  listGrants: ['GET', '/permission/grants/{start}/{end}', { newestEntry: 'number', grants: 'object[]' }],
  listUsers: ['GET', '/user/list/{start}/{end}', { total: 'number', users: 'object[]' }],
  showUser: ['GET', '/user/{userId}', USER_SHOWN, 'tagged'],
  createUser: ['POST', '/user/create', USER],
  updateUser: ['PUT', '/user/update', USER],
  setActive: ['PUT', '/user/set-active', USER],
  setIdentity: ['PUT', '/user/set-identity', USER],
  eraseUser: ['POST', '/user/erase', ERASED],
  showSession: ['GET', '/auth/session', SESSION],
  listAudit: ['GET', '/audit/list', { entries: 'object[]' }],
  listAuditBatches: ['GET', '/audit/batches', { batches: 'object[]' }],
  showAuditEntry: ['GET', '/audit/entry/{id}', { entry: 'object' }],
  showAuditHead: ['GET', '/audit/head', { id: 'number' }],
  exportAudit: ['GET', '/audit/export', {}, 'lines'],
  revertChanges: ['POST', '/audit/revert', RUN],
  evaluate: ['POST', '/access/v1/evaluation', { decision: 'boolean' }, 'bare'],
  evaluateAll: ['POST', '/access/v1/evaluations', {}, 'bare'],
  showAuthzenConfiguration: ['GET', '/.well-known/authzen-configuration', 'open'],
  locate: ['GET', '/geo-locations/address/{address}', { address: 'object' }],
  checkLiveness: ['GET', '/health/live', 'open'],
  checkReadiness: ['GET', '/health/ready', 'open'],
  showProtectedResource: ['GET', '/.well-known/oauth-protected-resource', 'open'],
  showPageConfig: ['GET', '/page/config', 'open'],
  describe: ['GET', '/openapi.json', 'open'],
};
