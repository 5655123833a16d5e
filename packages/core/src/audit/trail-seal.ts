import type { ChangeOrigin } from './audit-entry.js';
import { canonicalJson } from './canonical-json.js';

/** SHA-256, which core has no function for. */
export interface TrailDigest {
  /** Returns the digest of the UTF-8 of a text, in base64url without padding. */
  digest(text: string): string;
}

/** A rotation that precedes the next entry, by `--new-key`. */
export interface KeyTakeOver {
  /** The digest of the verified newest entry. A log that ends with another one is refused. */
  readonly after: string;
  /** The key of the newest entry. */
  readonly from: string;
  /** The key to put in use. */
  readonly to: string;
  /** The actor; the time is that of the next entry. */
  readonly origin: ChangeOrigin;
}

/** Signs entries. The private keys are kept apart from the audit log. */
export interface TrailSigner extends TrailDigest {
  /** The rotation that precedes the next entry, if one was agreed. */
  readonly takeOver?: KeyTakeOver | undefined;
  /** The key for an empty audit log. */
  readonly keyId: string;
  /** Reports whether a key is the one in use here. */
  uses(keyId: string): boolean;
  /**
   * Returns the Ed25519 signature of an ASCII text, in base64url without padding; `undefined` if the key is not held, or was
   * rotated out.
   */
  sign(keyId: string, text: string): string | undefined;
}

/** Checks signatures; public keys are enough. */
export interface TrailVerifier extends TrailDigest {
  /** The key in use: the first that seals; empty if no key is known. */
  readonly keyId: string;
  /** Reports whether a signature is by this key; `undefined` if the key is not known. */
  verify(keyId: string, text: string, signature: string): Promise<boolean | undefined>;
  /** Returns the entry that ended a key: its later signatures are not genuine. `undefined` if none is known. */
  endedBy?(keyId: string): number | undefined;
}

export function hadEnded(verifier: Pick<TrailVerifier, 'endedBy'>, keyId: string, entryId: number): boolean {
  return entryId >= (verifier.endedBy?.(keyId) ?? Number.POSITIVE_INFINITY);
}

/** An entry, with members that are not hashed. */
interface Sealable {
  readonly seal?: unknown;
  readonly user?: unknown;
  readonly actorUser?: unknown;
  readonly identity?: unknown;
  readonly subjectSalt?: unknown;
}

/**
 * Returns the digest of an entry after one with the digest `previous`. The seal, the names of users, and the subject with its salt
 * do not count.
 */
export function entryDigest(
  { digest }: TrailDigest,
  previous: string,
  { actorUser: _, identity, seal: __, subjectSalt: ___, user: ____, ...entry }: Sealable & object,
): string {
  return digest(`${previous}\n${canonicalJson({ ...entry, identity: withoutSubject(identity) })}`);
}

function withoutSubject(identity: unknown): unknown {
  if (typeof identity !== 'object' || identity === null) return identity;
  return { ...identity, subject: undefined };
}

export function signedText(entryId: number, digest: string): string {
  return `ops-admin-audit-v1\n${entryId}\n${digest}`;
}
