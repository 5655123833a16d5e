import { err, ok, type Result, ResultAsync } from '../result.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { ImportDepartmentsOrder } from './import-departments.js';
import type { DepartmentRecord, Imported, ImportedDepartment, ParentCycle } from './organisation.js';
import type { OrganisationArchive } from './organisation-archive.js';
import { planDepartmentImport } from './plan-import.js';

/** Needed by {@link PreviewDepartmentImport}. */
export interface PreviewDepartmentImportParts {
  readonly archive: Pick<OrganisationArchive, 'read'>;
}

/**
 * Reports what an import of departments would do, by the rules that stores import by (decision 9). Judges nobody: guard it with
 * `RequireAdmin`. It only reads: no lock, and nothing is written.
 */
export class PreviewDepartmentImport {
  readonly #archive: PreviewDepartmentImportParts['archive'];

  constructor({ archive }: PreviewDepartmentImportParts) {
    this.#archive = archive;
  }

  /** Errors: those that the import would have. */
  execute({
    departments,
  }: ImportDepartmentsOrder): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable> {
    return new ResultAsync(this.#currents()).andThen((currents) =>
      planDepartmentImport(departments, currents).map(({ records, summary }) => ({ records, summary })),
    );
  }

  async #currents(): Promise<Result<ReadonlyMap<ObjectId, DepartmentRecord>, StoreUnavailable>> {
    const currents = new Map<ObjectId, DepartmentRecord>();
    for await (const read of this.#archive.read()) {
      if (read.isErr()) return err(read.error);
      // They come first.
      if (read.value.type !== 'department') break;
      currents.set(read.value.department.id, read.value.department);
    }
    return ok(currents);
  }
}
