import type { ResultAsync } from '../result.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';

/** Who a token names: a user by id, or an account at an identity provider. */
export type TokenSubject =
  | { readonly type: 'user'; readonly userId: ObjectId }
  | { readonly type: 'identity'; readonly identity: ExternalIdentity };

/** What a token proves, and for how long. */
export interface VerifiedToken {
  readonly subject: TokenSubject;
  /** When the token expires, by its `exp`; missing if the verifier cannot know. */
  readonly expiresAt?: Date;
  /**
   * The moment from which the same check refuses the token: `expiresAt` plus the tolerated difference of clocks. Missing if
   * `expiresAt` is. A token can be refused earlier, for example when its key is withdrawn.
   */
  readonly validUntil?: Date;
}

/** The token is not valid. `reason` is for the log and holds no part of the token. */
export interface InvalidToken {
  readonly type: 'invalid-token';
  readonly reason: string;
  /** The token itself is valid: it is of nobody who is an active user here. Their bearer can be told so. */
  readonly isOfNobody?: true;
}

/** It cannot be checked now whether the token is valid. */
export interface TokenVerifierUnavailable {
  readonly type: 'token-verifier-unavailable';
  readonly cause: unknown;
}

/** Checks bearer tokens. A token only proves who the caller is, never what they can do. */
export interface TokenVerifier {
  /** Who a token names, and until when. No error holds any part of the token. */
  verify(token: string): ResultAsync<VerifiedToken, InvalidToken | TokenVerifierUnavailable>;
}
