import type { ArchivedSet, TrailArchive } from '@ops-admin/core';
import { endsIn, type StoredSets } from './stored-record.js';

/** The note of an archive as stores of rows keep it, flat. */
export interface StoredArchive extends Omit<TrailArchive, 'reason' | 'seal'> {
  readonly reason: string | null;
  readonly sealPrevious: string;
  readonly digest: string;
  readonly keyId: string;
  readonly signature: string;
}

/** The note of an archive as stores of rows keep it. */
export function storedArchiveOf({ seal, ...archive }: TrailArchive): StoredArchive {
  const { previous: sealPrevious, ...rest } = seal;
  return { ...archive, reason: archive.reason ?? null, sealPrevious, ...rest };
}

/** Reads the note of an archive out of a store. */
export function trailArchiveOf({
  digest,
  keyId,
  reason,
  sealPrevious: previous,
  signature,
  ...archive
}: StoredArchive): TrailArchive {
  return { ...archive, ...(reason !== null && { reason }), seal: { previous, digest, keyId, signature } };
}

/** Reads what a user held where the archives end: sets that are kept with an entry in one of them. */
export function archivedSetOf({ after, endsAfter, entryId, profile, userId }: StoredSets): ArchivedSet {
  const ends = endsIn(endsAfter);
  const permissions = JSON.parse(after) as string[];
  return { userId, entryId, permissions, ...(ends && { ends }), profile: profile ?? '' };
}
