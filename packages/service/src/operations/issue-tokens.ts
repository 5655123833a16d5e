import type { LocalTokenIssuer } from '@ops-admin/adapter-auth-jose';
import { FindUser, type ResultAsync, type UserDirectory } from '@ops-admin/core';
import type { FindUserError } from '@ops-admin/core/jobs';

/** Makes tokens that this service accepts (decision 10). */
export interface TokenIssue {
  /** A token of the user with this id or e-mail, valid for that many seconds. */
  issue(user: string, ttlSeconds: number): ResultAsync<string, FindUserError>;
}

/** {@link TokenIssue} with the local keys. */
export function issueTokens(users: UserDirectory, issuer: LocalTokenIssuer): TokenIssue {
  const findUser = new FindUser({ users });
  return {
    issue: (user, ttlSeconds) => findUser.execute(user).andThen(({ id }) => issuer.issue(id, ttlSeconds)),
  };
}
