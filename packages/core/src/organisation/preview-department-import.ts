import { err, ok, type Result, ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ImportDepartmentsOrder } from './import-departments.js';
import type { DepartmentRecord, Imported, ImportedDepartment, ParentCycle } from './organisation.js';
import type { OrganisationCopy } from './organisation-copy.js';
import { planDepartmentImport } from './plan-import.js';

/** Needed by {@link PreviewDepartmentImport}. */
export interface PreviewDepartmentImportPorts {
  readonly copy: Pick<OrganisationCopy, 'read'>;
}

/**
 * Reports what an import of departments would do, by the same rules as stores (decision 9). Does not check the caller: guard
 * it with `AccessOperations`. It only reads: it takes no lock, and writes nothing.
 */
export class PreviewDepartmentImport {
  readonly #copy: PreviewDepartmentImportPorts['copy'];

  constructor({ copy }: PreviewDepartmentImportPorts) {
    this.#copy = copy;
  }

  /** Errors: those of the import. */
  execute({
    departments,
  }: ImportDepartmentsOrder): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable> {
    return new ResultAsync(this.#currents()).andThen((currents) =>
      planDepartmentImport(departments, currents).map(({ records, summary }) => ({ records, summary })),
    );
  }

  async #currents(): Promise<Result<ReadonlyMap<ObjectId, DepartmentRecord>, StoreUnavailable>> {
    const currents = new Map<ObjectId, DepartmentRecord>();
    for await (const read of this.#copy.read()) {
      if (read.isErr()) return err(read.error);
      // They come first.
      if (read.value.type !== 'department') break;
      currents.set(read.value.department.id, read.value.department);
    }
    return ok(currents);
  }
}
