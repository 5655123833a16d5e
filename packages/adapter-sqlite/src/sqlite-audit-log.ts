import {
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  ok,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { auditEntryOf, type StoredEntry } from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { AUDIT_COLUMNS } from './audit-table.js';
import type { Connections } from './connections.js';
import { PreparedStatements } from './prepared-statements.js';

/** The condition for each part of a query. */
const CONDITIONS = {
  userId: 'user_id = :userId',
  actor: 'actor = :actor',
  source: 'source = :source',
  batch: 'batch = :batch',
  permission: `(exists (select 1 from json_each(added) where value = :permission)
    or exists (select 1 from json_each(removed) where value = :permission))`,
  since: 'time >= :since',
  until: 'time <= :until',
} as const;

const prepare = (database: Database.Database) => ({
  database,
  byId: database.prepare<[number], StoredEntry>(`select ${AUDIT_COLUMNS} from audit_entries where id = ?`),
});

/** The audit trail in SQLite. */
export class SqliteAuditLog implements AuditLog {
  readonly #statements: PreparedStatements<ReturnType<typeof prepare>>;

  constructor(connections: Connections) {
    this.#statements = new PreparedStatements(connections, prepare);
  }

  list({ newestFirst = false, ...query }: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    const given = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
      (part) => query[part] !== undefined,
    );
    const conditions = [
      ...given.map((part) => CONDITIONS[part]),
      ...(query.afterId === undefined ? [] : [`id ${newestFirst ? '<' : '>'} :afterId`]),
    ];
    const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const order = newestFirst ? 'desc' : 'asc';
    return this.#statements.read(({ database }) => {
      const statement = database.prepare<[object], StoredEntry>(
        `select ${AUDIT_COLUMNS} from audit_entries ${where} order by id ${order} limit :limit`,
      );
      return ok(statement.all(query).map(auditEntryOf));
    });
  }

  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable> {
    return this.#statements.read(({ byId }) => {
      const row = byId.get(id);
      return ok(row && auditEntryOf(row));
    });
  }
}
