import { recordFields, type SealedRecord, setText, type UnsealedRecord } from './audit-record.js';

/** Makes an entry a link of the chain. Without the key nobody can make one that fits. */
export interface AuditSeal {
  /** The digest of the entry before this one; empty for the first. */
  readonly previous: string;
  /** The keyed digest of this entry and of `previous`. */
  readonly digest: string;
  /** Names the key, so that keys can be replaced. */
  readonly keyId: string;
}

/** Makes keyed digests. The keys are kept apart from the trail. */
export interface AuditSealer {
  /** The key that new entries are sealed with. */
  readonly keyId: string;
  /** HMAC-SHA-256 of a text, in base64url, or `undefined` if there is no such key. */
  digest(keyId: string, text: string): string | undefined;
}

/** A digest with the sealer's own key. */
export function ownDigest(sealer: AuditSealer, text: string): string {
  const digest = sealer.digest(sealer.keyId, text);
  if (digest === undefined) throw new Error(`the sealer does not have its own key ${sealer.keyId}`);
  return digest;
}

/** Makes a record the link after the one with the digest `previous`. */
export function sealRecord(sealer: AuditSealer, previous: string, record: UnsealedRecord): SealedRecord {
  const { keyId } = sealer;
  const digest = ownDigest(sealer, sealedText({ previous, keyId }, record));
  return { ...record, seal: { previous, digest, keyId } };
}

/** Whether record and seal, and the sets kept with them, are as they were written; `unknown-key` if the key is missing. */
export function checkSeal(
  sealer: AuditSealer,
  seal: AuditSeal,
  record: UnsealedRecord,
): 'genuine' | 'forged' | 'unknown-key' {
  const digest = sealer.digest(seal.keyId, sealedText(seal, record));
  if (digest === undefined) return 'unknown-key';
  const { digests, sets } = record;
  const isKept = (set: readonly string[] | undefined, sealed: string) =>
    set === undefined || sealer.digest(seal.keyId, setText(set)) === sealed;
  const areSetsGenuine =
    !digests || (isKept(sets?.before, digests.before) && isKept(sets?.after, digests.after));
  return digest === seal.digest && areSetsGenuine ? 'genuine' : 'forged';
}

/** Everything a record says, in one text that no other record has. Never change it: existing digests are made of it. */
function sealedText({ previous, keyId }: Omit<AuditSeal, 'digest'>, record: UnsealedRecord): string {
  return JSON.stringify([previous, keyId, ...recordFields(record)]);
}
