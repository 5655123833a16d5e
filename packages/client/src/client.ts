import type {
  AuditBatchPageJson,
  AuditEntryShownJson,
  AuditPageJson,
  ChangePermissionsBody,
  CreateUserBody,
  DepartmentHierarchyJson,
  DepartmentPageJson,
  EraseUserBody,
  HealthyJson,
  LocatedJson,
  PermissionRunJson,
  ProtectedResourceJson,
  RevertChangesBody,
  SetActiveBody,
  SetIdentityBody,
  UpdateUserBody,
  UserChangedJson,
  UserPageJson,
  UserShownJson,
} from '@ops-admin/adapter-http-koa';
import type {
  AuditBatchesQuery,
  AuditFollowQuery,
  AuditListQuery,
  SessionJson,
  Timestamp,
  UserFilter,
  UserQuery,
} from '@ops-admin/core';
import type { ResultAsync } from 'neverthrow';
import type { Problem } from './problem.js';

/** The result of a method: it never throws and never rejects. */
export type Answer<Data> = ResultAsync<Data, Problem>;

/**
 * Positions in a list, counted from 0: `start` is included, `end` is not. An end of 0 means no upper bound (interface,
 * "Paging").
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

/** What a change of one user is made on. */
export interface AsSeen {
  /** The `etag` of {@link Client.showUser}: of a user who is another by now nothing is changed (`PRECONDITION_FAILED`). */
  readonly ifMatch?: string | undefined;
}

/** Permissions to add to one user, or to remove. */
export interface PermissionsOfUser extends AsSeen {
  readonly userId: string;
  /** 1 to 1,000 strings. */
  readonly permissions: readonly string[];
  /** The reason, for the audit trail; at most 500 characters. */
  readonly reason?: string | undefined;
}

/** An accepted change of one user. */
export interface Changed {
  /** Its entry in the audit trail; missing if nothing was changed. */
  readonly entry?: number | undefined;
}

/** One method for each operation of the interface, with the same name (decision 12). Each gives the `data` of the answer. */
export interface Client {
  /** `GET /department/list/{start}/{end}`, for readers: the newest first, and the number of all. */
  listDepartments(members: ListRange): Answer<DepartmentPageJson['data']>;
  /** `GET /department/hierarchy`, for readers: departments as a tree, and the number of all. */
  showDepartmentHierarchy(): Answer<DepartmentHierarchyJson['data']>;
  /** `PUT /user/remove-permissions`, for admins. It is safe to repeat. */
  removePermissions(members: PermissionsOfUser): Answer<Changed>;
  /** `PUT /user/add-permissions`, for admins. It is safe to repeat. */
  addPermissions(members: PermissionsOfUser): Answer<Changed>;
  /**
   * `POST /user/change-permissions`, for admins: 1 to 500 changes, and a row for each. A failed row is not an error of the
   * call.
   */
  changePermissions(members: ChangePermissionsBody['payload']): Answer<PermissionRunJson['data']>;
  /** `GET /user/list/{start}/{end}`, for readers: by name or as `sort` says, and the number of all who match. */
  listUsers(members: ListRange & Query<UserFilter & Pick<UserQuery, 'sort'>>): Answer<UserPageJson['data']>;
  /** `GET /user/{userId}`, for readers: what one user holds, what each string grants, and who can act as them. */
  showUser(members: {
    readonly userId: string;
  }): Answer<UserShownJson['data'] & { readonly etag?: string | undefined }>;
  /** `POST /user/create`, for admins. */
  createUser(members: CreateUserBody['payload']): Answer<UserChangedJson['data'] & Changed>;
  /** `PUT /user/update`, for admins: what is named is replaced as a whole. It is safe to repeat. */
  updateUser(members: UpdateUserBody['payload'] & AsSeen): Answer<UserChangedJson['data'] & Changed>;
  /** `PUT /user/set-active`, for admins. It is safe to repeat. */
  setActive(members: SetActiveBody['payload'] & AsSeen): Answer<UserChangedJson['data'] & Changed>;
  /** `PUT /user/set-identity`, for admins. It is safe to repeat. */
  setIdentity(members: SetIdentityBody['payload'] & AsSeen): Answer<UserChangedJson['data'] & Changed>;
  /** `POST /user/erase`, for admins, of a user who is not active. It cannot be undone. */
  eraseUser(members: EraseUserBody['payload'] & AsSeen): Answer<Changed>;
  /** `GET /auth/session`, for every user: whose token it is. */
  showSession(): Answer<SessionJson>;
  /**
   * `GET /audit/list`, for readers: entries, the newest first, or with `after` the oldest first. `next` is the `before` or the
   * `after` of the next page.
   */
  listAudit(members?: Query<AuditListQuery & Pick<AuditFollowQuery, 'wait'>>): Answer<AuditPageJson['data']>;
  /** `GET /audit/batches`, for readers: runs over many users, the newest first. */
  listAuditBatches(members?: Query<AuditBatchesQuery>): Answer<AuditBatchPageJson['data']>;
  /** `GET /audit/entry/{id}`, for readers. */
  showAuditEntry(members: { readonly id: number }): Answer<AuditEntryShownJson['data']>;
  /** `POST /audit/revert`, for admins: undoes either an entry or a batch. */
  revertChanges(members: RevertChangesBody['payload']): Answer<PermissionRunJson['data']>;
  /** `GET /geo-locations/address/{address}`, for every user: where an address or an airport is. */
  locate(members: { readonly address: string }): Answer<LocatedJson['data']>;
  /** `GET /health/live`, without a token. The answer has no `data`; you get all of it. */
  checkLiveness(): Answer<HealthyJson>;
  /** `GET /health/ready`, without a token. The answer has no `data`; you get all of it. */
  checkReadiness(): Answer<HealthyJson>;
  /** `GET /.well-known/oauth-protected-resource`, without a token: where tokens come from. You get the whole answer. */
  showProtectedResource(): Answer<ProtectedResourceJson>;
  /** `GET /openapi.json`, without a token: the OpenAPI document itself. */
  describe(): Answer<Readonly<Record<string, unknown>>>;
}
