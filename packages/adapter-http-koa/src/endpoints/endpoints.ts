import type { Endpoint } from '../endpoint.js';
import { EXPORT_AUDIT, LIST_AUDIT, LIST_AUDIT_BATCHES, SHOW_AUDIT_ENTRY, SHOW_AUDIT_HEAD } from './audit.js';
import { CHANGE_PERMISSIONS } from './changes.js';
import { EVALUATE, EVALUATE_ALL, SHOW_AUTHZEN_CONFIGURATION } from './decisions.js';
import { CREATE_DEPARTMENT, DELETE_DEPARTMENT, UPDATE_DEPARTMENT } from './department-changes.js';
import { LIST_DEPARTMENTS, SHOW_DEPARTMENT, SHOW_DEPARTMENT_HIERARCHY } from './departments.js';
import { DESCRIBE } from './description.js';
import { LIST_GRANTS } from './grants.js';
import { CHECK_LIVENESS, CHECK_READINESS } from './health.js';
import { LIST_MODULES, LIST_PERMISSIONS } from './known-permissions.js';
import { LOCATE } from './locations.js';
import { SHOW_PAGE_CONFIG } from './page-config.js';
import { ADD_PERMISSIONS, REMOVE_PERMISSIONS } from './permissions.js';
import { SHOW_PROTECTED_RESOURCE } from './protected-resource.js';
import { RENAME_PERMISSION } from './renaming.js';
import { REVERT_CHANGES } from './revert.js';
import { SHOW_SESSION } from './session.js';
import { CREATE_USER, ERASE_USER, SET_ACTIVE, SET_IDENTITY, UPDATE_USER } from './user-changes.js';
import { LIST_USERS, SHOW_USER } from './users.js';

/** Every endpoint of ops-admin, in the order of the description. */
export const ENDPOINTS: readonly Endpoint[] = [
  LIST_DEPARTMENTS,
  SHOW_DEPARTMENT_HIERARCHY,
  CREATE_DEPARTMENT,
  UPDATE_DEPARTMENT,
  DELETE_DEPARTMENT,
  SHOW_DEPARTMENT,
  REMOVE_PERMISSIONS,
  ADD_PERMISSIONS,
  CHANGE_PERMISSIONS,
  LIST_PERMISSIONS,
  LIST_MODULES,
  RENAME_PERMISSION,
  LIST_GRANTS,
  CREATE_USER,
  UPDATE_USER,
  SET_ACTIVE,
  SET_IDENTITY,
  ERASE_USER,
  LIST_USERS,
  SHOW_USER,
  SHOW_SESSION,
  LIST_AUDIT,
  LIST_AUDIT_BATCHES,
  SHOW_AUDIT_ENTRY,
  SHOW_AUDIT_HEAD,
  EXPORT_AUDIT,
  REVERT_CHANGES,
  EVALUATE,
  EVALUATE_ALL,
  SHOW_AUTHZEN_CONFIGURATION,
  LOCATE,
  CHECK_LIVENESS,
  CHECK_READINESS,
  SHOW_PROTECTED_RESOURCE,
  SHOW_PAGE_CONFIG,
  DESCRIBE,
];
