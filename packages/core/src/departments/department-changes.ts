import type { ActorRefused } from '../access/actor.js';
import { draftedNow } from '../audit/audit-entry.js';
import type { Organisation } from '../organisation/organisation.js';
import type { ChangeInput } from '../permissions/change-input.js';
import { type ChangeRules, type ReasonRequired, reasonRequired } from '../permissions/change-rules.js';
import { errAsync, okAsync, type ResultAsync } from '../result.js';
import { type FindUserError, type FindUserPorts, findUser } from '../users/find-user.js';
import { presentUserSummary } from '../users/present-user.js';
import type { UserNotFound } from '../users/user.js';
import { newObjectId, type ObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { type Department, presentDepartment } from './department.js';
import type {
  DepartmentChange,
  DepartmentMade,
  DepartmentRefusal,
  DepartmentResult,
  DepartmentValues,
} from './department-change.js';
import type { DepartmentRepository } from './department-repository.js';
import { findDepartment, type UnknownDepartment } from './find-department.js';
import { type DepartmentTexts, type InvalidDepartment, parseDepartment } from './parse-department.js';

/** The members of a department to create or change; a member that is left out stays. */
export interface DepartmentInput extends DepartmentTexts {
  /** The parent, by id or code; `null` for none. */
  readonly parent?: string | null | undefined;
  /** The manager, by id or e-mail; `null` for none. */
  readonly manager?: string | null | undefined;
}

type DepartmentChangeInput = Omit<ChangeInput, 'keepAdmin'>;

/** The department to create. */
export interface CreateDepartmentInput extends DepartmentChangeInput, DepartmentInput {
  readonly name: string;
}

/** The department to delete. */
export interface DeleteDepartmentInput extends DepartmentChangeInput {
  /** An id or a code. */
  readonly department: string;
  /** See `DepartmentRequest`. */
  readonly asSeen?: string | undefined;
}

/** The department to change, and what to change. */
export interface UpdateDepartmentInput extends DeleteDepartmentInput, DepartmentInput {}

/** The result of a change of one department; plain JSON. */
export interface DepartmentChanged {
  readonly result: DepartmentResult;
  /** The department after the change; a deleted one as it was. */
  readonly department: Department & { readonly code: string };
  /** Missing in a dry run, and if nothing changed. */
  readonly entry?: number;
}

/** Why a department was not changed. */
export type ChangeDepartmentError<Failure = StoreUnavailable> =
  | DepartmentRefusal
  | UnknownDepartment
  | UnknownParent
  | InvalidDepartment
  | UserNotFound
  | ReasonRequired
  | ActorRefused
  | Failure;

/** The named parent does not exist. */
export interface UnknownParent {
  readonly type: 'unknown-parent';
  readonly parent: UnknownDepartment;
}

/**
 * Every change of a department: plain data, over a database or over HTTP. Each is one transaction. `actor` of the input is the
 * caller: without it nobody is checked. `Failure` says why no answer came.
 */
export interface DepartmentChanges<Failure = StoreUnavailable> {
  create(input: CreateDepartmentInput): ResultAsync<DepartmentChanged, ChangeDepartmentError<Failure>>;
  update(input: UpdateDepartmentInput): ResultAsync<DepartmentChanged, ChangeDepartmentError<Failure>>;
  /** Errors: `department-not-empty` while it has users or departments. */
  delete(input: DeleteDepartmentInput): ResultAsync<DepartmentChanged, ChangeDepartmentError<Failure>>;
}

/** Needed by {@link departmentChanges}. */
export interface DepartmentChangesPorts extends FindUserPorts {
  readonly organisation: Pick<Organisation, 'changeDepartments'>;
  readonly departments: Pick<DepartmentRepository, 'idsNamed'>;
  readonly clock: Clock;
  readonly rules?: ChangeRules | undefined;
}

/** Makes the changes over stores. They check only the `actor` of an input: guard them with `AccessOperations`. */
export function departmentChanges(ports: DepartmentChangesPorts): DepartmentChanges {
  return {
    create: (input) =>
      valuesOf(ports, input).andThen(({ name = '', ...values }) =>
        make(ports, input, newObjectId(ports.clock), { action: 'create', values: { ...values, name } }),
      ),
    update: (input) =>
      findDepartment(ports.departments, input.department).andThen((id) =>
        valuesOf(ports, input).andThen((values) => make(ports, input, id, { action: 'update', values })),
      ),
    delete: (input) =>
      findDepartment(ports.departments, input.department).andThen((id) =>
        make(ports, input, id, { action: 'delete' }),
      ),
  };
}

function valuesOf(
  { departments, users }: DepartmentChangesPorts,
  { manager, parent, ...texts }: DepartmentInput,
): ResultAsync<DepartmentValues, InvalidDepartment | UnknownParent | FindUserError> {
  const read = parseDepartment(texts);
  if (read.isErr()) return errAsync(read.error);
  const parentId: ResultAsync<ObjectId | null | undefined, UnknownParent | StoreUnavailable> =
    typeof parent !== 'string'
      ? okAsync(parent)
      : findDepartment(departments, parent).mapErr((error) =>
          error.type === 'store-unavailable' ? error : { type: 'unknown-parent', parent: error },
        );
  const managerId: ResultAsync<ObjectId | null | undefined, FindUserError> =
    typeof manager !== 'string' ? okAsync(manager) : findUser({ users }, manager).map(({ id }) => id);
  return parentId.andThen((above) =>
    managerId.map((head) => ({
      ...read.value,
      ...(above !== undefined && { parentId: above }),
      ...(head !== undefined && { managerId: head }),
    })),
  );
}

function make(
  ports: DepartmentChangesPorts,
  { actor, asSeen, dryRun = false, origin }: DepartmentChangeInput & Pick<DeleteDepartmentInput, 'asSeen'>,
  departmentId: ObjectId,
  change: DepartmentChange,
): ResultAsync<
  DepartmentChanged,
  DepartmentRefusal | UnknownParent | ReasonRequired | ActorRefused | StoreUnavailable
> {
  const unfounded = dryRun ? undefined : reasonRequired(ports.rules, origin.reason);
  if (unfounded) return errAsync(unfounded);
  const request = { departmentId, change, draft: draftedNow(origin, ports.clock), asSeen };
  return ports.organisation.changeDepartments([request], { actor, dryRun }).andThen(([outcome]) => {
    if (!outcome) throw new Error('a change of a department has no outcome');
    if (outcome.type === 'made') return presented(ports, outcome);
    // The parent existed when it was looked up, and was deleted meanwhile.
    const isAbove = outcome.type === 'department-not-found' && outcome.department !== departmentId;
    return errAsync(isAbove ? { type: 'unknown-parent' as const, parent: outcome } : outcome);
  });
}

function presented(
  { users }: DepartmentChangesPorts,
  { department, entry, parent, result }: DepartmentMade,
): ResultAsync<DepartmentChanged, StoreUnavailable> {
  const { managerId } = department;
  return users.summaries(managerId === null ? [] : [managerId]).map(([manager]) => ({
    result,
    department: {
      ...presentDepartment(department, parent, manager && presentUserSummary(manager)),
      code: department.code,
    },
    ...(entry && { entry: entry.id }),
  }));
}
