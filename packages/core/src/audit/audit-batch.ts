import type { NamedUser } from '../users/describe-user.js';
import type { Timestamp } from '../values/timestamp.js';
import type { AuditAction, AuditSource } from './audit-entry.js';
import { type AuditUserJson, presentAuditUser } from './present-audit-entry.js';

/** A summary of the entries of one batch. */
export interface AuditBatch {
  readonly batch: string;
  /** The actor of the newest entry, like `source` and `reason`, because another actor can continue a batch. */
  readonly actor: string;
  readonly source: AuditSource;
  readonly reason?: string;
  /** The action and the requested strings of the newest entry; most batches have one action. */
  readonly action: AuditAction;
  readonly requested: readonly string[];
  /** The times of the earliest and the latest entry. */
  readonly since: Timestamp;
  readonly until: Timestamp;
  /** The numbers of entries and of their users. */
  readonly entries: number;
  readonly users: number;
  /** The number of its entries that later ones undid. */
  readonly undone: number;
  readonly newestId: number;
}

/** Selects batches, the newest first. */
export interface AuditBatchQuery {
  /** Only batches whose newest entry is older than this one. */
  readonly before?: number;
  /** 1 or more. */
  readonly limit: number;
}

/** A batch as `audit batches --json` prints it. */
export interface AuditBatchJson extends Omit<AuditBatch, 'newestId' | 'reason' | 'since' | 'until'> {
  readonly actorUser?: AuditUserJson | undefined;
  readonly since: string;
  readonly until: string;
  readonly reason?: string | undefined;
}

/** Returns a batch as programs get it; the members always have the same order. */
export function presentAuditBatch(run: AuditBatch, names: ReadonlyMap<string, NamedUser>): AuditBatchJson {
  const { batch, actor, source, reason, action, requested, since, until, entries, users, undone } = run;
  const actorUser = presentAuditUser(actor, names);
  return { batch, actor, actorUser, source, reason, action, requested, since, until, entries, users, undone };
}
