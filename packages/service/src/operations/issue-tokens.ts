import type { LocalTokenIssuer } from '@ops-admin/adapter-auth-jose';
import {
  errAsync,
  type FindUserError,
  type ResultAsync,
  type UserDirectory,
  type UserInactive,
} from '@ops-admin/core';
import { findUser } from '@ops-admin/core/operations';

/** Makes tokens that this service accepts. */
export interface TokenIssue {
  /** A token of the active user with this id or e-mail, valid for that many seconds. */
  issue(user: string, ttlSeconds: number): ResultAsync<string, FindUserError | UserInactive>;
}

export function issueTokens(users: UserDirectory, issuer: LocalTokenIssuer): TokenIssue {
  return {
    issue: (user, ttlSeconds) =>
      findUser({ users }, user).andThen(
        ({ active, id }): ResultAsync<string, UserInactive> =>
          active ? issuer.issue(id, ttlSeconds) : errAsync({ type: 'user-inactive', user }),
      ),
  };
}
