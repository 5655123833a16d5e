/** SQL for the columns of a `StoredEntry`. */
export const AUDIT_COLUMNS = `
  id, time, actor, source, action, user_id as "userId", requested, added, removed, "before", "after",
  request_id as "requestId", reason, batch, reverts, previous, digest, key_id as "keyId"`;

/** SQL for the rows in the JSON array `$1` of `StoredEntry`. */
export const ENTRIES = `
  select * from json_to_recordset($1::json) as row (
    id bigint, time text, actor text, source text, action text, "userId" text, requested text, added text,
    removed text, "before" text, "after" text, "requestId" text, reason text, batch text, reverts bigint,
    previous text, digest text, "keyId" text
  )`;

/** SQL that writes the rows of a table or query with the columns of {@link ENTRIES}. */
export function insertEntriesFrom(rows: string): string {
  return `
    insert into audit_entries
      (id, time, actor, source, action, user_id, requested, added, removed, "before", "after", request_id, reason,
       batch, reverts, previous, digest, key_id)
    select id, time, actor, source, action, "userId", requested, added, removed, "before", "after", "requestId", reason,
      batch, reverts, previous, digest, "keyId" from ${rows}`;
}

/** SQL that writes {@link ENTRIES}. */
export const INSERT_ENTRIES: string = insertEntriesFrom(`(${ENTRIES}) entries`);
