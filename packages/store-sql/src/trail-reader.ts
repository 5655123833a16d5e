import type { AuditEntry } from '@ops-admin/core';
import type { Dialect } from './dialect.js';
import type { Sql } from './sql.js';
import { auditEntriesOf, type StoredChange, type StoredEntry, type StoredSubject } from './stored-entry.js';
import { columnsOf } from './table.js';
import { AUDIT_CHANGES, AUDIT_ENTRIES, AUDIT_SUBJECTS } from './tables.js';

/** A page of entries, in the order of their numbers: those after one, at most so many. */
export const ENTRIES_AFTER: string = `
  select ${columnsOf(AUDIT_ENTRIES)} from audit_entries where id > ? order by id limit ?`;

export class TrailReader {
  readonly #changes: string;
  readonly #subjects: string;

  constructor(dialect: Dialect) {
    this.#changes = `
      select ${columnsOf(AUDIT_CHANGES)} from audit_changes where ${dialect.isAmong('entry_id', 'integer')}
      order by entry_id, position`;
    this.#subjects = `
      select ${columnsOf(AUDIT_SUBJECTS, 's')} from audit_entries e
      join audit_subjects s on s.user_id = e.user_id and s.entry_id = e.id where ${dialect.isAmong('e.id', 'integer')}`;
  }

  async entries(sql: Sql, rows: readonly StoredEntry[]): Promise<readonly AuditEntry[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const changes = await sql.all<StoredChange>(this.#changes, ids);
    const links = rows.filter(({ issuer }) => issuer !== null).map(({ id }) => id);
    const subjects = links.length === 0 ? [] : await sql.all<StoredSubject>(this.#subjects, links);
    return auditEntriesOf(rows, changes, subjects);
  }
}
