import {
  type AuditAction,
  type AuditDraft,
  type AuditEntry,
  type AuditSource,
  entryOf,
  type ObjectId,
  type PermissionChange,
  type Timestamp,
} from '@ops-admin/core';
import type Database from 'better-sqlite3';

/** A row of `audit_entries`; the lists are JSON arrays. */
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
}

/** SQL for the columns of an {@link AuditRow}. */
export const AUDIT_COLUMNS = `
  id, time, actor, source, action, user_id as userId, requested, added, removed, "before", "after",
  request_id as requestId, reason`;

/** Writes a change and its entry, inside the caller's transaction. */
export type RecordChange = (userId: ObjectId, change: PermissionChange, draft: AuditDraft) => AuditEntry;

/** Prepares {@link RecordChange}. */
export function prepareRecordChange(database: Database.Database): RecordChange {
  const setPermissions = database.prepare('update users set permissions = ? where id = ?');
  const insertEntry = database.prepare(`
    insert into audit_entries
      (time, actor, source, action, user_id, requested, added, removed, "before", "after", request_id, reason)
    values
      (:time, :actor, :source, :action, :userId, :requested, :added, :removed, :before, :after, :requestId, :reason)`);

  return (userId, change, draft) => {
    const before = JSON.stringify([...change.before]);
    const after = JSON.stringify([...change.after]);
    if (after !== before) setPermissions.run(after, userId);
    const { lastInsertRowid } = insertEntry.run({
      time: draft.time,
      actor: draft.actor,
      source: draft.source,
      action: draft.action,
      userId,
      requested: JSON.stringify(draft.requested),
      added: JSON.stringify(change.added),
      removed: JSON.stringify(change.removed),
      before,
      after,
      requestId: draft.requestId ?? null,
      reason: draft.reason ?? null,
    });
    return entryOf(Number(lastInsertRowid), userId, draft, change);
  };
}

export function auditEntryOf({ requestId, reason, ...row }: AuditRow): AuditEntry {
  const list = (json: string) => JSON.parse(json) as string[];
  return {
    ...row,
    requested: list(row.requested),
    added: list(row.added),
    removed: list(row.removed),
    before: list(row.before),
    after: list(row.after),
    ...(requestId !== null && { requestId }),
    ...(reason !== null && { reason }),
  };
}
