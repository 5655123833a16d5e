import type { AuditEntry, AuditLog, AuditQuery, StoreUnavailable } from '@ops-admin/core';
import type Database from 'better-sqlite3';
import { ok, type ResultAsync } from 'neverthrow';
import { attempt } from './attempt.js';
import { AUDIT_COLUMNS, type AuditRow, auditEntryOf } from './audit-table.js';

/** The audit trail in SQLite. */
export class SqliteAuditLog implements AuditLog {
  readonly #ofAll: Database.Statement<[object], AuditRow>;
  readonly #ofUser: Database.Statement<[object], AuditRow>;

  constructor(database: Database.Database) {
    const select = (where: string) =>
      database.prepare<[object], AuditRow>(
        `select ${AUDIT_COLUMNS} from audit_entries where ${where} id > :afterId order by id limit :limit`,
      );
    this.#ofAll = select('');
    this.#ofUser = select('user_id = :userId and');
  }

  list({ userId, afterId = 0, limit }: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    const statement = userId === undefined ? this.#ofAll : this.#ofUser;
    return attempt(() => ok(statement.all({ userId, afterId, limit }).map(auditEntryOf)));
  }
}
