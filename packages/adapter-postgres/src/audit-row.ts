import type { AuditAction, AuditEntry, AuditSource, ObjectId, Timestamp } from '@ops-admin/core';

/** A row of `audit_entries`; the lists are JSON arrays in text. */
export interface AuditRow {
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

/** SQL for the columns of an {@link AuditRow}. */
export const AUDIT_COLUMNS = `
  id, time, actor, source, action, user_id as "userId", requested, added, removed, "before", "after",
  request_id as "requestId", reason, batch, reverts, previous, digest, key_id as "keyId"`;

export function auditEntryOf(row: AuditRow): AuditEntry {
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
    // Shown as it stands.
  }
  return [json];
}

/** SQL for the rows of {@link auditJsonOf} in the JSON array `$1`. */
export const ENTRIES = `
  select * from json_to_recordset($1::json) as row (
    id bigint, time text, actor text, source text, action text, user_id text, requested text, added text,
    removed text, "before" text, "after" text, request_id text, reason text, batch text, reverts bigint,
    previous text, digest text, key_id text
  )`;
const COLUMNS = `
  id, time, actor, source, action, user_id, requested, added, removed, "before", "after", request_id, reason, batch,
  reverts, previous, digest, key_id`;

/** SQL that writes the rows of a table or query. */
export function insertEntriesFrom(rows: string): string {
  return `insert into audit_entries (${COLUMNS}) select ${COLUMNS} from ${rows}`;
}

/** SQL that writes {@link ENTRIES}. */
export const INSERT_ENTRIES: string = insertEntriesFrom(`(${ENTRIES}) entries`);

/** An entry as the JSON that {@link ENTRIES} reads. */
export function auditJsonOf({ userId, requestId, seal, ...entry }: AuditEntry): object {
  return {
    ...entry,
    requested: JSON.stringify(entry.requested),
    added: JSON.stringify(entry.added),
    removed: JSON.stringify(entry.removed),
    before: JSON.stringify(entry.before),
    after: JSON.stringify(entry.after),
    user_id: userId,
    request_id: requestId,
    previous: seal?.previous,
    digest: seal?.digest,
    key_id: seal?.keyId,
  };
}
