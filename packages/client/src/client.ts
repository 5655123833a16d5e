import type {
  DepartmentHierarchyJson,
  DepartmentPageJson,
  HealthyJson,
  LocatedJson,
} from '@ops-admin/adapter-http-koa';
import type { ResultAsync } from 'neverthrow';
import type { Problem } from './problem.js';

/** What a method gives: it never throws and never rejects. */
export type Answer<Data> = ResultAsync<Data, Problem>;

/** Positions in a list, counted from 0: `start` is included, `end` is not. An end of 0 is no upper bound (interface, "Paging"). */
export interface ListRange {
  readonly start: number;
  readonly end: number;
}

/** Permissions to give to one user, or to take from one. */
export interface PermissionsOfUser {
  readonly userId: string;
  /** 1 to 1,000 strings. */
  readonly permissions: readonly string[];
}

/** An accepted change of one user. */
export interface Changed {
  /** The number of its entry in the audit trail; `undefined` where the service does not say. */
  readonly entry: number | undefined;
}

/** One method an operation of the interface (decision 12). Each gives the `data` of the answer, or a {@link Problem}. */
export interface Client {
  /** `GET /department/list/{start}/{end}`, for admins: departments, newest first, and the number of all. */
  listDepartments(members: ListRange): Answer<DepartmentPageJson['data']>;
  /** `GET /department/hierarchy`, for admins: departments below their parents, and the number of all. */
  showDepartmentHierarchy(): Answer<DepartmentHierarchyJson['data']>;
  /** `PUT /user/remove-permissions`, for admins. */
  removePermissions(members: PermissionsOfUser): Answer<Changed>;
  /** `PUT /user/add-permissions`, for admins. */
  addPermissions(members: PermissionsOfUser): Answer<Changed>;
  /** `GET /geo-locations/address/{address}`, for every user: where an address or an airport is. */
  locate(members: { readonly address: string }): Answer<LocatedJson['data']>;
  /** `GET /health/live`, without a token. The answer has no `data`: it is given as it is. */
  checkLiveness(): Answer<HealthyJson>;
  /** `GET /health/ready`, without a token. The answer has no `data`: it is given as it is. */
  checkReadiness(): Answer<HealthyJson>;
  /** `GET /openapi.json`, without a token: the OpenAPI document itself. */
  describe(): Answer<Readonly<Record<string, unknown>>>;
}
