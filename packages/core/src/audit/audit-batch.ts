import type { NamedUser } from '../users/describe-user.js';
import type { Timestamp } from '../values/timestamp.js';
import type { AuditAction, AuditSource } from './audit-entry.js';
import { type AuditUserJson, presentAuditUser } from './present-audit-entry.js';

/** A summary of the entries of one batch. */
export interface AuditBatch {
  readonly batch: string;
  /** The actor of its newest entry, like `source` and `reason`, because another actor can continue a batch. */
  readonly actor: string;
  readonly source: AuditSource;
  readonly reason?: string;
  /** The action and the requested strings of its newest entry; most batches have one action. */
  readonly action: AuditAction;
  readonly requested: readonly string[];
  /** The times of its earliest and latest entry. */
  readonly since: Timestamp;
  readonly until: Timestamp;
  /** How many entries it has, of how many users. */
  readonly entries: number;
  readonly users: number;
  /** How many of them later ones undid. */
  readonly undone: number;
  /** The id of its newest entry. */
  readonly newestId: number;
}

/** Selects batches, the newest first, by their newest entries. */
export interface AuditBatchQuery {
  /** Only batches whose newest entry is older than this one. */
  readonly beforeId?: number;
  /** At most this many; 1 or more. */
  readonly limit: number;
}

/** A batch as `audit batches --json` prints it; members without a value are `undefined`. */
export interface AuditBatchJson extends Omit<AuditBatch, 'newestId' | 'reason' | 'since' | 'until'> {
  /** Present if the actor is a user. */
  readonly actorUser?: AuditUserJson | undefined;
  readonly since: string;
  readonly until: string;
  readonly reason?: string | undefined;
}

/** Returns a batch as programs get it, its members always in the same order, with the e-mail of its actor. */
export function presentAuditBatch(run: AuditBatch, names: ReadonlyMap<string, NamedUser>): AuditBatchJson {
  const { batch, actor, source, reason, action, requested, since, until, entries, users, undone } = run;
  const actorUser = presentAuditUser(actor, names);
  return { batch, actor, actorUser, source, reason, action, requested, since, until, entries, users, undone };
}
