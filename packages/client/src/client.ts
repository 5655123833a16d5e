import type {
  AuditBatchPageJson,
  AuditEntryShownJson,
  AuditHeadJson,
  AuditPageJson,
  AuthzenConfigurationJson,
  ChangePermissionsBody,
  CreateDepartmentBody,
  CreateUserBody,
  DecisionJson,
  DecisionsJson,
  DeleteDepartmentBody,
  DepartmentChangedJson,
  DepartmentHierarchyJson,
  DepartmentPageJson,
  DepartmentShownJson,
  EraseUserBody,
  EvaluationBody,
  EvaluationsBody,
  GrantPageJson,
  GrantPageQuery,
  HealthyJson,
  KnownModulesJson,
  KnownPermissionsJson,
  LocatedJson,
  PageConfigJson,
  PermissionRunJson,
  ProtectedResourceJson,
  RenamePermissionBody,
  RevertChangesBody,
  SetActiveBody,
  SetIdentityBody,
  UpdateDepartmentBody,
  UpdateUserBody,
  UserChangedJson,
  UserErasedJson,
  UserPageJson,
  UserShownJson,
} from '@ops-admin/adapter-http-koa';
import type {
  AuditBatchQuery,
  AuditEntryJson,
  AuditFollowQuery,
  AuditListQuery,
  DepartmentListOptions,
  KnownPermissionsQuery,
  Precision,
  SessionJson,
  Timestamp,
  UserFilter,
  UserQuery,
} from '@ops-admin/core';
import type { Result, ResultAsync } from 'neverthrow';
import type { Problem } from './problem.js';

/** The result of a method: it never throws and never rejects. */
export type Answer<Data> = ResultAsync<Data, Problem>;

/**
 * Positions in a list, counted from 0: `start` is included, `end` is not. An end of 0 means no upper bound.
 */
export interface ListRange {
  readonly start: number;
  readonly end: number;
}

/** Filters of a list, all optional. Times are in ISO 8601, with their zone. */
export type Query<Parameters> = {
  readonly [Name in keyof Parameters]?:
    | (Exclude<Parameters[Name], undefined> extends Timestamp ? string : Parameters[Name])
    | undefined;
};

/** The expected state of the record of a change. */
export interface AsSeen {
  /**
   * The `etag` of {@link Client.showUser} or {@link Client.showDepartment}: if the record is another one by now, nothing is changed
   * (`PRECONDITION_FAILED`).
   */
  readonly ifMatch?: string | undefined;
}

/** A place, with who found it (`airport`, `gazetteer`, a provider), and how exactly. */
export type Located = LocatedJson['data'] & {
  readonly source: string;
  readonly precision: Precision;
};

/** Of every method. */
export interface Signal {
  /** Aborts this call alone. */
  readonly signal?: AbortSignal | undefined;
}

/** Where to begin, and what entries must match. */
export interface TrailFollowed extends Query<Omit<AuditListQuery, 'after' | 'before' | 'limit'>>, Signal {
  /** The last entry that is known; 0 to begin at the beginning. */
  readonly after: number;
}

/** Which entries are exported. */
export interface TrailExported extends Query<Omit<AuditListQuery, 'before' | 'limit'>>, Signal {}

/** Permissions to add to one user, or to remove. */
export interface PermissionsOfUser extends AsSeen {
  readonly userId: string;
  /** 1 to 1,000 strings. */
  readonly permissions: readonly string[];
  /** The reason, for the audit log; at most 500 characters. */
  readonly reason?: string | undefined;
}

/** The same to add, permanently or until a time. */
export interface PermissionsToAdd extends PermissionsOfUser {
  /** When they end, in ISO 8601, with its zone. */
  readonly until?: string | undefined;
}

/** Which batch to undo, and how. */
export type BatchReverted = Omit<RevertChangesBody['payload'], 'entries' | 'entry' | 'users'> & {
  readonly batch: string;
} & Signal;

/** An accepted addition or removal. */
export interface Changed {
  /** Its entry in the audit log; missing if nothing was changed. */
  readonly entry?: number;
}

/** One method for each operation of the interface, with the same name. Each gives the `data` of the answer. */
export interface Client {
  /** `GET /department/list/{start}/{end}`, for readers: the newest first, and the number of all. */
  listDepartments(
    members: ListRange & Query<DepartmentListOptions> & Signal,
  ): Answer<DepartmentPageJson['data']>;
  /** `GET /department/hierarchy`, for readers: departments as a tree, and the number of all. */
  showDepartmentHierarchy(
    members?: Query<DepartmentListOptions> & Signal,
  ): Answer<DepartmentHierarchyJson['data']>;
  /**
   * `GET /department/{departmentId}`, for readers: one department, and those directly below it. The `etag` is of its record alone.
   */
  showDepartment(
    members: { readonly departmentId: string } & Signal,
  ): Answer<DepartmentShownJson['data'] & { readonly etag?: string | undefined }>;
  /** `POST /department/create`, for admins. */
  createDepartment(members: CreateDepartmentBody['payload'] & Signal): Answer<DepartmentChangedJson['data']>;
  /** `PUT /department/update`, for admins: missing members stay. It is safe to repeat. */
  updateDepartment(
    members: UpdateDepartmentBody['payload'] & AsSeen & Signal,
  ): Answer<DepartmentChangedJson['data']>;
  /** `POST /department/delete`, for admins, of a department with neither users nor departments in it. It cannot be undone. */
  deleteDepartment(
    members: DeleteDepartmentBody['payload'] & AsSeen & Signal,
  ): Answer<DepartmentChangedJson['data']>;
  /** `PUT /user/remove-permissions`, for admins. It is safe to repeat. */
  removePermissions(members: PermissionsOfUser & Signal): Answer<Changed>;
  /** `PUT /user/add-permissions`, for admins. It is safe to repeat. */
  addPermissions(members: PermissionsToAdd & Signal): Answer<Changed>;
  /**
   * `POST /user/change-permissions`, for admins: 1 to 100 changes, and a row for each. A failed row is not an error of the
   * call.
   */
  changePermissions(members: ChangePermissionsBody['payload'] & Signal): Answer<PermissionRunJson['data']>;
  /**
   * `GET /permission/list/{start}/{end}`, for readers: the known permissions, ordered by the string, and the number of all that
   * match.
   */
  listPermissions(
    members: ListRange & Query<Omit<KnownPermissionsQuery, 'end' | 'start'>> & Signal,
  ): Answer<KnownPermissionsJson['data']>;
  /** `GET /permission/modules`, for readers: the modules of known permissions. */
  listModules(members?: Signal): Answer<KnownModulesJson['data']>;
  /** `POST /permission/rename`, for admins: a permission, or by its wildcard a module, for everybody who holds it; a row for each. */
  renamePermission(members: RenamePermissionBody['payload'] & Signal): Answer<PermissionRunJson['data']>;
  /** `GET /permission/grants/{start}/{end}`, for readers: what users hold, and who gave it; the number of all that match. */
  listGrants(members: ListRange & Query<GrantPageQuery> & Signal): Answer<GrantPageJson['data']>;
  /** `GET /user/list/{start}/{end}`, for readers: by name or as `sort` says, and the number of all who match. */
  listUsers(
    members: ListRange & Query<UserFilter & Pick<UserQuery, 'sort'>> & Signal,
  ): Answer<UserPageJson['data']>;
  /** `GET /user/{userId}`, for readers: what one user holds, what each string grants, and who can act as them. */
  showUser(
    members: { readonly userId: string } & Signal,
  ): Answer<UserShownJson['data'] & { readonly etag?: string | undefined }>;
  /** `POST /user/create`, for admins. */
  createUser(members: CreateUserBody['payload'] & Signal): Answer<UserChangedJson['data']>;
  /** `PUT /user/update`, for admins: each named member is replaced as a whole. It is safe to repeat. */
  updateUser(members: UpdateUserBody['payload'] & AsSeen & Signal): Answer<UserChangedJson['data']>;
  /** `PUT /user/set-active`, for admins. It is safe to repeat. */
  setActive(members: SetActiveBody['payload'] & AsSeen & Signal): Answer<UserChangedJson['data']>;
  /** `PUT /user/set-identity`, for admins. It is safe to repeat. */
  setIdentity(members: SetIdentityBody['payload'] & AsSeen & Signal): Answer<UserChangedJson['data']>;
  /** `POST /user/erase`, for admins, of a user who is not active. It cannot be undone. */
  eraseUser(members: EraseUserBody['payload'] & AsSeen & Signal): Answer<UserErasedJson['data']>;
  /** `GET /auth/session`, for every user: whose token it is. */
  showSession(members?: Signal): Answer<SessionJson>;
  /**
   * `GET /audit/list`, for readers: entries, the newest first, or with `after` the oldest first. `next` is the `before` or the
   * `after` of the next page.
   */
  listAudit(
    members?: Query<AuditListQuery & Pick<AuditFollowQuery, 'wait'>> & Signal,
  ): Answer<AuditPageJson['data']>;
  /** `GET /audit/batches`, for readers: runs over many users, the newest first. */
  listAuditBatches(members?: Query<Partial<AuditBatchQuery>> & Signal): Answer<AuditBatchPageJson['data']>;
  /** `GET /audit/entry/{id}`, for readers. */
  showAuditEntry(members: { readonly id: number } & Signal): Answer<AuditEntryShownJson['data']>;
  /** `GET /audit/head`, for readers: the newest entry in short, with the digest to keep elsewhere. */
  showAuditHead(members?: Signal): Answer<AuditHeadJson['data']>;
  /**
   * `GET /audit/export`, for readers: every entry that matches, the oldest first, as you take them. If it is cut it continues after
   * the last entry. A problem is given, and ends it: without one it is the whole.
   */
  exportAudit(members?: TrailExported): AsyncGenerator<Result<AuditEntryJson, Problem>, void>;
  /** `POST /audit/revert`, for admins: undoes either an entry or a batch of at most 1,000 entries. */
  revertChanges(members: RevertChangesBody['payload'] & Signal): Answer<PermissionRunJson['data']>;
  /**
   * Undoes a batch of any length, in as many requests to `POST /audit/revert` as it needs: all entries of a user in one. If one
   * fails after another was made, its users are rows `not-done`.
   */
  revertBatch(members: BatchReverted): Answer<PermissionRunJson['data']>;
  /** `POST /access/v1/evaluation`: whether a user may do something. About oneself; readers about anybody. */
  evaluate(members: EvaluationBody & Signal): Answer<DecisionJson>;
  /** `POST /access/v1/evaluations`: 1 to 500 such questions in one request, with their common members next to them. */
  evaluateAll(members: EvaluationsBody & Signal): Answer<DecisionsJson>;
  /** `GET /.well-known/authzen-configuration`, without a token: where decisions are made. You get the whole answer. */
  showAuthzenConfiguration(members?: Signal): Answer<AuthzenConfigurationJson>;
  /** `GET /geo-locations/address/{address}`, for every user: where an address or an airport is, who found it, and how exactly. */
  locate(members: { readonly address: string } & Signal): Answer<Located>;
  /** `GET /health/live`, without a token. The answer has no `data`; you get all of it. */
  checkLiveness(members?: Signal): Answer<HealthyJson>;
  /** `GET /health/ready`, without a token. The answer has no `data`; you get all of it. */
  checkReadiness(members?: Signal): Answer<HealthyJson>;
  /** `GET /.well-known/oauth-protected-resource`, without a token: where tokens come from. You get the whole answer. */
  showProtectedResource(members?: Signal): Answer<ProtectedResourceJson>;
  /** `GET /page/config`, without a token: how the page of the service signs people in. You get the whole answer. */
  showPageConfig(members?: Signal): Answer<PageConfigJson>;
  /** `GET /openapi.json`, without a token: the OpenAPI document itself. */
  describe(members?: Signal): Answer<Readonly<Record<string, unknown>>>;
  /**
   * `GET /audit/list` as a feed, for readers: every entry after one, once and in order, and those that come, until the signal
   * aborts or the loop ends. It connects again by itself, also while the service is away; 401 is asked again once, for a newer
   * token. Another problem is given, and ends it. To continue later, keep the id of the last entry.
   */
  followTrail(members: TrailFollowed): AsyncGenerator<Result<AuditEntryJson, Problem>, void>;
}

/** The input of a method, by its name: `Input<'listUsers'>`. */
export type Input<Name extends keyof Client> = NonNullable<Parameters<Client[Name]>[0]>;

/** The data in the answer of a method, by its name: `Data<'listUsers'>`. */
export type Data<Name extends Exclude<keyof Client, 'exportAudit' | 'followTrail'>> =
  ReturnType<Client[Name]> extends Answer<infer Held> ? Held : never;
