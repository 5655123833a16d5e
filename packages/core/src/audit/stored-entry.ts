import type { ObjectId } from '../values/object-id.js';
import type { Timestamp } from '../values/timestamp.js';
import type { AuditAction, AuditEntry, AuditSource } from './audit-entry.js';

/** An entry as stores of rows keep it, flat; the lists are JSON arrays in text. */
export interface StoredEntry {
  readonly id: number;
  readonly time: Timestamp;
  readonly actor: string;
  readonly source: AuditSource;
  readonly action: AuditAction;
  readonly userId: ObjectId;
  readonly requested: string;
  readonly added: string;
  readonly removed: string;
  readonly before: string;
  readonly after: string;
  readonly requestId: string | null;
  readonly reason: string | null;
  readonly batch: string | null;
  readonly reverts: number | null;
  /** All three, or none of them where the entry is from before there was a chain. */
  readonly previous: string | null;
  readonly digest: string | null;
  readonly keyId: string | null;
}

/** Reads an entry out of a store, also one that somebody has tampered with. */
export function auditEntryOf(row: StoredEntry): AuditEntry {
  const { requestId, reason, batch, reverts, previous, digest, keyId, ...entry } = row;
  return {
    ...entry,
    requested: stringsOf(row.requested),
    added: stringsOf(row.added),
    removed: stringsOf(row.removed),
    before: stringsOf(row.before),
    after: stringsOf(row.after),
    ...(requestId !== null && { requestId }),
    ...(reason !== null && { reason }),
    ...(batch !== null && { batch }),
    ...(reverts !== null && { reverts }),
    ...(previous !== null && digest !== null && keyId !== null && { seal: { previous, digest, keyId } }),
  };
}

/** An entry as stores of rows keep it. */
export function storedEntryOf(entry: AuditEntry): StoredEntry {
  return {
    id: entry.id,
    time: entry.time,
    actor: entry.actor,
    source: entry.source,
    action: entry.action,
    userId: entry.userId,
    requested: JSON.stringify(entry.requested),
    added: JSON.stringify(entry.added),
    removed: JSON.stringify(entry.removed),
    before: JSON.stringify(entry.before),
    after: JSON.stringify(entry.after),
    requestId: entry.requestId ?? null,
    reason: entry.reason ?? null,
    batch: entry.batch ?? null,
    reverts: entry.reverts ?? null,
    previous: entry.seal?.previous ?? null,
    digest: entry.seal?.digest ?? null,
    keyId: entry.seal?.keyId ?? null,
  };
}

/** What is no array of strings has been tampered with: it must not keep the check of the trail from naming its entry. */
function stringsOf(json: string): string[] {
  try {
    const parsed: unknown = JSON.parse(json);
    if (Array.isArray(parsed) && parsed.every((one) => typeof one === 'string')) return parsed;
  } catch {
    // Shown as it is.
  }
  return [json];
}
