import { type ChangeOrigin, draftOf } from '../audit/audit-entry.js';
import { describeUnknownDepartment, findDepartments } from '../departments/find-department.js';
import type { ParentCycle } from '../departments/parent-cycle.js';
import { err, ok, okAsync, type Result, ResultAsync } from '../result.js';
import { foldKey } from '../values/fold-text.js';
import { type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type {
  DepartmentToImport,
  Imported,
  ImportedDepartment,
  ImportUsersError,
  RecordMistake,
  RecordMistakes,
} from './organisation.js';
import { UserImportRun } from './user-import-run.js';
import type { ImportOperationsPorts, ImportUsersInput, UserRecord, UsersImport } from './users-import.js';

/** A department to import, as plain data. */
export interface DepartmentRecordToImport extends DepartmentToImport {
  /** The parent by id or code, of the import or of the store, in place of `parentId`. */
  readonly parent?: string;
  /** The manager by id or e-mail, in place of `managerId`. */
  readonly manager?: string;
  /** Whether the code finds the department. If it finds none, `id` is that of a new department. */
  readonly isFoundByCode?: boolean;
}

/** The result of an import of departments, or of its dry run. */
export interface DepartmentsImport extends Imported<ImportedDepartment> {
  /** The managers who are named by ids that no user has yet. */
  readonly missingManagers?: readonly ObjectId[];
}

/** The input of an import of departments. */
export interface ImportDepartmentsInput<E = never> {
  readonly departments: readonly DepartmentRecordToImport[];
  readonly origin: ChangeOrigin;
  /** Accepts the preview before anything is written, or declines. */
  readonly agree?: (preview: DepartmentsImport) => ResultAsync<unknown, E>;
  readonly dryRun?: boolean;
}

/** Imports whole records; an existing record is replaced. */
export interface ImportOperations {
  /**
   * Writes an audit entry for each change. More users than fit into a transaction are all judged first, then written in several; if
   * one of those fails, those before it stay, and a second import finds them unchanged.
   */
  users<Given extends UserRecord, E = never>(
    input: ImportUsersInput<Given, E>,
  ): ResultAsync<UsersImport, ImportUsersError | E>;
  /** Imports all departments or none; each change is an audit entry. */
  departments<E = never>(
    input: ImportDepartmentsInput<E>,
  ): ResultAsync<DepartmentsImport, ImportDepartmentsError | E>;
}

/** Why an import of departments wrote nothing. */
export type ImportDepartmentsError = ParentCycle | RecordMistakes | StoreUnavailable;

/** Makes the imports into a store. They do not check the caller: guard them with `AccessOperations`. */
export function importOperations(ports: ImportOperationsPorts): ImportOperations {
  return {
    users: (input) => new ResultAsync(new UserImportRun(ports, input).execute()),
    departments: (input) => importDepartments(ports, input),
  };
}

function importDepartments<E>(
  { clock, organisation, ...ports }: ImportOperationsPorts,
  { agree, departments: given, dryRun = false, origin }: ImportDepartmentsInput<E>,
): ResultAsync<DepartmentsImport, ImportDepartmentsError | E> {
  return identified(ports.departments, given).andThen((records) => {
    // Mistakes name records by the ids that they came with.
    const ofRecord = new Map(records.map(({ id }, n) => [id, given[n]?.id ?? id]));
    const ownId = (id: ObjectId) => ofRecord.get(id) ?? id;
    const ofRecords = (error: ImportDepartmentsError): ImportDepartmentsError => {
      if (error.type === 'record-mistakes')
        return { ...error, mistakes: error.mistakes.map((one) => ({ ...one, id: ownId(one.id) })) };
      return error.type === 'parent-cycle' ? { ...error, cycle: error.cycle.map(ownId) } : error;
    };
    return referencesOf(ports, records)
      .mapErr(ofRecords)
      .andThen(({ departments, missingManagers }) => {
        const importing = (how: { readonly dryRun: boolean }) =>
          organisation
            .importDepartments(departments, draftOf('department', [], origin, clock), how)
            .map((done): DepartmentsImport => ({ ...done, ...(missingManagers && { missingManagers }) }))
            .mapErr(ofRecords);
        if (dryRun || !agree) return importing({ dryRun });
        return importing({ dryRun: true })
          .andThen((preview) => agree(preview))
          .andThen(() => importing({ dryRun }));
      });
  });
}

/** Gives records the ids of the departments that have their codes now. */
function identified(
  departments: ImportOperationsPorts['departments'],
  records: readonly DepartmentRecordToImport[],
): ResultAsync<readonly DepartmentRecordToImport[], RecordsError> {
  const codes = records.flatMap(({ code, isFoundByCode }) => (isFoundByCode && code ? [code] : []));
  const owners: ReturnType<typeof findDepartments> =
    codes.length > 0 ? findDepartments(departments, codes) : okAsync(new Map());
  return owners.andThen((found): Result<DepartmentRecordToImport[], RecordsError> => {
    const seen = new Map<ObjectId, ObjectId>();
    const mistakes: RecordMistake[] = [];
    const whole = records.map(({ isFoundByCode = false, ...record }) => {
      const owner = isFoundByCode ? found.get(record.code ?? '') : undefined;
      const id = owner?.isOk() ? owner.value : record.id;
      const first = seen.get(id);
      if (first === undefined) seen.set(id, record.id);
      else {
        const message = `another record is also about the department ${id}`;
        for (const one of [first, record.id]) mistakes.push({ id: one, member: 'code', message });
      }
      return { ...record, id };
    });
    return mistakes.length > 0 ? err({ type: 'record-mistakes', mistakes }) : ok(whole);
  });
}

type RecordsError = RecordMistakes | StoreUnavailable;

interface Referring extends Pick<DepartmentsImport, 'missingManagers'> {
  readonly departments: readonly DepartmentToImport[];
}

/** Finds the ids of the parents and managers that records name. */
function referencesOf(
  { departments, users }: Pick<ImportOperationsPorts, 'departments' | 'users'>,
  records: readonly DepartmentRecordToImport[],
): ResultAsync<Referring, RecordsError> {
  const own = new Map<string, ObjectId>([
    ...records.flatMap(({ code, id }) => (code ? [[foldKey(code), id] as const] : [])),
    ...records.map(({ id }) => [id, id] as const),
  ]);
  // A parent in the import need not exist yet.
  const parentIn = (parent: string) => own.get(foldKey(parent));
  const parents = records.flatMap(({ parent }) =>
    parent === undefined || parentIn(parent) !== undefined ? [] : [parent],
  );
  const managers = [...new Set(records.flatMap(({ manager }) => manager ?? []))];
  const idOf = (manager: string) => parseObjectId(manager).unwrapOr(undefined);
  const ids = [
    ...new Set([
      ...managers.flatMap((manager) => idOf(manager) ?? []),
      ...records.flatMap(({ managerId }) => managerId ?? []),
    ]),
  ];
  const found = ResultAsync.combine([
    findDepartments(departments, parents),
    users.idsByEmail(managers),
    ResultAsync.combine(ids.map((id) => users.find(id))),
  ]);
  return found.andThen(([parentOf, byEmail, byId]): Result<Referring, RecordMistakes> => {
    const managerOf = new Map(managers.map((manager, n) => [manager, byEmail[n]]));
    // An id can be that of a user who comes later.
    for (const manager of managers) managerOf.set(manager, idOf(manager) ?? managerOf.get(manager));
    const missingManagers = ids.filter((_, n) => byId[n] === undefined);
    const mistakes: RecordMistake[] = [];
    const resolved = records.map(({ manager, parent, ...record }) => {
      const { id } = record;
      const inStore = parent === undefined ? undefined : parentOf.get(parent);
      if (inStore?.isErr())
        mistakes.push({ id, member: 'parent', message: describeUnknownDepartment(inStore.error) });
      const parentId = (parent === undefined ? undefined : parentIn(parent)) ?? inStore?.unwrapOr(undefined);
      const managerId = manager === undefined ? undefined : managerOf.get(manager);
      if (manager !== undefined && managerId === undefined)
        mistakes.push({
          ...{ id, member: 'manager' },
          message: `no user has the id or the e-mail ${JSON.stringify(manager)}`,
        });
      return {
        ...record,
        ...(parentId !== undefined && { parentId }),
        ...(managerId !== undefined && { managerId }),
      };
    });
    return mistakes.length > 0
      ? err({ type: 'record-mistakes', mistakes })
      : ok({ departments: resolved, ...(missingManagers.length > 0 && { missingManagers }) });
  });
}
