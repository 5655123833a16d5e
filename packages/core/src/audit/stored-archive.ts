import type { StoredSets } from './stored-record.js';
import type { ArchivedSet, TrailArchive } from './trail-archive.js';

/** The note of an archive as stores of rows keep it, flat. */
export interface StoredArchive extends Omit<TrailArchive, 'reason' | 'seal'> {
  readonly reason: string | null;
  readonly keyId: string;
  readonly digest: string;
}

/** The note of an archive as stores of rows keep it. */
export function storedArchiveOf({ seal, ...archive }: TrailArchive): StoredArchive {
  return { ...archive, reason: archive.reason ?? null, ...seal };
}

/** Reads the note of an archive out of a store. */
export function trailArchiveOf({ digest, keyId, reason, ...archive }: StoredArchive): TrailArchive {
  return { ...archive, ...(reason !== null && { reason }), seal: { keyId, digest } };
}

/** Reads what a user held where the archives end: sets that are kept with an entry in one of them. */
export function archivedSetOf({ after, entryId, userId }: StoredSets): ArchivedSet {
  return { userId, entryId, permissions: JSON.parse(after) as string[] };
}
