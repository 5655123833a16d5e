import { type EndsJson, endsOf } from '../permissions/permission-ends.js';
import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';
import { setDigest } from './audit-record.js';
import { SealingKeyMissing } from './sealing-key-missing.js';
import {
  type AuditSeal,
  entryDigest,
  signedArchiveText,
  type TrailDigest,
  type TrailSigner,
  type TrailVerifier,
} from './trail-seal.js';

/** A part of the trail that was moved into a file: entries `firstId` to `lastId` (decision 6). */
export interface TrailArchive {
  /** The name of the file when the archive was made. */
  readonly file: string;
  readonly time: Timestamp;
  readonly actor: string;
  readonly reason?: string;
  readonly firstId: number;
  readonly lastId: number;
  /** When the last entry was written. */
  readonly until: Timestamp;
  /** The digest of the entry before the first, and of the last: the chain continues from there. */
  readonly previous: string;
  readonly lastDigest: string;
  /** A digest of what users held then, see {@link ArchivedSet}. */
  readonly setsDigest: string;
  /** Notes of archives are a chain of their own, each signed with the key in use when it was made. */
  readonly seal: Required<AuditSeal>;
}

/** Where a list goes on that reaches into an archive (decision 20, "6, archives"). */
export interface ArchivedPart {
  readonly firstId: number;
  readonly lastId: number;
  /** When the last entry was written. */
  readonly until: string;
  readonly file: string;
}

/** What readers of the trail are told of an archive. */
export function archivedPartOf({ file, firstId, lastId, until }: TrailArchive): ArchivedPart {
  return { firstId, lastId, until, file };
}

/** What a user held where the newest archive ends. A user without an entry in an archive has no such set. */
export interface ArchivedSet {
  readonly userId: ObjectId;
  /** The newest entry of the user in an archive. */
  readonly entryId: number;
  readonly permissions: readonly string[];
  /** When strings of them end; missing if none does. */
  readonly ends?: EndsJson;
  /** The `profile` of that entry. */
  readonly profile: string;
}

/**
 * Seals the note of an archive after the one before it, so that nobody without the key can claim that entries were archived.
 * `keyId` is the key that the newest entry of the trail is signed with. Throws {@link SealingKeyMissing}.
 */
export function sealArchive(
  signer: TrailSigner,
  keyId: string,
  before: TrailArchive | undefined,
  note: Omit<TrailArchive, 'seal'>,
): TrailArchive {
  const previous = before?.seal.digest ?? '';
  const digest = entryDigest(signer, previous, note);
  const signature = signer.sign(keyId, signedArchiveText(note.lastId, digest));
  if (signature === undefined) throw new SealingKeyMissing(keyId);
  return { ...note, seal: { previous, digest, keyId, signature } };
}

/** Whether the note of an archive is as it was written. */
export async function checkArchive(
  verifier: TrailVerifier,
  archive: TrailArchive,
): Promise<'genuine' | 'forged' | 'unknown-key'> {
  const { lastId, seal } = archive;
  if (entryDigest(verifier, seal.previous, archive) !== seal.digest) return 'forged';
  const text = signedArchiveText(lastId, seal.digest);
  const isGenuine = await verifier.verify(seal.keyId, text, seal.signature);
  if (isGenuine === undefined) return 'unknown-key';
  return isGenuine ? 'genuine' : 'forged';
}

/** Sums up archived sets, one after the other by user id; `sum` is the sum so far, empty for the first. */
export function addArchivedSet(
  digest: TrailDigest,
  sum: string,
  { ends, entryId, permissions, profile, userId }: ArchivedSet,
): string {
  const held = setDigest(digest, { permissions, ends: endsOf(ends) });
  return digest.digest(JSON.stringify(['archived set', sum, userId, entryId, held, profile]));
}
