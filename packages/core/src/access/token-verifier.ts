import type { ResultAsync } from '../result.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';

export type { ExternalIdentity, ObjectId };

/** Whom a token names: a user of ours, or somebody at an identity provider. */
export type TokenSubject =
  | { readonly type: 'user'; readonly userId: ObjectId }
  | { readonly type: 'identity'; readonly identity: ExternalIdentity };

/** The token proves nothing; `reason` is for the log and holds nothing of the token. */
export interface InvalidToken {
  readonly type: 'invalid-token';
  readonly reason: string;
}

/** Whether the token is valid cannot be told now. */
export interface TokenVerifierUnavailable {
  readonly type: 'token-verifier-unavailable';
  readonly cause: unknown;
}

/** Checks bearer tokens. A token only proves who the caller is, never what they may do (decision 3). */
export interface TokenVerifier {
  /** Whom a token names. The token itself is never told in an error. */
  verify(token: string): ResultAsync<TokenSubject, InvalidToken | TokenVerifierUnavailable>;
}
