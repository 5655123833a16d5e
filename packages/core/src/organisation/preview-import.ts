import { PermissionSet } from '../permissions/permission-set.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import { identityKey } from '../users/identity-change.js';
import type { User } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type {
  DepartmentRecord,
  Imported,
  ImportedDepartment,
  ImportOptions,
  ImportUsersError,
  ParentCycle,
  UsersImported,
  UserToImport,
} from './organisation.js';
import type { ArchiveRecord, OrganisationArchive } from './organisation-archive.js';
import { concludeUserImport, planDepartmentImport, planUserImport } from './plan-import.js';

/** Reports what an import would do, by the rules that stores import by. It only reads: no lock, and nothing is written (decision 9). */
export class PreviewImport {
  readonly #archive: OrganisationArchive;

  constructor(archive: OrganisationArchive) {
    this.#archive = archive;
  }

  /** Errors: those that the import would have. */
  users(
    users: readonly UserToImport[],
    options: ImportOptions,
  ): ResultAsync<UsersImported, ImportUsersError> {
    return new ResultAsync(this.#there()).andThen(({ users: currents }) => {
      const owners = new Map(
        [...currents.values()].flatMap(({ id, identities }) =>
          identities.map((identity) => [identityKey(identity), id] as const),
        ),
      );
      const plan: Result<UsersImported, ImportUsersError> = planUserImport(
        users,
        currents,
        (identity) => owners.get(identityKey(identity)),
        options,
      ).andThen((planned) => {
        const named = new Set(users.map(({ id }) => id));
        const hasOtherAdmin = [...currents.values()].some(
          ({ id, permissions }) => !named.has(id) && permissions.grants(options.adminPermission),
        );
        return concludeUserImport(planned, hasOtherAdmin, options);
      });
      return plan;
    });
  }

  /** Errors: those that the import would have. */
  departments(
    departments: readonly DepartmentRecord[],
  ): ResultAsync<Imported<ImportedDepartment>, ParentCycle | StoreUnavailable> {
    return new ResultAsync(this.#there()).andThen(({ departments: currents }) =>
      planDepartmentImport(departments, currents).map(({ records, summary }) => ({ records, summary })),
    );
  }

  async #there(): Promise<Result<There, StoreUnavailable>> {
    const there = { departments: new Map<ObjectId, DepartmentRecord>(), users: new Map<ObjectId, User>() };
    for await (const read of this.#archive.read()) {
      if (read.isErr()) return err(read.error);
      if (!take(there, read.value)) break;
    }
    return ok(there);
  }
}

interface There {
  readonly departments: Map<ObjectId, DepartmentRecord>;
  readonly users: Map<ObjectId, User>;
}

/** Whether there may be more: the trail comes last, and is long. */
function take({ departments, users }: There, record: ArchiveRecord): boolean {
  if (record.type === 'department') departments.set(record.department.id, record.department);
  else if (record.type === 'user') {
    const { permissions, ...user } = record.user;
    users.set(user.id, { ...user, permissions: PermissionSet.of(permissions) });
  } else return false;
  return true;
}
