import type { User } from '@ops-admin/core';
import { emailKeyOf, nameKeyOf, searchTextOf } from '@ops-admin/core/adapter';
import type { UserKeys } from './tables.js';

/** What a user is found and ordered by: the row that is made of their names and e-mails. */
export function keysOf(user: Pick<User, 'id' | 'emails' | 'personalInformation'>): UserKeys {
  return {
    userId: user.id,
    nameKey: nameKeyOf(user),
    emailKey: emailKeyOf(user),
    searchText: searchTextOf(user),
  };
}
