import type { ObjectId, User } from '@ops-admin/core';
import { type Ends, emailKeyOf, nameKeyOf, searchTextOf } from '@ops-admin/core/adapter';
import { storedText } from './stored-record.js';
import type { HeldPermission, UserKeys } from './tables.js';

/** What a user is found and ordered by: the row that is made of their names and e-mails. */
export function keysOf(user: Pick<User, 'id' | 'emails' | 'personalInformation'>): UserKeys {
  return {
    userId: user.id,
    nameKey: nameKeyOf(user),
    emailKey: emailKeyOf(user),
    searchText: searchTextOf(user),
  };
}

/** Who holds what: the rows that are made of the strings that a user holds. */
export function heldRowsOf(userId: ObjectId, permissions: Iterable<string>, ends: Ends): HeldPermission[] {
  return [...new Set(permissions)].map((permission) => {
    const end = ends.get(permission);
    return { permission: storedText(permission), userId, until: end === undefined ? null : Date.parse(end) };
  });
}
