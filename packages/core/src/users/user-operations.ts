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

/** Which users to list: those who match, at the positions of a range of their order. */
export interface UserQuery extends UserFilter, ListBounds {
  /** By `name`, if nothing else is said. */
  readonly sort?: UserSort;
}

/** Some users, and the number of all who match. */
export interface UserList {
  readonly total: number;
  readonly users: readonly UserJson[];
}

/**
 * What a program asks about users: plain data, over a database or over HTTP. `Failure` is why there is no
 * answer at all.
 */
export interface UserOperations<Failure = StoreUnavailable> {
  /** Ordered by name, if nothing else is said, then by id. */
  list(query?: UserQuery): ResultAsync<UserList, UnknownDepartment | Failure>;
  /** One user, named by an id or an e-mail, with what they can really do. */
  find(user: string): ResultAsync<UserDetailsJson, UserNotFound | Failure>;
  /**
   * What users hold, and which entry gave it, in blocks that are all of one moment: ordered by the name of the user and the id, then
   * as it is held. The first block comes even if nothing matches.
   */
  grants(query?: GrantQuery): AsyncIterable<Result<GrantBlock<GrantJson>, GrantQueryError | Failure>>;
}

/** Needed by {@link userOperations}. */
export interface UserOperationsPorts {
  readonly users: Pick<UserDirectory, 'findRecorded' | 'grants' | 'idsByEmail' | 'search' | 'summaries'>;
  readonly departments: Pick<DepartmentRepository, 'idsNamed'>;
  readonly policy: AccessPolicy;
}

/** The users of a store. Does not check the caller: guard it with `AccessOperations`. */
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
