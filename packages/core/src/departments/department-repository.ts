import type { ResultAsync } from '../result.js';
import type { ListRange } from '../values/list-range.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Department } from './department.js';

export type { Department, ListRange, StoreUnavailable };

/** A part of the list, with the number of all departments. */
export interface DepartmentPage {
  readonly total: number;
  readonly departments: readonly Department[];
  /**
   * Equal revisions of the same range mean the same page, so what was made of it is still valid. Missing if the store does
   * not know.
   */
  readonly revision?: string | undefined;
}

/** Where departments are read. */
export interface DepartmentRepository {
  /**
   * The departments at the positions of a range, newest first, equal times by identifier, descending (decision 4). A
   * range past the end is an empty page with the true total; page and total are of the same moment.
   */
  list(range: ListRange): ResultAsync<DepartmentPage, StoreUnavailable>;
}
