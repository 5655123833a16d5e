import {
  type ArchivedSet,
  type AuditBatch,
  type AuditBatchQuery,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type AuditRecord,
  ok,
  type ResultAsync,
  type StoreUnavailable,
  type TrailArchive,
} from '@ops-admin/core';
import {
  AFTER_ALL,
  archivedSetOf,
  checkAuditQuery,
  checkCount,
  checkInteger,
  checkText,
  type StoredRecord,
  type StoredSets,
  setRangesOf,
  storedText,
  workOutSets,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { ARCHIVED_SETS, archivesIn, ENTRIES_AFTER, ENTRY_COLUMNS } from './audit-table.js';
import type { Connections } from './connections.js';
import { PreparedStatements } from './prepared-statements.js';
import { prepareHistory } from './set-history.js';
import { prepareRecords } from './trail-records.js';

/** The condition for each part of a query. */
const CONDITIONS = {
  userId: 'user_id = :userId',
  actor: 'actor = :actor',
  source: 'source = :source',
  action: 'action = :action',
  batch: 'batch = :batch',
  permission: 'id in (select entry_id from audit_changes where permission = :permission)',
  module: 'id in (select entry_id from audit_changes where module = :module)',
  // Entries from before there were digests are looked up.
  changed: `case when action in ('link', 'unlink') then 1
    when before_digest is null then exists (select 1 from audit_changes where entry_id = id)
    else before_digest <> after_digest end = :changed`,
  // A text in ASCII needs no call, which would take most of the time.
  reason: `instr(iif(octet_length(reason) = length(reason), upper(reason), upper_case(reason)), :reason) > 0`,
  since: 'time >= :since',
  until: 'time <= :until',
} as const;

/** The newest entry of each run gives its place. Only for that many runs the others are counted. */
const BATCHES = `
  with runs as (
    select batch, max(id) as newestId from audit_entries where batch is not null group by batch
    having newestId < :beforeId order by newestId desc limit :limit
  ), sums as (
    select runs.batch, newestId, min(time) as since, max(time) as until, count(*) as entries,
      count(distinct user_id) as users
    from runs join audit_entries e on e.batch = runs.batch group by runs.batch
  )
  select s.batch, actor, source, reason, since, until, entries, users, newestId
  from sums s join audit_entries on id = newestId order by newestId desc`;

type BatchRow = Omit<AuditBatch, 'reason'> & { readonly reason: string | null };

const prepare = (database: Database.Database) => ({
  // SQLite's own function only knows ASCII.
  database: database.function('upper_case', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? text.toUpperCase() : null,
  ),
  batches: database.prepare<[{ beforeId: number; limit: number }], BatchRow>(BATCHES),
  byId: database.prepare<[number], StoredRecord>(`select ${ENTRY_COLUMNS} from audit_entries where id = ?`),
  after: database.prepare<[number, number], StoredRecord>(ENTRIES_AFTER),
  archivedSets: database.prepare<[string, number], StoredSets>(
    `${ARCHIVED_SETS} and user_id > ? order by user_id limit ?`,
  ),
  recordsOf: prepareRecords(database),
  historyOf: prepareHistory(database),
});
type Statements = ReturnType<typeof prepare>;

/** The audit trail in SQLite. */
export class SqliteAuditLog implements AuditLog {
  readonly #statements: PreparedStatements<Statements>;

  constructor(connections: Connections) {
    this.#statements = new PreparedStatements(connections, prepare);
  }

  list(query: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    return this.#read((statements) => {
      const { sql, values } = selectFor(query);
      return entriesOf(statements, statements.database.prepare<[object], StoredRecord>(sql).all(values));
    });
  }

  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable> {
    return this.#read((statements) => {
      checkInteger(id, 'id');
      return entriesOf(statements, statements.byId.all(id))[0];
    });
  }

  batches(query: AuditBatchQuery): ResultAsync<readonly AuditBatch[], StoreUnavailable> {
    return this.#read(({ batches }) => {
      const { beforeId = AFTER_ALL, limit } = query;
      checkInteger(beforeId, 'beforeId');
      checkCount(limit, 'limit');
      return batches
        .all({ beforeId, limit })
        .map(({ reason, ...batch }) => ({ ...batch, ...(reason !== null && { reason }) }));
    });
  }

  records(afterId: number, limit: number): ResultAsync<readonly AuditRecord[], StoreUnavailable> {
    return this.#read((statements) => {
      checkInteger(afterId, 'afterId');
      checkCount(limit, 'limit');
      return statements.recordsOf(statements.after.all(afterId, limit));
    });
  }

  archives(): ResultAsync<readonly TrailArchive[], StoreUnavailable> {
    return this.#read(({ database }) => archivesIn(database));
  }

  archivedSets(afterUserId: string, limit: number): ResultAsync<readonly ArchivedSet[], StoreUnavailable> {
    return this.#read(({ archivedSets }) => {
      checkText(afterUserId, 'afterUserId');
      checkCount(limit, 'limit');
      return archivedSets.all(afterUserId, limit).map(archivedSetOf);
    });
  }

  /** All at one moment: entries can be archived meanwhile. */
  #read<T>(work: (statements: Statements) => T): ResultAsync<T, StoreUnavailable> {
    return this.#statements.read((statements) => ok(statements.database.transaction(work)(statements)));
  }
}

function selectFor({ newestFirst = false, ...query }: AuditQuery): {
  readonly sql: string;
  readonly values: object;
} {
  checkAuditQuery(query);
  const given = (Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[]).filter(
    (part) => query[part] !== undefined,
  );
  const conditions = [
    ...given.map((part) => CONDITIONS[part]),
    ...(query.afterId === undefined ? [] : [`id ${newestFirst ? '<' : '>'} :afterId`]),
  ];
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const order = newestFirst ? 'desc' : 'asc';
  const { changed, module, permission, reason } = query;
  return {
    sql: `select ${ENTRY_COLUMNS} from audit_entries ${where} order by id ${order} limit :limit`,
    values: {
      ...query,
      ...(changed !== undefined && { changed: Number(changed) }),
      ...(reason !== undefined && { reason: reason.toUpperCase() }),
      ...(permission !== undefined && { permission: storedText(permission) }),
      ...(module !== undefined && { module: storedText(module) }),
    },
  };
}

function entriesOf({ historyOf, recordsOf }: Statements, rows: readonly StoredRecord[]): AuditEntry[] {
  return workOutSets(recordsOf(rows), historyOf(setRangesOf(rows)));
}
