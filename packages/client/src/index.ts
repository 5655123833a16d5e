import type { ProblemCode } from '@ops-admin/adapter-http-koa';
import type {
  AuditBatchJson,
  AuditEntryJson,
  Department,
  DepartmentNode,
  HeldPermission,
  Location,
  PermissionRow,
  UserJson,
  UserSummaryJson,
} from '@ops-admin/core';

export type {
  Answer,
  AsSeen,
  BatchReverted,
  Changed,
  Client,
  Data,
  Input,
  ListRange,
  Located,
  PermissionsOfUser,
  PermissionsToAdd,
  Query,
  Signal,
  TrailFollowed,
} from './client.js';
export type { ClientOptions } from './client-options.js';
export { createClient } from './create-client.js';
export { orThrow, ProblemError } from './or-throw.js';
export type { Aborted, ErrorAnswer, NoAnswer, NotSent, Problem } from './problem.js';
/** With the names of the OpenAPI description. */
export type {
  AuditBatchJson as AuditBatch,
  AuditEntryJson as AuditEntry,
  Department,
  DepartmentNode,
  HeldPermission as EffectivePermission,
  Location,
  PermissionRow,
  ProblemCode,
  UserJson as User,
  UserSummaryJson as UserSummary,
};
