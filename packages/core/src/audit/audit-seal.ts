/** Makes an entry a link of the chain. Its texts are base64url without padding. */
export interface AuditSeal {
  /** The digest of the entry before this one; empty for the first. */
  readonly previous: string;
  /** The digest of this entry and of `previous`. */
  readonly digest: string;
  /** The key of the signature; both are on the last entry of a transaction, and vouch for all entries before it. */
  readonly keyId?: string;
  readonly signature?: string;
}
