import type { ResultAsync } from '../result.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';

/** The user that a token names: an id, or an account at an identity provider. */
export type TokenSubject =
  | { readonly type: 'user'; readonly userId: ObjectId }
  | { readonly type: 'identity'; readonly identity: ExternalIdentity };

/** The identity that a token proves, and its expiry. */
export interface VerifiedToken {
  readonly subject: TokenSubject;
  /** The time of its `exp`; missing if the verifier cannot know it. */
  readonly expiresAt?: Date;
  /**
   * The time from which the verifier refuses the token: `expiresAt` plus the tolerated difference of clocks. The verifier can
   * refuse it earlier, for example when its key is withdrawn.
   */
  readonly validUntil?: Date;
}

/** The token is not valid. `reason` is for the log and has no part of the token. */
export interface InvalidToken {
  readonly type: 'invalid-token';
  readonly reason: string;
  /** The token itself is valid, but no active user has it. Its bearer may learn that. */
  readonly isOfNobody?: true;
}

/** The verifier cannot check the token now. */
export interface TokenVerifierUnavailable {
  readonly type: 'token-verifier-unavailable';
  readonly cause: unknown;
}

/** Checks bearer tokens. A token only proves who the caller is, never what they can do. */
export interface TokenVerifier {
  /** Returns the user that a token names. No error has any part of the token. */
  verify(token: string): ResultAsync<VerifiedToken, InvalidToken | TokenVerifierUnavailable>;
}
