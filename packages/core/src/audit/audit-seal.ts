/** Makes an entry a link of the chain. Its texts are base64url without padding. */
export interface AuditSeal {
  /** The digest of the entry before; empty for the first. */
  readonly previous: string;
  readonly digest: string;
  /** The key of the signature, which is on the last entry of a transaction and vouches for all entries before it. */
  readonly keyId?: string;
  readonly signature?: string;
}
