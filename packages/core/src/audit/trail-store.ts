import type { ResultAsync } from '../result.js';
import type { StoreUnavailable } from '../values/store-unavailable.js';
import type { AuditDraft, AuditEntry } from './audit-entry.js';

/** The newest entry is signed by another key than when the rotation was planned. */
export interface TrailMoved {
  readonly type: 'trail-moved';
}

/** The members of an entry that are known before a rotation. */
export interface RotationDraft extends Omit<AuditDraft, 'action' | 'requested' | 'identity' | 'reverts'> {
  /** The key of the newest entry; `null` before the first. */
  readonly from: string | null;
  /** The key to put in use. */
  readonly to: string;
}

/** Changes the audit log itself. */
export interface TrailStore {
  /** Writes the entry that puts another key in use. Errors: `trail-moved` if the newest entry is not signed by `from`. */
  rotate(draft: RotationDraft): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable>;
}
