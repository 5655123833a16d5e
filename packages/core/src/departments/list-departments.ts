import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { DepartmentRange } from './department-range.js';
import type { DepartmentPage, DepartmentRepository } from './department-repository.js';

/** Lists departments, flat and newest first (interface, "GET /department/list/{start}/{end}"). */
export class ListDepartments {
  readonly #departments: DepartmentRepository;

  constructor(departments: DepartmentRepository) {
    this.#departments = departments;
  }

  /** Errors: `store-unavailable`. */
  execute(range: DepartmentRange): ResultAsync<DepartmentPage, StoreUnavailable> {
    return this.#departments.list(range);
  }
}
