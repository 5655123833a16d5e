import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';
import { setText } from './audit-record.js';
import { type AuditSealer, ownDigest } from './audit-seal.js';

/** A part of the trail that was moved into a file: entries `firstId` to `lastId` (decision 6). */
export interface TrailArchive {
  /** The name of the file when the archive was made. */
  readonly file: string;
  readonly time: Timestamp;
  readonly actor: string;
  readonly reason?: string;
  readonly firstId: number;
  readonly lastId: number;
  /** The digest of the entry before the first, and of the last: the chain continues from there. */
  readonly previous: string;
  readonly lastDigest: string;
  /** A keyed digest of what users held then, see {@link ArchivedSet}. */
  readonly setsDigest: string;
  readonly seal: { readonly keyId: string; readonly digest: string };
}

/** What is known about an archive before it is sealed. */
export type UnsealedArchive = Omit<TrailArchive, 'seal'>;

/** What a user held where the newest archive ends. A user without an entry in an archive has no such set. */
export interface ArchivedSet {
  readonly userId: ObjectId;
  /** The newest entry of the user in an archive. */
  readonly entryId: number;
  readonly permissions: readonly string[];
}

/** Seals an archive, so that nobody without the key can claim that entries were archived. */
export function sealArchive(sealer: AuditSealer, archive: UnsealedArchive): TrailArchive {
  const { keyId } = sealer;
  return { ...archive, seal: { keyId, digest: ownDigest(sealer, archiveText(keyId, archive)) } };
}

/** Whether an archive is as it was written. */
export function checkArchive(
  sealer: AuditSealer,
  { seal, ...archive }: TrailArchive,
): 'genuine' | 'forged' | 'unknown-key' {
  const digest = sealer.digest(seal.keyId, archiveText(seal.keyId, archive));
  if (digest === undefined) return 'unknown-key';
  return digest === seal.digest ? 'genuine' : 'forged';
}

/** Sums up archived sets, one after the other by user id; `sum` is the sum so far, empty for the first. */
export function addArchivedSet(
  digest: (text: string) => string,
  sum: string,
  { entryId, permissions, userId }: ArchivedSet,
): string {
  return digest(JSON.stringify(['archived set', sum, userId, entryId, setText(permissions)]));
}

function archiveText(keyId: string, archive: UnsealedArchive): string {
  const { actor, file, firstId, lastDigest, lastId, previous, reason, setsDigest, time } = archive;
  const range = [firstId, lastId, previous, lastDigest];
  return JSON.stringify(['archive', keyId, file, time, actor, reason ?? null, ...range, setsDigest]);
}
