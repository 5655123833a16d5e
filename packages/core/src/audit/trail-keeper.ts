import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditDraft, AuditEntry } from './audit-entry.js';
import type { TrailArchive, UnsealedArchive } from './trail-archive.js';

export type { AuditDraft, AuditEntry, StoreUnavailable, TrailArchive, UnsealedArchive };

/** The trail is not what it was when this was planned. */
export interface TrailMoved {
  readonly type: 'trail-moved';
}

/** An archive to be made of the oldest entries, which are in a file by now. */
export type ArchiveDraft = Omit<UnsealedArchive, 'setsDigest'>;

/** What is done to the trail itself, each in one transaction. */
export interface TrailKeeper {
  /** Writes an entry of no user, as `draft` says. Errors: `trail-moved` where `newestId` is not the newest entry. */
  seal(draft: AuditDraft, newestId: number): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable>;
  /**
   * Takes entries `firstId` to `lastId` out of the trail, and keeps a sealed note of it with what each user held after them.
   * Errors: `trail-moved` where they are not the oldest, or the last has another digest.
   */
  archive(draft: ArchiveDraft): ResultAsync<TrailArchive, TrailMoved | StoreUnavailable>;
}
