import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { DepartmentJson, DepartmentNodeJson } from './present-department.js';

/** Which departments to list, and how many at most. */
export interface DepartmentQuery {
  /** A part of the name or the description, without regard to case, or the beginning of an id. */
  readonly search?: string;
  readonly limit?: number;
}

/**
 * What a program asks about departments: plain data, over a database or over HTTP (decision 4). `Failure` is why there is no
 * answer at all.
 */
export interface DepartmentOperations<Failure = StoreUnavailable> {
  /** Newest first. */
  list(query?: DepartmentQuery): ResultAsync<readonly DepartmentJson[], Failure>;
  /** The top-level departments with the departments below them, newest first at every level. */
  tree(): ResultAsync<readonly DepartmentNodeJson[], Failure>;
}
