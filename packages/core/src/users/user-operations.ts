import type { AccessPolicy } from '../access/access-policy.js';
import type { DepartmentRepository } from '../departments/department-repository.js';
import { findDepartment, type UnknownDepartment } from '../departments/find-department.js';
import type { GrantBlock } from '../permissions/grant.js';
import {
  type GrantJson,
  type GrantQuery,
  type GrantQueryError,
  readGrants,
} from '../permissions/permission-grants.js';
import { err, ok, type Result, type ResultAsync } from '../result.js';
import { type ListBounds, listRange } from '../values/list-range.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import { findUserId, notFound } from './find-user.js';
import { presentUser, presentUserDetails, type UserDetailsJson, type UserJson } from './present-user.js';
import type { UserNotFound } from './user.js';
import type { UserDirectory, UserPage, UserSearch, UserSort } from './user-directory.js';
import type { UserFilter } from './user-filter.js';

/** Selects users: they match all of it, at the positions of a range. */
export interface UserQuery extends UserFilter, ListBounds {
  /** `name` by default. */
  readonly sort?: UserSort;
}

/** Some users, and the number of all matches. */
export interface UserList {
  readonly total: number;
  readonly users: readonly UserJson[];
}

/** Reads of users: plain data, over a database or over HTTP. `Failure` says why no answer came. */
export interface UserOperations<Failure = StoreUnavailable> {
  /** Returns users in their order, then by id. */
  list(query?: UserQuery): ResultAsync<UserList, UnknownDepartment | Failure>;
  /** Returns one user, by id or e-mail, with what they can do. */
  find(user: string): ResultAsync<UserDetailsJson, UserNotFound | Failure>;
  /**
   * Yields what users hold, and which entry gave it, in blocks of one moment, ordered by the name of the user and the id, then as
   * they hold it. The first block comes even if nothing matches.
   */
  grants(query?: GrantQuery): AsyncIterable<Result<GrantBlock<GrantJson>, GrantQueryError | Failure>>;
}

export interface UserOperationsPorts {
  readonly users: Pick<UserDirectory, 'findRecorded' | 'grants' | 'idsByEmail' | 'search' | 'summaries'>;
  readonly departments: Pick<DepartmentRepository, 'idsNamed'>;
  readonly policy: AccessPolicy;
}

/** Makes the operations over a store. They do not check the caller: guard them with `AccessOperations`. */
export function userOperations({ departments, policy, users }: UserOperationsPorts): UserOperations {
  const search = (given: UserSearch) => users.search(given).map(presentPage);
  return {
    list: ({ start = 0, end = 0, department: name, ...filter } = {}) => {
      const given = { ...filter, ...listRange({ start, end }) };
      return name === undefined
        ? search(given)
        : findDepartment(departments, name).andThen((department) => search({ ...given, department }));
    },
    find: (idOrEmail) =>
      findUserId(users, idOrEmail)
        .andThen((userId) => users.findRecorded(userId))
        .andThen((found) => (found ? ok(found) : err(notFound(idOrEmail))))
        .map(({ newestEntry, user }) => presentUserDetails(user, newestEntry, policy)),
    grants: (query) => readGrants({ departments, users }, query),
  };
}

function presentPage({ total, users }: UserPage): UserList {
  return { total, users: users.map(presentUser) };
}
