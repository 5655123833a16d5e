import type { NoAnswer } from '@ops-admin/client';
import {
  err,
  type GrantBlock,
  type GrantJson,
  type GrantQuery,
  type KnownPermissionJson,
  type KnownPermissionList,
  type KnownPermissionsQuery,
  ok,
  type Result,
  USERS_PER_PAGE,
  type UserJson,
  type UserList,
  type UserQuery,
} from '@ops-admin/core';
import { GRANTS_PER_PAGE, KNOWN_PER_PAGE } from '@ops-admin/core/operations';
import { EXIT } from '../exit-code.js';
import type { Connection } from './service-connection.js';
import type { ServiceFailed } from './service-failed.js';

/**
 * Lets a page of a list pass if it has as many items as the service says there are, if it says so: both are of one moment. `to` is where the page ends at the latest.
 */
export function wholePage<Page extends { readonly total?: number | undefined }>(
  items: keyof Page & string,
  from: number,
  to: number,
): (page: Page) => Result<Page, NoAnswer> {
  return (page) => {
    const { length } = page[items] as readonly unknown[];
    const expected = page.total === undefined ? length : Math.max(0, Math.min(to, page.total) - from);
    if (length === expected) return ok(page);
    const message = `The answer has another shape, with status 200: ${length} ${items} where there are ${expected}`;
    return err({ type: 'no-answer', status: 200, message });
  };
}

/**
 * How many users two pages share. Each page is of a moment of its own: as long as no more users than this leave the earlier
 * pages meanwhile, nobody is missing, and nobody is there twice.
 */
const SHARED_BY_PAGES = 100;

/** The pages of a list of users, one after the other. */
export async function allUsers(
  ask: Connection['ask'],
  { end = 0, start = 0, ...filter }: UserQuery = {},
): Promise<Result<UserList, ServiceFailed>> {
  const last = end || Number.POSITIVE_INFINITY;
  const users = new Map<string, UserJson>();
  for (let from = start; ; from += USERS_PER_PAGE - SHARED_BY_PAGES) {
    const to = Math.min(from + USERS_PER_PAGE, last);
    const page = await ask((client) =>
      client.listUsers({ start: from, end: to, ...filter }).andThen(wholePage('users', from, to)),
    );
    if (page.isErr()) return err(page.error);
    const { total, users: some } = page.value;
    for (const user of some) users.set(user._id, user);
    if (to >= Math.min(total, last)) return ok({ total, users: [...users.values()].slice(0, last - start) });
  }
}

/** The pages of known permissions, one after the other. */
export async function allKnown(
  ask: Connection['ask'],
  { end = 0, start = 0, ...filter }: KnownPermissionsQuery = {},
): Promise<Result<KnownPermissionList, ServiceFailed>> {
  const last = end || Number.POSITIVE_INFINITY;
  const permissions: KnownPermissionJson[] = [];
  for (let from = start; ; from += KNOWN_PER_PAGE) {
    const to = Math.min(from + KNOWN_PER_PAGE, last);
    const page = await ask((client) => client.listPermissions({ ...filter, start: from, end: to }));
    if (page.isErr()) return err(page.error);
    permissions.push(...page.value.permissions);
    if (to >= Math.min(page.value.total, last)) return ok({ total: page.value.total, permissions });
  }
}

/**
 * The pages of grants, module by module and user by user. They fit together as long as nothing is changed meanwhile. Each begins after
 * the last user of whom the ones before had all, so that no page has the service look at what they had.
 */
export async function* allGrants(
  ask: Connection['ask'],
  { after: first, department, end = 0, modules = [undefined], start = 0, users = [undefined] }: Grants = {},
): AsyncGenerator<Result<GrantBlock<GrantJson>, ServiceFailed>, void> {
  const last = end || Number.POSITIVE_INFINITY;
  let moment: number | undefined;
  for (const [module, user] of modules.flatMap((module) => users.map((user) => [module, user] as const))) {
    let total: number | undefined;
    let position = start;
    for (let [after, from] = [first, start]; ; ) {
      const to = from + Math.min(GRANTS_PER_PAGE, last - position);
      const page = await ask((client) =>
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
      // A permission that ends between two pages is missing before an entry says so.
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

/** A missing member does not narrow. */
type Grants = Omit<GrantQuery, 'modules' | 'users'> & {
  readonly modules?: readonly (string | undefined)[];
  readonly users?: readonly (string | undefined)[];
};

const CHANGED_MEANWHILE: ServiceFailed = {
  type: 'service-failed',
  exitCode: EXIT.failed,
  code: 'SERVICE_UNAVAILABLE',
  message: 'the list changed while it was being read; try again',
};
