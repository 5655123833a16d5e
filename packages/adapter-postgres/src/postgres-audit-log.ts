import {
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  okAsync,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { auditEntryOf, type StoredEntry } from '@ops-admin/core/adapter';
import { AUDIT_COLUMNS } from './audit-columns.js';
import { canBeText } from './can-be-text.js';
import type { PostgresDatabase } from './postgres-database.js';

/** The condition for each part of a query, `?` being its value. */
const CONDITIONS = {
  userId: 'user_id = ?',
  actor: 'actor = ?',
  source: 'source = ?',
  batch: 'batch = ?',
  // As JSON text, which may escape what is not text here.
  permission: `(exists (select from json_array_elements(added::json) one where one::text = ?)
    or exists (select from json_array_elements(removed::json) one where one::text = ?))`,
  since: 'time >= ?',
  until: 'time <= ?',
} as const;
const PARTS = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/** The audit trail in PostgreSQL. */
export class PostgresAuditLog implements AuditLog {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  list({
    newestFirst = false,
    limit,
    afterId,
    permission,
    ...query
  }: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    const given = { ...query, permission: permission === undefined ? undefined : JSON.stringify(permission) };
    const values: unknown[] = [];
    const conditions: string[] = [];
    const where = (condition: string, value: unknown) => {
      values.push(value);
      conditions.push(condition.replaceAll('?', `$${values.length}`));
    };
    for (const part of PARTS) {
      const value = given[part];
      if (value === undefined) continue;
      // No entry can have it.
      if (!canBeText(value)) return okAsync([]);
      where(CONDITIONS[part], value);
    }
    if (afterId !== undefined) where(`id ${newestFirst ? '<' : '>'} ?`, afterId);
    values.push(limit);
    return this.#database
      .read<StoredEntry>(
        {
          text: `select ${AUDIT_COLUMNS} from audit_entries
            ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
            order by id ${newestFirst ? 'desc' : 'asc'} limit $${values.length}`,
          values,
        },
        'much',
      )
      .map((rows) => rows.map(auditEntryOf));
  }

  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable> {
    const text = `select ${AUDIT_COLUMNS} from audit_entries where id = $1`;
    return this.#database
      .read<StoredEntry>({ name: 'audit-entry', text, values: [id] })
      .map(([row]) => row && auditEntryOf(row));
  }
}
