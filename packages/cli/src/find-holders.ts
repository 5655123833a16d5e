import { PermissionSet, type ResultAsync, type UserJson } from '@ops-admin/core';
import type { CommandParts, Unanswered } from './command-parts.js';

/** A user who is granted a permission, and the held strings that grant it. */
export interface HolderJson {
  readonly userId: string;
  readonly email?: string;
  readonly name: string;
  readonly through: readonly string[];
  /** The ends of these strings; the others are permanent. */
  readonly ends?: Readonly<Record<string, string>>;
}

/** Finds the users who are granted a permission, ordered by id; with `isExact` only those who hold exactly this string. */
export function findHolders(
  users: Pick<CommandParts['users'], 'list'>,
  permission: string,
  isExact = false,
): ResultAsync<readonly HolderJson[], Unanswered> {
  return users
    .list({ grants: permission })
    .map((granted) =>
      granted.users.flatMap((user) => holderOf(user, permission, isExact) ?? []).sort(byUserId),
    );
}

function holderOf(
  { _id, emails: [email], ends: allEnds, permissions, personalInformation: { name } }: UserJson,
  permission: string,
  isExact: boolean,
): HolderJson | undefined {
  const granters = PermissionSet.of(permissions).grantersOf([permission]);
  const through = isExact ? granters.filter((one) => one === permission) : granters;
  if (through.length === 0) return undefined;
  const ends = Object.entries(allEnds).filter(([one]) => through.includes(one));
  return {
    userId: _id,
    ...(email !== undefined && { email }),
    name,
    through,
    ...(ends.length > 0 && { ends: Object.fromEntries(ends) }),
  };
}

function byUserId({ userId: one }: HolderJson, { userId: other }: HolderJson): number {
  return one < other ? -1 : 1;
}
