import type { ResultAsync } from '../result.js';
import type { ExternalIdentity } from '../users/user.js';
import type { ObjectId } from '../values/object-id.js';

export type { ExternalIdentity, ObjectId };

/** Whom a token names: a user of ours, or somebody at an identity provider. */
export type TokenSubject =
  | { readonly type: 'user'; readonly userId: ObjectId }
  | { readonly type: 'identity'; readonly identity: ExternalIdentity };

/** What a token proves, and for how long. */
export interface VerifiedToken {
  readonly subject: TokenSubject;
  /** When the token expires, by its own `exp`; missing where the verifier cannot know. */
  readonly expiresAt?: Date;
  /**
   * The moment from which the same check refuses the token: `expiresAt`, and what clocks may be apart. Missing where
   * `expiresAt` is. A token may be refused earlier, such as when its key is withdrawn.
   */
  readonly validUntil?: Date;
}

/** The token proves nothing; `reason` is for the log and holds nothing of the token. */
export interface InvalidToken {
  readonly type: 'invalid-token';
  readonly reason: string;
}

/** Nobody can say now whether the token is valid. */
export interface TokenVerifierUnavailable {
  readonly type: 'token-verifier-unavailable';
  readonly cause: unknown;
}

/** Checks bearer tokens. A token only proves who the caller is, never what they may do (decision 3). */
export interface TokenVerifier {
  /** Whom a token names, and until when. No error holds anything of the token. */
  verify(token: string): ResultAsync<VerifiedToken, InvalidToken | TokenVerifierUnavailable>;
}
