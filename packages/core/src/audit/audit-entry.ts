import type { AppliedChange } from '../permissions/permission-change.js';
import type { ObjectId } from '../values/object-id.js';
import { type Clock, now, type Timestamp } from '../values/timestamp.js';
import type { AuditSeal, UnsealedEntry } from './audit-seal.js';

/** `set` is an import that replaced the whole set, `revert` undid an earlier change. */
export type AuditAction = 'add' | 'remove' | 'set' | 'revert';

/** Where a change came from (decision 6). */
export type AuditSource = 'http' | 'cli' | 'import' | 'embedded';

/** Who asks for a change, and from where. */
export interface ChangeOrigin {
  /** A user id, or `cli:` with the operating-system user. */
  readonly actor: string;
  readonly source: AuditSource;
  readonly requestId?: string;
  readonly reason?: string;
  /** Names the run that a change belongs to, of those that make many. */
  readonly batch?: string;
}

/** What is known of a change before it happens. */
export interface AuditDraft extends ChangeOrigin {
  readonly time: Timestamp;
  readonly action: AuditAction;
  readonly requested: readonly string[];
  /** The entry whose change is undone. */
  readonly reverts?: number;
}

/** One accepted change of a user's permissions, also one that changed nothing (decision 6). Never altered afterwards. */
export interface AuditEntry extends AuditDraft {
  /** One more than that of the entry written before. */
  readonly id: number;
  readonly userId: ObjectId;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** The whole set before and after the change. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Missing on entries from before there was a chain. */
  readonly seal?: AuditSeal;
}

/** The draft of a change that is asked for now. */
export function draftOf(
  action: AuditAction,
  requested: readonly string[],
  origin: ChangeOrigin,
  clock: Clock,
): AuditDraft {
  return { ...origin, time: now(clock), action, requested };
}

/** The entry that records a change; stores number, seal and keep it. */
export function entryOf(
  id: number,
  userId: ObjectId,
  draft: AuditDraft,
  { before, after, added, removed }: AppliedChange,
): UnsealedEntry {
  return { ...draft, id, userId, added, removed, before: [...before], after: [...after] };
}
