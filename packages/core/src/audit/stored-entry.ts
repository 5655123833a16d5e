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
