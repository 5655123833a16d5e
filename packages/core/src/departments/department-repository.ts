import type { ResultAsync } from '../result.js';
import type { ListRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Department, DepartmentDetails } from './department.js';
import type { DepartmentRecord } from './department-record.js';

/** A part of the list, with the number of all departments. */
export interface DepartmentPage {
  readonly total: number;
  readonly departments: readonly Department[];
}

/** One department as it is kept and as answers show it, and those directly below it, newest first. */
export interface FoundDepartment {
  readonly record: DepartmentRecord;
  readonly department: DepartmentDetails;
  readonly children: readonly DepartmentDetails[];
}

/** What a list shows of each department. */
export interface DepartmentListOptions {
  /** Whether it shows the code and the number of users, too. */
  readonly details?: boolean | undefined;
}

/** Where departments are read. */
export interface DepartmentRepository {
  /**
   * The departments at the positions of a range, newest first, equal times by identifier, descending. A range past the end is an empty
   * page with the true total; page and total are of the same moment.
   */
  list(range: ListRange, options?: DepartmentListOptions): ResultAsync<DepartmentPage, StoreUnavailable>;
  /** The department with an identifier, with all details, all of one moment; `undefined` if it does not exist. */
  find(id: ObjectId): ResultAsync<FoundDepartment | undefined, StoreUnavailable>;
  /**
   * For each of these texts, the identifier of the department that has it as its identifier, in either case; if none has, of the
   * department with this code, in any spelling with the same `foldKey`. The empty text is no code. All are of one moment.
   */
  idsNamed(names: readonly string[]): ResultAsync<readonly (ObjectId | undefined)[], StoreUnavailable>;
  /**
   * Equal revisions mean that nothing was written in between, so what was made of a page after the first is still valid; it
   * costs next to nothing. `undefined`, or no such method, if the store does not know.
   */
  revision?(): ResultAsync<string | undefined, StoreUnavailable>;
}
