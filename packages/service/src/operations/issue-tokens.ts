import type { LocalTokenIssuer } from '@ops-admin/adapter-auth-jose';
import type { FindUserError, ResultAsync, UserDirectory } from '@ops-admin/core';
import { findUser } from '@ops-admin/core/operations';

/** Makes tokens that this service accepts (decision 10). */
export interface TokenIssue {
  /** A token of the user with this id or e-mail, valid for that many seconds. */
  issue(user: string, ttlSeconds: number): ResultAsync<string, FindUserError>;
}

/** {@link TokenIssue} with the local keys. */
export function issueTokens(users: UserDirectory, issuer: LocalTokenIssuer): TokenIssue {
  return {
    issue: (user, ttlSeconds) => findUser({ users }, user).andThen(({ id }) => issuer.issue(id, ttlSeconds)),
  };
}
