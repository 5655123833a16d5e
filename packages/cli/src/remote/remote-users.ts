import type { User } from '@ops-admin/client';
import {
  AccessPolicy,
  type AmbiguousUser,
  err,
  errAsync,
  ok,
  PermissionSet,
  parseObjectId,
  type Result,
  ResultAsync,
  USERS_PER_PAGE,
  type UserFilter,
  type UserNotFound,
} from '@ops-admin/core';
import { holderOf, type UserOperations } from '@ops-admin/core/jobs';
import type { InvalidInput } from '../cli-error.js';
import { EXIT } from '../exit-code.js';
import type { RemoteSource } from './remote-source.js';
import type { ServiceConnection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/** Users, as a service lists them; without their identities (decision 12). */
export function remoteUsers({
  config,
  connection,
}: RemoteSource): UserOperations<ServiceFailed | InvalidInput> {
  const policy = new AccessPolicy(config.adminPermission);
  return {
    list: ({ limit, ...filter } = {}) => readUsers(connection, filter, limit),
    holders: (permission, isExact) =>
      readUsers(connection, { grants: permission }).map((users) =>
        users
          .toSorted(byId)
          .flatMap((user) => holderOf(user, PermissionSet.of(user.permissions), permission, isExact) ?? []),
      ),
    find: (text) => findRemoteUser(connection, text),
    explain: (text) =>
      findRemoteUser(connection, text)
        .andThen(({ _id: userId }) => connection.read((client) => client.showUser({ userId })))
        .andThen(({ effective, user }) =>
          // Only the service knows what makes an admin; the caller is one.
          connection
            .read((client) => client.showSession())
            .andThen(({ permissions }) =>
              policy.isAdmin(PermissionSet.of(permissions))
                ? ok({
                    user: user._id,
                    admin: policy.isAdmin(PermissionSet.of(user.permissions)),
                    permissions: effective.map(({ coveredBy, module, permission }) => ({
                      permission,
                      grants: module === undefined ? ('itself' as const) : ('module' as const),
                      ...(module !== undefined && { module }),
                      coveredBy,
                    })),
                  })
                : err(OTHER_ADMINS),
            ),
        ),
  };
}

const OTHER_ADMINS: InvalidInput = {
  type: 'invalid-input',
  message: 'the service has another permission for its admins; set OPS_ADMIN_PERMISSION as it has it',
};

/** Finds a user as a store does: by an id, or by an e-mail without regard to ASCII case. */
export function findRemoteUser(
  connection: ServiceConnection,
  text: string,
): ResultAsync<User, UserNotFound | AmbiguousUser | ServiceFailed> {
  const notFound: UserNotFound = { type: 'user-not-found', user: text };
  if (text.includes('@')) {
    return readUsers(connection, { search: text }).andThen((users) => {
      const having = users.filter(({ emails }) => emails.some((one) => lower(one) === lower(text)));
      const [user, ...others] = having.toSorted(byId);
      if (!user) return err(notFound);
      if (others.length === 0) return ok(user);
      const candidates = [user, ...others].flatMap(({ _id }) => parseObjectId(_id).unwrapOr([]));
      return err<never, AmbiguousUser>({ type: 'ambiguous-user', email: text, candidates });
    });
  }
  const id = parseObjectId(text);
  if (id.isErr()) return errAsync(notFound);
  return connection
    .read((client) => client.showUser({ userId: id.value }))
    .map(({ user }) => user)
    .mapErr((error) => (error.code === 'USER_NOT_FOUND' ? notFound : error));
}

/** How often a long list is started again if it changes meanwhile. */
const MAX_READINGS = 5;

const CHANGED_MEANWHILE: ServiceFailed = {
  type: 'service-failed',
  exitCode: EXIT.failed,
  code: 'SERVICE_UNAVAILABLE',
  message: 'users were changed while they were listed, again and again; try again',
};

/** Every user who matches, or the first of them. */
function readUsers(
  connection: ServiceConnection,
  filter: UserFilter,
  limit: number = Number.POSITIVE_INFINITY,
): ResultAsync<readonly User[], ServiceFailed> {
  const read = async (): Promise<Result<readonly User[], ServiceFailed>> => {
    for (let readings = 0; readings < MAX_READINGS; readings++) {
      const pages = await readPages(connection, filter, limit);
      if (pages.isErr() || pages.value) return pages.map((users) => users ?? []);
    }
    return err(CHANGED_MEANWHILE);
  };
  return new ResultAsync(read());
}

/** One page after the other; `undefined` if users moved from one to another meanwhile, so that some can be missing. */
async function readPages(
  connection: ServiceConnection,
  filter: UserFilter,
  limit: number,
): Promise<Result<readonly User[] | undefined, ServiceFailed>> {
  const users = new Map<string, User>();
  const totals = new Set<number>();
  for (let start = 0; ; start += USERS_PER_PAGE) {
    const end = Math.min(start + USERS_PER_PAGE, limit);
    const page = await connection.read((client) => client.listUsers({ start, end, ...filter }));
    if (page.isErr()) return err(page.error);
    const { total } = page.value;
    totals.add(total);
    for (const user of page.value.users) users.set(user._id, user);
    if (end < Math.min(total, limit)) continue;
    const isWhole = totals.size === 1 && users.size === Math.min(total, limit);
    return ok(isWhole ? [...users.values()] : undefined);
  }
}

function byId({ _id: one }: User, { _id: other }: User): number {
  return one < other ? -1 : 1;
}

function lower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
