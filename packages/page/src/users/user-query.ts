import type { User } from '@ops-admin/client';
import type { PlaceQuery } from '../address.js';
import type { service } from '../service.js';
import type { AccessPermissions } from '../sign-in/session.js';

export type UserQuery = PlaceQuery;

type Filter = Omit<Parameters<typeof service.listUsers>[0], 'start' | 'end'>;

const SORTS = ['-name', 'email', '-email', 'department'] as const;

/** Returns the permission of the filter, or the one in the search field. */
export function rightIn({ right, search }: UserQuery): string | undefined {
  return right || (search?.startsWith('service.') ? search : undefined);
}

/** Returns the filters as the service takes them. */
export function filterOf(query: UserQuery): Filter {
  const { department, search, state } = query;
  const right = rightIn(query);
  const sort = SORTS.find((one) => one === query.sort);
  return {
    ...(search && (query.right || search !== right) && { search }),
    ...(department && { department }),
    ...(right && { grants: right }),
    ...(state && { active: state === 'active' }),
    ...(sort && { sort }),
  };
}

/** Returns the held strings that grant a permission. */
export function heldFor(user: User, right: string): string[] {
  const [whole] = /^service\.[^.]+/.exec(right) ?? [];
  return user.permissions.filter((one) => [right, whole, `${whole}.*`].includes(one));
}

/** Returns whether a user is an admin or a reader; an inactive user is neither. */
export function roleOf(
  user: User,
  { adminPermission, readerPermission }: AccessPermissions,
): 'admin' | 'reader' | undefined {
  if (!user.active) return undefined;
  const may = (permission: string) => heldFor(user, permission).length > 0;
  return may(adminPermission) ? 'admin' : may(readerPermission) ? 'reader' : undefined;
}

/** Returns the latest end of some held strings; `null` if one of them is permanent. */
export function endOf(user: User, held: readonly string[]): string | null {
  const ends = new Map(Object.entries(user.ends));
  const those = held.map((one) => ends.get(one));
  return those.some((end) => end === undefined) ? null : (those.sort().at(-1) ?? null);
}

export function nextEndOf(user: User): string | undefined {
  return Object.values(user.ends).sort()[0];
}
