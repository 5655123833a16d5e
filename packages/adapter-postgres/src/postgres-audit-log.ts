import {
  type ArchivedSet,
  type AuditBatch,
  type AuditBatchQuery,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type AuditRecord,
  okAsync,
  type ResultAsync,
  type StoreUnavailable,
  type TrailArchive,
} from '@ops-admin/core';
import {
  AFTER_ALL,
  archivedSetOf,
  auditRecordsOf,
  checkAuditQuery,
  checkCount,
  checkInteger,
  checkText,
  rejecting,
  type StoredRecord,
  type StoredSets,
  setRangesOf,
  storedText,
  workOutSets,
} from '@ops-admin/core/adapter';
import { ARCHIVED_SETS, archivesIn, ENTRY_COLUMNS, SETS_COLUMNS } from './audit-table.js';
import { canBeText } from './can-be-text.js';
import type { Connection, PostgresDatabase, Statement } from './postgres-database.js';
import { changesOf, historyOf } from './set-history.js';

/** The condition for each part of a query, `?` being its value. */
const CONDITIONS = {
  userId: 'user_id = ?',
  actor: 'actor = ?',
  source: 'source = ?',
  action: 'action = ?',
  batch: 'batch = ?',
  permission: 'id in (select entry_id from audit_changes where permission = ?)',
  module: 'id in (select entry_id from audit_changes where module = ?)',
  // Entries from before there were digests are looked up, one by one.
  changed: `case when action in ('link', 'unlink') then true
    when before_digest is null then exists (select from audit_changes where entry_id = id offset 0)
    else before_digest <> after_digest end = ?`,
  // The database's own rules can be limited to ASCII; for plain ASCII they are faster.
  reason: `case when octet_length(reason) = char_length(reason)
    then strpos(upper(reason collate "C"), upper(? collate "und-x-icu") collate "C")
    else strpos(upper(reason collate "und-x-icu"), upper(? collate "und-x-icu")) end > 0`,
  since: 'time >= ?',
  until: 'time <= ?',
} as const;
/** The newest entry of each run gives its place. Only for that many runs the others are counted. */
const BATCHES = {
  name: 'audit-batches',
  text: `
    with runs as (
      select batch, max(id) as newest from audit_entries where batch is not null group by batch
      having max(id) < $1 order by newest desc limit $2
    )
    select r.batch, n.actor, n.source, n.reason, s.since, s.until, s.entries, s.users, r.newest as "newestId"
    from runs r join audit_entries n on n.id = r.newest cross join lateral (
      select min(time) as since, max(time) as until, count(*) as entries, count(distinct user_id) as users
      from audit_entries e where e.batch = r.batch
    ) s order by r.newest desc`,
};
type BatchRow = Omit<AuditBatch, 'reason'> & { readonly reason: string | null };

const PARTS = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];

/** The audit trail in PostgreSQL. */
export class PostgresAuditLog implements AuditLog {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  list(query: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    return rejecting(() => {
      checkAuditQuery(query);
      const statement = selectFor(query);
      return statement ? this.#entries(statement) : okAsync([]);
    });
  }

  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable> {
    const text = `select ${ENTRY_COLUMNS} from audit_entries where id = $1`;
    return rejecting(() => {
      checkInteger(id, 'id');
      return this.#entries({ name: 'audit-entry', text, values: [id] }).map(([entry]) => entry);
    });
  }

  batches(query: AuditBatchQuery): ResultAsync<readonly AuditBatch[], StoreUnavailable> {
    return rejecting(() => {
      const { beforeId = AFTER_ALL, limit } = query;
      checkInteger(beforeId, 'beforeId');
      checkCount(limit, 'limit');
      return this.#database
        .read<BatchRow>({ ...BATCHES, values: [beforeId, limit] })
        .map((rows) =>
          rows.map(({ reason, ...batch }) => ({ ...batch, ...(reason !== null && { reason }) })),
        );
    });
  }

  records(afterId: number, limit: number): ResultAsync<readonly AuditRecord[], StoreUnavailable> {
    const text = `select ${ENTRY_COLUMNS} from audit_entries where id > $1 order by id limit $2`;
    return rejecting(() => {
      checkInteger(afterId, 'afterId');
      checkCount(limit, 'limit');
      return this.#database.readTogether((connection) =>
        recordsOf(connection, { name: 'audit-records', text, values: [afterId, limit] }),
      );
    });
  }

  archives(): ResultAsync<readonly TrailArchive[], StoreUnavailable> {
    return this.#database.readTogether(archivesIn);
  }

  archivedSets(afterUserId: string, limit: number): ResultAsync<readonly ArchivedSet[], StoreUnavailable> {
    const text = `${ARCHIVED_SETS} and user_id > $1 order by user_id limit $2`;
    return rejecting(() => {
      checkText(afterUserId, 'afterUserId');
      checkCount(limit, 'limit');
      return this.#database
        .read<StoredSets>({ text, values: [afterUserId, limit] })
        .map((rows) => rows.map(archivedSetOf));
    });
  }

  /** All at one moment: entries can be archived meanwhile. */
  #entries(statement: Statement): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    return this.#database.readTogether(async (connection) => {
      const records = await recordsOf(connection, statement);
      return workOutSets(records, await historyOf(connection, setRangesOf(records)));
    });
  }
}

/** `undefined` if no entry can match. */
function selectFor({
  newestFirst = false,
  limit,
  afterId,
  module,
  permission,
  ...query
}: AuditQuery): Statement | undefined {
  const stored = (text: string | undefined) => (text === undefined ? undefined : storedText(text));
  const given = { ...query, permission: stored(permission), module: stored(module) };
  const values: unknown[] = [];
  const conditions: string[] = [];
  const where = (condition: string, value: unknown) => {
    values.push(value);
    conditions.push(condition.replaceAll('?', `$${values.length}`));
  };
  for (const part of PARTS) {
    const value = given[part];
    if (value === undefined) continue;
    if (typeof value === 'string' && !canBeText(value)) return undefined;
    where(CONDITIONS[part], value);
  }
  if (afterId !== undefined) where(`id ${newestFirst ? '<' : '>'} ?`, afterId);
  values.push(limit);
  return {
    text: `select ${ENTRY_COLUMNS} from audit_entries
      ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
      order by id ${newestFirst ? 'desc' : 'asc'} limit $${values.length}`,
    values,
  };
}

const SETS_WITH = {
  name: 'sets-with',
  text: `select ${SETS_COLUMNS} from audit_sets
    where (user_id, entry_id) in (select * from unnest($1::text[], $2::bigint[]))`,
};

async function recordsOf(connection: Connection, statement: Statement): Promise<AuditRecord[]> {
  const rows = await connection.query<StoredRecord>(statement);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const changes = await changesOf(connection, ids);
  const values = [rows.map(({ userId }) => userId), ids];
  return auditRecordsOf(rows, changes, await connection.query<StoredSets>({ ...SETS_WITH, values }));
}
