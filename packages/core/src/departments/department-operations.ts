import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { DepartmentJson, DepartmentNodeJson } from './present-department.js';

/** What a program asks about departments: plain data, over a database or over HTTP (decision 4). */
export interface DepartmentOperations {
  /** All of them, newest first. */
  list(): ResultAsync<readonly DepartmentJson[], StoreUnavailable>;
  /** The top-level departments with those below them, newest first at every level. */
  tree(): ResultAsync<readonly DepartmentNodeJson[], StoreUnavailable>;
}
