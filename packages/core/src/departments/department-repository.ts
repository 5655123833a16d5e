import type { ResultAsync } from '../result.js';
import type { ListRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Department, DepartmentDetails } from './department.js';
import type { DepartmentRecord } from './department-record.js';

/** A part of the list, and the number of all departments. */
export interface DepartmentPage {
  readonly total: number;
  readonly departments: readonly Department[];
}

/** One department as a record and as answers show it, and those directly below it, newest first. */
export interface FoundDepartment {
  readonly record: DepartmentRecord;
  readonly department: DepartmentDetails;
  readonly children: readonly DepartmentDetails[];
}

/** Options of a list of departments. */
export interface DepartmentListOptions {
  /** Whether it also shows the code and the number of users. */
  readonly details?: boolean | undefined;
}

/** Reads departments. */
export interface DepartmentRepository {
  /**
   * Returns the departments at the positions of a range, newest first, then by id, descending. Past the end the page is empty; page
   * and total are of one moment.
   */
  list(range: ListRange, options?: DepartmentListOptions): ResultAsync<DepartmentPage, StoreUnavailable>;
  /** Returns a department with all details, all of one moment. */
  find(id: ObjectId): ResultAsync<FoundDepartment | undefined, StoreUnavailable>;
  /**
   * For each of these texts, returns the id of the department that has it as its id, else as its code by `foldKey`. All are of one
   * moment.
   */
  idsNamed(names: readonly string[]): ResultAsync<readonly (ObjectId | undefined)[], StoreUnavailable>;
  /**
   * Returns the revision of the store at nearly no cost: while it stays equal, nothing was written. `undefined`, or no such method,
   * if the store does not know it.
   */
  revision?(): ResultAsync<string | undefined, StoreUnavailable>;
}
