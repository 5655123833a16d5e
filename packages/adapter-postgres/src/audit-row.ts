import type { AuditEntry } from '@ops-admin/core';

/** SQL for the columns of a `StoredEntry`. */
export const AUDIT_COLUMNS = `
  id, time, actor, source, action, user_id as "userId", requested, added, removed, "before", "after",
  request_id as "requestId", reason, batch, reverts, previous, digest, key_id as "keyId"`;

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
