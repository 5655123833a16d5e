import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditDraft, AuditEntry } from './audit-entry.js';
import type { TrailArchive } from './trail-archive.js';

export type { AuditEntry, StoreUnavailable, TrailArchive };

/** The trail has changed since the archive, or the rotation, was planned. */
export interface TrailMoved {
  readonly type: 'trail-moved';
}

/** An archive to make of the oldest entries, which are already in a file. */
export type ArchiveDraft = Omit<TrailArchive, 'seal' | 'setsDigest'>;

/** What is known about a rotation before it is made. */
export interface RotationDraft extends Omit<AuditDraft, 'action' | 'requested' | 'identity' | 'reverts'> {
  /** The key that the newest entry is signed with; `null` before the first entry. */
  readonly from: string | null;
  /** The key to put in use. */
  readonly to: string;
}

/** Changes the trail itself, each time in one transaction. */
export interface TrailStore {
  /**
   * Takes entries `firstId` to `lastId` out of the trail, and keeps a sealed note of it with what each user held after them.
   * Errors: `trail-moved` if they are not the oldest, or the last has another digest.
   */
  archive(draft: ArchiveDraft): ResultAsync<TrailArchive, TrailMoved | StoreUnavailable>;
  /**
   * Writes the entry that puts another key in use, signed with that (decision 6). Errors: `trail-moved` if the newest entry
   * is signed with another key than `from`.
   */
  rotate(draft: RotationDraft): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable>;
}
