import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type {
  DepartmentRecord,
  Imported,
  ImportedDepartment,
  Organisation,
  ParentCycle,
} from './organisation.js';

/** What is imported. */
export interface ImportDepartmentsOrder {
  readonly departments: readonly DepartmentRecord[];
}

/** Needed by {@link ImportDepartments}. */
export interface ImportDepartmentsPorts {
  readonly organisation: Pick<Organisation, 'importDepartments'>;
}

/**
 * Imports departments, all or nothing; a department that already exists is replaced (decision 9). Does not check the caller:
 * guard it with `AccessOperations`. `PreviewDepartmentImport` reports what would change.
 */
export class ImportDepartments {
  readonly #organisation: ImportDepartmentsPorts['organisation'];

  constructor({ organisation }: ImportDepartmentsPorts) {
    this.#organisation = organisation;
  }

  /** Errors: `parent-cycle`, `store-unavailable`; nothing is changed then. */
  execute({
    departments,
  }: ImportDepartmentsOrder): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable> {
    return this.#organisation.importDepartments(departments);
  }
}
