import type { AccessPolicy } from '../access/access-policy.js';
import type { ActorRefused } from '../access/actor.js';
import { type AuditAction, draftOf } from '../audit/audit-entry.js';
import type { DepartmentRepository } from '../departments/department-repository.js';
import { findDepartment, type UnknownDepartment } from '../departments/find-department.js';
import type { ChangeInput } from '../permissions/change-input.js';
import {
  type ChangeRules,
  type ReasonRequired,
  reasonRequired,
  type UnlistedPermission,
  unlistedAmong,
} from '../permissions/change-rules.js';
import { type InvalidPermission, parsePermission } from '../permissions/permission.js';
import type { EndsJson } from '../permissions/permission-ends.js';
import {
  type ChangeMade,
  type ChangeOutcome,
  type ChangeOutdated,
  type ChangeRequest,
  type EndPassed,
  madeOr,
  type NoAdminLeft,
  type PermissionStore,
  type Refused,
  type TooManyPermissions,
  type UserActive,
  type UserExists,
} from '../permissions/permission-store.js';
import { errAsync, ok, okAsync, Result, type ResultAsync } from '../result.js';
import { newObjectId, type ObjectId, parseObjectId } from '../values/object-id.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { Clock } from '../values/timestamp.js';
import { namesOf } from './describe-user.js';
import { type FindUserError, findUserId } from './find-user.js';
import type { IdentityChange, IdentityTaken, LinkOutcome } from './identity-change.js';
import { type InvalidIdentity, parseLinkableIdentity } from './linkable-identity.js';
import { type InvalidPerson, parseNewPerson, parsePerson } from './parse-person.js';
import type { PersonChange, PersonOutcome } from './person-change.js';
import { presentUser, type UserJson } from './present-user.js';
import type { EmailTaken, ExternalIdentity, PersonalInformation, UserNotFound } from './user.js';
import type { UserDirectory } from './user-directory.js';

/** The person to create or change; a missing member stays, and a named one is replaced as a whole. */
export interface PersonInput {
  readonly emails?: readonly string[] | undefined;
  readonly personalInformation?:
    | { readonly [Part in keyof PersonalInformation]?: string | undefined }
    | undefined;
  /** The id or the code of a department; `null` for none. */
  readonly department?: string | null | undefined;
}

/** The user to create. */
export interface CreateUserInput extends Omit<ChangeInput, 'keepAdmin'>, PersonInput {
  /** At least one. */
  readonly emails: readonly string[];
  /** A name, or a first or last name of which it is made. */
  readonly personalInformation: NonNullable<PersonInput['personalInformation']>;
  /** A new id by default. */
  readonly id?: string | undefined;
  readonly permissions?: readonly string[] | undefined;
  /** The ends of permissions; the others are permanent. */
  readonly ends?: EndsJson | undefined;
  readonly identities?: readonly ExternalIdentity[] | undefined;
}

/** The user to change. */
export interface ChangeUserInput extends ChangeInput {
  /** An id or an e-mail. */
  readonly user: string;
  /** See `ChangeRequest`. */
  readonly asOf?: number | undefined;
}

export interface UpdateUserInput extends ChangeUserInput, PersonInput {}

export interface SetActiveInput extends ChangeUserInput {
  readonly active: boolean;
}

export interface SetIdentityInput extends ChangeUserInput {
  readonly identity: ExternalIdentity;
  readonly linked: boolean;
}

/** The result of a change of one user; plain JSON. */
export interface UserChanged {
  readonly userId: string;
  /** The first one. */
  readonly email?: string;
  readonly name?: string;
  readonly result: PersonOutcome | LinkOutcome;
  /** The user after the change; missing after an erasure. */
  readonly user?: UserJson;
  /** The first written entry; missing if nothing changed, and in a dry run. */
  readonly entry?: number;
  readonly makesAdmin: boolean;
  readonly leavesNoAdmin: boolean;
}

/** Why a user was not created. */
export type CreateUserError<Failure = StoreUnavailable> =
  | InvalidPerson
  | InvalidPermission
  | UnlistedPermission
  | InvalidIdentity
  | UnknownDepartment
  | UserExists
  | EmailTaken
  | IdentityTaken
  | TooManyPermissions
  | ReasonRequired
  | EndPassed
  | ActorRefused
  | Failure;

/** Why any change of a user was not made. */
export type ChangeUserError<Failure = StoreUnavailable> =
  | UserNotFound
  | ChangeOutdated
  | ReasonRequired
  | ActorRefused
  | Failure;

/**
 * Every change of a user's person and state: plain data, over a database or over HTTP. Each is one transaction. `actor` of the
 * input is the caller: without it nobody is checked. `Failure` says why no answer came.
 */
export interface UserChanges<Failure = StoreUnavailable> {
  create(input: CreateUserInput): ResultAsync<UserChanged, CreateUserError<Failure>>;
  update(
    input: UpdateUserInput,
  ): ResultAsync<UserChanged, InvalidPerson | EmailTaken | UnknownDepartment | ChangeUserError<Failure>>;
  /** An inactive user is granted nothing. Errors: `no-admin-left` unless `keepAdmin` is false. */
  setActive(input: SetActiveInput): ResultAsync<UserChanged, NoAdminLeft | ChangeUserError<Failure>>;
  /** Links an identity to a user, or unlinks it. */
  setIdentity(
    input: SetIdentityInput,
  ): ResultAsync<UserChanged, InvalidIdentity | IdentityTaken | ChangeUserError<Failure>>;
  /** Removes all that is known of an inactive user. It cannot be undone. */
  erase(input: ChangeUserInput): ResultAsync<UserChanged, UserActive | ChangeUserError<Failure>>;
}

/** Needed by {@link userChanges}. */
export interface UserChangesPorts {
  readonly users: Pick<UserDirectory, 'idsByEmail' | 'summaries'>;
  readonly store: Pick<PermissionStore, 'change'>;
  readonly departments: Pick<DepartmentRepository, 'idsNamed'>;
  readonly clock: Clock;
  readonly policy: AccessPolicy;
  readonly rules?: ChangeRules | undefined;
}

/** Makes the changes over stores. They check only the `actor` of an input: guard them with `AccessOperations`. */
export function userChanges(ports: UserChangesPorts): UserChanges {
  return {
    create: (input) => createUser(ports, input),
    update: ({ department, emails, personalInformation, ...input }) =>
      parsePerson({ emails, personalInformation }).asyncAndThen((person) =>
        departmentOf(ports, department).andThen((place) =>
          changeOne(
            ports,
            input,
            { action: 'update', person: { ...person, ...place } },
            'department-not-found',
            'email-taken',
          ),
        ),
      ),
    setActive: ({ active, ...input }) =>
      changeOne(ports, input, { action: active ? 'activate' : 'deactivate' }, 'no-admin-left'),
    setIdentity: ({ identity, linked, ...input }) =>
      parseLinkableIdentity(identity).asyncAndThen((linkable) =>
        changeOne(ports, input, { action: linked ? 'link' : 'unlink', identity: linkable }, 'identity-taken'),
      ),
    erase: (input) => changeOne(ports, input, { action: 'erase' }, 'user-active'),
  };
}

function createUser(
  ports: UserChangesPorts,
  {
    department,
    emails,
    ends,
    id,
    identities = [],
    permissions = [],
    personalInformation,
    ...input
  }: CreateUserInput,
): ResultAsync<UserChanged, CreateUserError> {
  const userId = id === undefined ? ok(newObjectId(ports.clock)) : parseObjectId(id);
  if (userId.isErr())
    return errAsync({ type: 'invalid-person', path: ['_id'], problem: 'must be 24 hexadecimal digits' });
  const person = parseNewPerson({ emails, personalInformation });
  if (person.isErr()) return errAsync(person.error);
  const held = Result.combine(permissions.map(parsePermission));
  if (held.isErr()) return errAsync(held.error);
  const unlisted = unlistedAmong(ports.rules, held.value);
  if (unlisted) return errAsync(unlisted);
  const linkable = Result.combine(identities.map(parseLinkableIdentity));
  if (linkable.isErr()) return errAsync(linkable.error);
  return departmentOf(ports, department).andThen(({ departmentId = null }) => {
    const whole = { ...person.value, departmentId };
    const given = { permissions: held.value, ...(ends && { ends }) };
    const change = { action: 'create', person: whole, ...given } as const;
    const links = linkable.value.map((identity) => ({ action: 'link', identity }) as const);
    const requests = [change, ...links].map((one) => requestOf(ports, userId.value, one, input));
    return make(ports, requests, input).andThen((outcomes) => {
      // The links do not find a user who was not created.
      const refused = outcomes.find(({ type }) => type !== 'made') ?? outcomes.at(-1);
      return madeOr(refused, ...CREATE_REFUSALS).map((last) => changedOf(outcomes[0] as ChangeMade, last));
    });
  });
}

const CREATE_REFUSALS = [
  'user-exists',
  'department-not-found',
  'email-taken',
  'identity-taken',
  'too-many-permissions',
  'end-passed',
] as const;

function departmentOf(
  { departments }: UserChangesPorts,
  department: string | null | undefined,
): ResultAsync<{ readonly departmentId?: ObjectId | null }, UnknownDepartment | StoreUnavailable> {
  if (department === undefined) return okAsync({});
  if (department === null) return okAsync({ departmentId: null });
  return findDepartment(departments, department).map((departmentId) => ({ departmentId }));
}

function changeOne<Refusal extends ChangeOutcome['type'] = never>(
  ports: UserChangesPorts,
  { user, ...input }: ChangeUserInput,
  change: PersonChange | IdentityChange,
  ...refusals: readonly Refusal[]
): ResultAsync<
  UserChanged,
  | Refused<Refusal | 'user-not-found' | 'outdated'>
  | FindUserError
  | ReasonRequired
  | ActorRefused
  | StoreUnavailable
> {
  return findUserId(ports.users, user).andThen((id) =>
    make(ports, [requestOf(ports, id, change, input)], input).andThen(([outcome]) =>
      madeOr<Refusal | 'user-not-found' | 'outdated'>(outcome, 'user-not-found', 'outdated', ...refusals).map(
        (made) => changedOf(made),
      ),
    ),
  );
}

function requestOf(
  { clock }: UserChangesPorts,
  userId: ObjectId,
  change: PersonChange | IdentityChange,
  { asOf, origin }: Pick<ChangeUserInput, 'asOf' | 'origin'>,
): ChangeRequest {
  const action: AuditAction = change.action;
  const draft = draftOf(action, change.action === 'create' ? change.permissions : [], origin, clock);
  return {
    userId,
    change,
    draft: 'identity' in change ? { ...draft, identity: change.identity } : draft,
    ...(asOf !== undefined && { asOf }),
  };
}

function make(
  { policy: { adminPermission }, rules, store }: UserChangesPorts,
  requests: readonly ChangeRequest[],
  { actor, dryRun = false, keepAdmin = true, origin }: ChangeInput,
): ResultAsync<readonly ChangeOutcome[], ReasonRequired | ActorRefused | StoreUnavailable> {
  const unfounded = dryRun ? undefined : reasonRequired(rules, origin.reason);
  if (unfounded) return errAsync(unfounded);
  return store.change(requests, { actor, adminPermission, keepAdmin, dryRun, atomic: true });
}

/** `last` has the user after the last change of the call. */
function changedOf(made: ChangeMade, { user } = made): UserChanged {
  const { entry, leavesNoAdmin, link, makesAdmin, person, userId } = made;
  const result = person ?? link;
  if (!result) throw new Error('a change of a user has no result');
  return {
    ...namesOf(made),
    userId,
    result,
    ...(user && { user: presentUser(user) }),
    ...(entry && { entry: entry.id }),
    makesAdmin,
    leavesNoAdmin,
  };
}
