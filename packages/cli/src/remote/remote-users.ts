import {
  err,
  errAsync,
  type GrantBlock,
  type GrantJson,
  type GrantQuery,
  type ObjectId,
  ok,
  okAsync,
  parseObjectId,
  type Result,
  ResultAsync,
  USERS_PER_PAGE,
  type UserDetailsJson,
  type UserJson,
  type UserList,
  type UserNotFound,
  type UserQuery,
} from '@ops-admin/core';
import {
  describeUser,
  foldKey,
  GRANTS_PER_PAGE,
  nearEmails,
  type UserOperations,
} from '@ops-admin/core/operations';
import { EXIT } from '../exit-code.js';
import type { RemoteSource } from './remote-source.js';
import type { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';
import { wholePage } from './whole-page.js';

/** Users, as a service shows them. */
export function remoteUsers({ connection }: RemoteSource): UserOperations<ServiceFailed> {
  return {
    list: (query = {}) => new ResultAsync(listUsers(connection, query)),
    find: (text) => showUser(connection, text).map(({ etag: _, ...shown }) => shown),
    grants: (query = {}) => listGrants(connection, query),
  };
}

/** A user, with the tag by which a change can name them as they are shown. */
export function showUser(
  connection: ServiceConnection,
  text: string,
): ResultAsync<UserDetailsJson & { readonly etag?: string | undefined }, UserNotFound | ServiceFailed> {
  return idOf(connection, text).andThen((userId) =>
    connection
      .read((client) => client.showUser({ userId }))
      .mapErr((error) => (error.code === 'USER_NOT_FOUND' ? notFound(text) : error)),
  );
}

/** The service shows a user by id alone. */
function idOf(
  connection: ServiceConnection,
  text: string,
): ResultAsync<ObjectId, UserNotFound | ServiceFailed> {
  if (!text.includes('@')) {
    const id = parseObjectId(text);
    return id.isOk() ? okAsync(id.value) : errAsync(notFound(text));
  }
  const key = foldKey(text);
  return new ResultAsync(listUsers(connection, { search: key })).andThen(
    ({ users }): ResultAsync<ObjectId, UserNotFound | ServiceFailed> => {
      const owner = users.find(({ emails }) => emails.some((one) => foldKey(one) === key));
      return owner
        ? okAsync(owner._id as ObjectId)
        : findNear(connection, text).andThen((near) => err({ ...notFound(text), ...near }));
    },
  );
}

/** How many users each search for a mistyped e-mail looks at. */
const MAX_NEAR = 500;

/** Whom a mistyped e-mail can have meant: one half of what is before the `@` is right, or what is behind it is wrong. */
function findNear(
  connection: ServiceConnection,
  email: string,
): ResultAsync<Pick<UserNotFound, 'near'>, ServiceFailed> {
  const near = nearEmails(email);
  const middle = Math.ceil(email.indexOf('@') / 2);
  const parts = [email.slice(0, middle), email.slice(middle)].filter((part) => part.trim() !== '');
  const searches = parts.map((search) => new ResultAsync(listUsers(connection, { search, end: MAX_NEAR })));
  return ResultAsync.combine(searches).map((pages) => {
    const named = pages.flatMap(({ users }) =>
      users.flatMap(({ _id, emails, personalInformation: { name } }) => {
        const meant = emails.find((one) => near.has(foldKey(one)));
        return meant === undefined ? [] : [describeUser({ userId: _id, name, email: meant })];
      }),
    );
    return named.length === 0 ? {} : { near: [...new Set(named)].slice(0, 3) };
  });
}

function notFound(user: string): UserNotFound {
  return { type: 'user-not-found', user };
}

/**
 * How many users two pages share. Each page is of a moment of its own: as long as no more users than this leave the earlier
 * pages meanwhile, nobody is missing, and nobody is there twice.
 */
const SHARED_BY_PAGES = 100;

/** The pages of a long list, one after the other. */
async function listUsers(
  connection: ServiceConnection,
  { end = 0, start = 0, ...filter }: UserQuery,
): Promise<Result<UserList, ServiceFailed>> {
  const last = end === 0 ? Number.POSITIVE_INFINITY : end;
  const users = new Map<string, UserJson>();
  for (let from = start; ; from += USERS_PER_PAGE - SHARED_BY_PAGES) {
    const to = Math.min(from + USERS_PER_PAGE, last);
    const page = await connection.read((client) =>
      client.listUsers({ start: from, end: to, ...filter }).andThen(wholePage('users', from, to)),
    );
    if (page.isErr()) return err(page.error);
    const { total, users: some } = page.value;
    for (const user of some) users.set(user._id, user);
    if (to >= Math.min(total, last)) return ok({ total, users: [...users.values()].slice(0, last - start) });
  }
}

/**
 * The pages of grants, module by module and user by user. They fit together as long as nothing is changed meanwhile. Each begins after
 * the last user of whom the ones before had all, so that no page has the service look at what they had.
 */
async function* listGrants(
  connection: ServiceConnection,
  { after: first, department, end = 0, modules = [undefined], start = 0, users = [undefined] }: Grants,
): AsyncGenerator<Result<GrantBlock<GrantJson>, ServiceFailed>, void> {
  const last = end === 0 ? Number.POSITIVE_INFINITY : end;
  let moment: number | undefined;
  for (const [module, user] of modules.flatMap((module) => users.map((user) => [module, user] as const))) {
    let total: number | undefined;
    let position = start;
    for (let [after, from] = [first, start]; ; ) {
      const to = from + Math.min(GRANTS_PER_PAGE, last - position);
      const page = await connection.read((client) =>
        client
          .listGrants({ start: from, end: to, after, department, module, user })
          .andThen(wholePage('grants', from, to)),
      );
      if (page.isErr()) return yield err(page.error);
      const { grants, newestEntry } = page.value;
      moment ??= newestEntry;
      total ??= page.value.total;
      position += grants.length;
      const left = Math.min(total ?? Number.POSITIVE_INFINITY, last) - position;
      const isLast = left <= 0 || grants.length < to - from;
      // What ends between two pages is missing before an entry says so.
      if (newestEntry !== moment || (isLast && left > 0 && total !== undefined))
        return yield err(CHANGED_MEANWHILE);
      yield ok({ ...page.value, ...(total !== undefined && { total }) });
      if (isLast) break;
      const begun = grants.at(-1)?.userId;
      const whole = grants.findLastIndex(({ userId }) => userId !== begun);
      [after, from] = whole < 0 ? [after, to] : [grants[whole]?.userId, grants.length - 1 - whole];
    }
  }
}

/** What is left out does not narrow. */
type Grants = Omit<GrantQuery, 'modules' | 'users'> & {
  readonly modules?: readonly (string | undefined)[];
  readonly users?: readonly (string | undefined)[];
};

const CHANGED_MEANWHILE: ServiceFailed = {
  type: 'service-failed',
  exitCode: EXIT.failed,
  code: 'SERVICE_UNAVAILABLE',
  message: 'something was changed between two pages, which do not fit together; try again',
};
