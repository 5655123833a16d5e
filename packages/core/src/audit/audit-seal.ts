import type { AuditEntry } from './audit-entry.js';
import { entryFields } from './entry-fields.js';

/** What makes an entry a link of the chain: nobody without the key can make one that fits. */
export interface AuditSeal {
  /** The digest of the entry before this one; empty for the first. */
  readonly previous: string;
  /** The keyed digest of this entry and of `previous`. */
  readonly digest: string;
  /** Names the key, so that it can be replaced by another. */
  readonly keyId: string;
}

/** A link of the chain. */
export type SealedEntry = AuditEntry & { readonly seal: AuditSeal };

/** An entry that is no link of a chain yet. */
export type UnsealedEntry = Omit<AuditEntry, 'seal'>;

/** Keyed digests; the keys are kept away from the trail. */
export interface AuditSealer {
  /** The key that new entries are sealed with. */
  readonly keyId: string;
  /** HMAC-SHA-256 of a text, in base64url, or `undefined` where there is no such key. */
  digest(keyId: string, text: string): string | undefined;
}

/** Makes an entry the link after the one with the digest `previous`. */
export function sealEntry(sealer: AuditSealer, previous: string, entry: UnsealedEntry): SealedEntry {
  const { keyId } = sealer;
  const digest = sealer.digest(keyId, sealedText({ previous, keyId }, entry));
  if (digest === undefined) throw new Error(`the sealer does not have its own key ${keyId}`);
  return { ...entry, seal: { previous, digest, keyId } };
}

/** Whether entry and seal are as they were written; `unknown-key` where its key is not here. */
export function checkSeal(
  sealer: AuditSealer,
  seal: AuditSeal,
  entry: UnsealedEntry,
): 'genuine' | 'forged' | 'unknown-key' {
  const digest = sealer.digest(seal.keyId, sealedText(seal, entry));
  if (digest === undefined) return 'unknown-key';
  return digest === seal.digest ? 'genuine' : 'forged';
}

/** Everything an entry says, in one text that no other entry has. Never altered: digests in the field are of it. */
function sealedText({ previous, keyId }: Omit<AuditSeal, 'digest'>, entry: UnsealedEntry): string {
  return JSON.stringify([previous, keyId, ...entryFields(entry)]);
}
