import type { ResultAsync } from '../result.js';
import type { ListRange } from '../values/list-range.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Department } from './department.js';

export type { Department, ListRange, ObjectId, StoreUnavailable };

/** A part of the list, with the number of all departments. */
export interface DepartmentPage {
  readonly total: number;
  readonly departments: readonly Department[];
}

/** Where departments are read. */
export interface DepartmentRepository {
  /**
   * The departments at the positions of a range, newest first, equal times by identifier, descending (decision 4). A
   * range past the end is an empty page with the true total; page and total are of the same moment.
   */
  list(range: ListRange): ResultAsync<DepartmentPage, StoreUnavailable>;
  /**
   * For each of these texts, the identifier of the department that has it as its identifier, in either case; if none has, those of
   * the departments with exactly this code, in order. The empty text is no code. All are of one moment.
   */
  idsNamed(names: readonly string[]): ResultAsync<readonly (readonly ObjectId[])[], StoreUnavailable>;
  /**
   * Equal revisions mean that nothing was written in between, so what was made of a page after the first is still valid; it
   * costs next to nothing. `undefined`, or no such method, if the store does not know.
   */
  revision?(): ResultAsync<string | undefined, StoreUnavailable>;
}
