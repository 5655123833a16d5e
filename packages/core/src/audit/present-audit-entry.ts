import type { AuditAction, AuditEntry, AuditSource } from './audit-entry.js';
import type { AuditSeal } from './audit-seal.js';

/** An entry as `audit show --json` prints it (decision 6); members without a value are `undefined`. */
export interface AuditEntryJson {
  readonly id: number;
  readonly time: string;
  readonly actor: string;
  readonly source: AuditSource;
  readonly action: AuditAction;
  /** `null` for a `seal` alone. */
  readonly userId: string | null;
  readonly requested: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly requestId: string | undefined;
  readonly reason: string | undefined;
  readonly batch: string | undefined;
  readonly reverts: number | undefined;
  readonly identity: { readonly issuer: string; readonly subject: string } | undefined;
  readonly covers: { readonly entries: number; readonly digest: string } | undefined;
  readonly seal: AuditSeal | undefined;
}

/** An entry as programs get it, its members always in the same order. */
export function presentAuditEntry(entry: AuditEntry): AuditEntryJson {
  const { id, time, actor, source, action, userId, requested, added, removed, before, after } = entry;
  const { requestId, reason, batch, reverts, identity, covers, seal } = entry;
  const change = { requested, added, removed, before, after };
  const origin = { requestId, reason, batch, reverts, identity, covers, seal };
  return { id, time, actor, source, action, userId, ...change, ...origin };
}
