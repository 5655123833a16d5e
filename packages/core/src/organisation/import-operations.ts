import { type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import { describeUnknownDepartment, findDepartments } from '../departments/find-department.js';
import { err, ok, type Result, ResultAsync } from '../result.js';
import { foldKey } from '../values/fold-key.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type {
  DepartmentToImport,
  Imported,
  ImportedDepartment,
  ImportUsersError,
  ParentCycle,
  RecordMistakes,
} from './organisation.js';
import { UserImportRun } from './user-import-run.js';
import type {
  ImportOperationsPorts,
  ImportUsersInput,
  UnknownReference,
  UnknownReferences,
  UserRecord,
  UsersImport,
} from './users-import.js';

/** A department to import, as plain data. */
export interface DepartmentRecordToImport extends DepartmentToImport {
  /** The parent by its id or code, of the import or of the store, in place of `parentId`. */
  readonly parent?: string;
  /** The manager by id or e-mail, in place of `managerId`. */
  readonly manager?: string;
}

/** What is imported. */
export interface ImportDepartmentsInput<E = never> {
  readonly departments: readonly DepartmentRecordToImport[];
  readonly origin: ChangeOrigin;
  /** Agrees to the preview before anything is written, or does not. */
  readonly agree?: (preview: Imported<ImportedDepartment>) => ResultAsync<unknown, E>;
  /** Whether nothing is written, and the records say what would be. */
  readonly dryRun?: boolean;
}

/** Imports whole records, all or nothing; a record that already exists is replaced (decision 9). */
export interface ImportOperations {
  /**
   * What it changes becomes audit entries. More users than fit into a transaction are all judged first, then written in several;
   * where one of those fails, those before it stay, and running the import again finds them unchanged.
   */
  users<Given extends UserRecord, E = never>(
    input: ImportUsersInput<Given, E>,
  ): ResultAsync<UsersImport, ImportUsersError | UnknownReferences | E>;
  /** All or nothing; each that changes becomes an audit entry. */
  departments<E = never>(
    input: ImportDepartmentsInput<E>,
  ): ResultAsync<Imported<ImportedDepartment>, ImportDepartmentsError | E>;
}

/** Why an import of departments wrote nothing. */
export type ImportDepartmentsError = ParentCycle | RecordMistakes | UnknownReferences | StoreUnavailable;

/** Imports into a store. Does not check the caller: guard it with `AccessOperations`. */
export function importOperations(ports: ImportOperationsPorts): ImportOperations {
  return {
    users: (input) => new ResultAsync(new UserImportRun(ports, input).execute()),
    departments: (input) => importDepartments(ports, input),
  };
}

function importDepartments<E>(
  { clock, organisation, ...ports }: ImportOperationsPorts,
  { agree, departments: records, dryRun = false, origin }: ImportDepartmentsInput<E>,
): ResultAsync<Imported<ImportedDepartment>, ImportDepartmentsError | E> {
  return referencesOf(ports, records).andThen((departments) => {
    const importing = (how: { readonly dryRun: boolean }) =>
      organisation.importDepartments(departments, {
        ...how,
        draft: draftOf('department', [], origin, clock),
      });
    if (dryRun || !agree) return importing({ dryRun });
    return importing({ dryRun: true })
      .andThen((preview) => agree(preview))
      .andThen(() => importing({ dryRun }));
  });
}

type RecordsError = UnknownReferences | StoreUnavailable;

/** Departments with the ids of those that they name. */
function referencesOf(
  { departments, users }: Pick<ImportOperationsPorts, 'departments' | 'users'>,
  records: readonly DepartmentRecordToImport[],
): ResultAsync<DepartmentToImport[], RecordsError> {
  const own = new Map<string, ObjectId>([
    ...records.flatMap(({ code, id }) => (code ? [[foldKey(code), id] as const] : [])),
    ...records.map(({ id }) => [id, id] as const),
  ]);
  // A parent in the import need not be there yet.
  const parentIn = (parent: string) => own.get(foldKey(parent));
  const parents = records.flatMap(({ parent }) =>
    parent === undefined || parentIn(parent) !== undefined ? [] : [parent],
  );
  const managers = [...new Set(records.flatMap(({ manager }) => manager ?? []))];
  const ids = managers.filter((manager) => parseObjectId(manager).isOk());
  const found = ResultAsync.combine([
    findDepartments(departments, parents),
    users.idsByEmail(managers),
    ResultAsync.combine(ids.map((id) => users.find(parseObjectId(id)._unsafeUnwrap()))),
  ]);
  return found.andThen(([parentOf, byEmail, byId]): Result<DepartmentToImport[], UnknownReferences> => {
    const managerOf = new Map(managers.map((manager, n) => [manager, byEmail[n]]));
    for (const [n, id] of ids.entries()) managerOf.set(id, byId[n]?.id);
    const unknown: UnknownReference[] = [];
    const resolved = records.map(({ manager, parent, ...record }) => {
      const { id } = record;
      const inStore = parent === undefined ? undefined : parentOf.get(parent);
      if (inStore?.isErr())
        unknown.push({ id, member: 'parent', message: describeUnknownDepartment(inStore.error) });
      const parentId = (parent === undefined ? undefined : parentIn(parent)) ?? inStore?.unwrapOr(undefined);
      const managerId = manager === undefined ? undefined : managerOf.get(manager);
      if (manager !== undefined && managerId === undefined)
        unknown.push({
          ...{ id, member: 'manager' },
          message: `no user has the id or the e-mail ${JSON.stringify(manager)}`,
        });
      return {
        ...record,
        ...(parentId !== undefined && { parentId }),
        ...(managerId !== undefined && { managerId }),
      };
    });
    return unknown.length > 0 ? err({ type: 'unknown-references', unknown }) : ok(resolved);
  });
}
