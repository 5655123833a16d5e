import type { ChangeOrigin } from './audit-entry.js';
import { canonicalJson } from './canonical-json.js';

/** SHA-256, which core has no function for. */
export interface TrailDigest {
  /** Of the UTF-8 of a text, in base64url without padding. */
  digest(text: string): string;
}

/** A rotation that is written together with the next entry, by `--new-key`. */
export interface KeyTakeOver {
  /** The digest of the newest entry as it was verified: a log that ends elsewhere is not taken over. */
  readonly after: string;
  /** The key that the newest entry is signed with. */
  readonly from: string;
  /** The key to put in use. */
  readonly to: string;
  /** Who asked for it; the time is that of the next entry. */
  readonly origin: ChangeOrigin;
}

/** Signs entries. The private keys are kept apart from the trail. */
export interface TrailSigner extends TrailDigest {
  /** The rotation that precedes the next entry, if one was agreed on. */
  readonly takeOver?: KeyTakeOver | undefined;
  /** The key that signs where the trail names no other. */
  readonly keyId: string;
  /** Whether the trail can go on with this key: it is the one in use, as far as this instance can know by now. */
  uses(keyId: string): boolean;
  /**
   * The Ed25519 signature of a text in ASCII, in base64url without padding. `undefined` if this key is not held, or was in
   * use before the one that is: a key that was rotated out signs nothing.
   */
  sign(keyId: string, text: string): string | undefined;
}

/** Checks what was signed; public keys are enough. */
export interface TrailVerifier extends TrailDigest {
  /** The key in use: the first of those that seal; empty if no key is known. */
  readonly keyId: string;
  /** Whether a signature is by this key; `undefined` if the key is not known. */
  verify(keyId: string, text: string, signature: string): Promise<boolean | undefined>;
  /** The entry that ended a key: what it signed from there on is not genuine. `undefined` if it has not ended, as far as is known. */
  endedBy?(keyId: string): number | undefined;
}

/** Whether a key had ended when it signed an entry. */
export function hadEnded(verifier: Pick<TrailVerifier, 'endedBy'>, keyId: string, entryId: number): boolean {
  return entryId >= (verifier.endedBy?.(keyId) ?? Number.POSITIVE_INFINITY);
}

/** An entry. Its seal, and who its users are now, lie beside what is hashed. */
interface Sealable {
  readonly seal?: unknown;
  readonly user?: unknown;
  readonly actorUser?: unknown;
  readonly identity?: unknown;
  readonly subjectSalt?: unknown;
}

/**
 * The digest of an entry after the one with the digest `previous`. All its members count, but those beside it, to which the
 * subject of an identity belongs.
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

/** The text that is signed for an entry. */
export function signedText(entryId: number, digest: string): string {
  return `ops-admin-audit-v1\n${entryId}\n${digest}`;
}
