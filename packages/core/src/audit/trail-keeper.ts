import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditDraft, AuditEntry } from './audit-entry.js';
import type { TrailArchive, UnsealedArchive } from './trail-archive.js';

export type { AuditDraft, AuditEntry, StoreUnavailable, TrailArchive, UnsealedArchive };

/** The trail has changed since this was planned. */
export interface TrailMoved {
  readonly type: 'trail-moved';
}

/** An archive to make of the oldest entries, which are already in a file. */
export type ArchiveDraft = Omit<UnsealedArchive, 'setsDigest'>;

/** Changes of the trail itself, each in one transaction. */
export interface TrailKeeper {
  /**
   * Writes an entry that belongs to no user, as `draft` says. Errors: `trail-moved` if `newestId` is not the newest entry.
   */
  seal(draft: AuditDraft, newestId: number): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable>;
  /**
   * Takes entries `firstId` to `lastId` out of the trail, and keeps a sealed note of it with what each user held after them.
   * Errors: `trail-moved` if they are not the oldest, or the last has another digest.
   */
  archive(draft: ArchiveDraft): ResultAsync<TrailArchive, TrailMoved | StoreUnavailable>;
}
