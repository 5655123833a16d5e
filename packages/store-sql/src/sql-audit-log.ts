import {
  type AuditBatch,
  type AuditBatchQuery,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  ok,
  type ResultAsync,
  type StoreUnavailable,
  type UserAfter,
} from '@ops-admin/core';
import {
  checkAuditQuery,
  checkCount,
  checkInteger,
  checkText,
  checkTexts,
  PERSON_ACTIONS,
} from '@ops-admin/core/adapter';
import { attempt } from './attempt.js';
import { type Condition, isOfModule } from './condition.js';
import { type Dialect, rowsValue } from './dialect.js';
import { NAMED_STRINGS, stringsIn } from './permission-strings.js';
import type { Statement, Value } from './sql.js';
import type { SqlDatabase } from './sql-database.js';
import { type StoredEntry, stringsOf } from './stored-entry.js';
import { columnsOf } from './table.js';
import { AUDIT_ENTRIES } from './tables.js';
import { TrailReader } from './trail-reader.js';

const ENTRIES = `select ${columnsOf(AUDIT_ENTRIES)} from audit_entries`;
const ENTRY = `${ENTRIES} where id = ?`;
const NEWEST = 'select coalesce(max(id), 0) as newest from audit_entries';
const batchesIn = (dialect: Dialect) => `
  select b.batch, n.actor, n.source, n.reason, n.action, n.requested, b.since, b.until, b.entries, b.users, b.undone,
    b.newest_id as "newestId"
  from (select * from audit_batches where newest_id < ? order by newest_id desc limit ?) b
  ${dialect.joinOne('audit_entries', 'n', 'b.newest_id')}
  where n.id is not null order by b.newest_id desc`;

const entriesOfUsersIn = (dialect: Dialect) => `
  select ${columnsOf(AUDIT_ENTRIES, 'e')} from ${dialect.rowsOf({ userId: 'text', afterId: 'integer' })} r
  ${dialect.joinFound('audit_entries', 'e', 'user_id = r."userId" and id > r."afterId"')} order by e.id`;

interface ListedBatch
  extends Omit<AuditBatch, 'reason' | 'requested'>,
    Pick<StoredEntry, 'reason' | 'requested'> {}

export class SqlAuditLog implements AuditLog {
  readonly #database: SqlDatabase;
  readonly #trail: TrailReader;
  readonly #batches: string;
  readonly #ofUsers: string;

  constructor(database: SqlDatabase) {
    this.#database = database;
    this.#trail = new TrailReader(database.dialect);
    this.#batches = batchesIn(database.dialect);
    this.#ofUsers = entriesOfUsersIn(database.dialect);
  }

  list(query: AuditQuery): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkAuditQuery(query);
      const statement = this.#selectFor(query);
      if (!statement) return ok([]);
      const rows = await this.#database.query<StoredEntry>(statement);
      return ok(await this.#trail.entries(this.#database, rows));
    });
  }

  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkInteger(id, 'id');
      const rows = await this.#database.all<StoredEntry>(ENTRY, id);
      const [entry] = await this.#trail.entries(this.#database, rows);
      return ok(entry);
    });
  }

  batches(query: AuditBatchQuery): ResultAsync<readonly AuditBatch[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      const { before = Number.MAX_SAFE_INTEGER, limit } = query;
      checkInteger(before, 'before');
      checkCount(limit, 'limit');
      const rows = await this.#database.all<ListedBatch>(this.#batches, before, limit);
      const batches = rows.map(({ reason, requested, ...batch }) => ({
        ...batch,
        requested: stringsOf(requested),
        ...(reason !== null && { reason }),
      }));
      return ok(batches);
    });
  }

  namedPermissions(among?: readonly string[]): ResultAsync<readonly string[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      if (among !== undefined) checkTexts(among, 'among');
      return ok(await stringsIn(this.#database, this.#database.dialect, NAMED_STRINGS, among));
    });
  }

  entriesOf(users: readonly UserAfter[]): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    return attempt(this.#database, async () => {
      for (const { afterId, userId } of users) {
        checkText(userId, 'userId');
        checkInteger(afterId, 'afterId');
      }
      const known = users.filter(({ userId }) => this.#database.dialect.canBeText(userId));
      const rows = await this.#database.all<StoredEntry>(this.#ofUsers, rowsValue(known));
      return ok(await this.#trail.entries(this.#database, rows));
    });
  }

  newestId(): ResultAsync<number, StoreUnavailable> {
    return attempt(this.#database, async () => {
      const row = await this.#database.first<{ newest: number }>(NEWEST);
      return ok(row?.newest ?? 0);
    });
  }

  /** `undefined` if no entry can match. */
  #selectFor({ afterId, limit, newestFirst = false, untilId, ...filter }: AuditQuery): Statement | undefined {
    const { dialect } = this.#database;
    const conditions: string[] = [];
    const values: Value[] = [];
    const add = (condition: Condition) => {
      conditions.push(condition.sql);
      values.push(...condition.values);
    };
    const where = (sql: string, value: Value) => add({ sql, values: [value] });
    const { changed, identity, module, permission, reason, since, until, ...exact } = filter;
    const texts = [...Object.values({ ...exact, ...identity }), module, permission, reason, since, until];
    if (texts.some((text) => text !== undefined && !dialect.canBeText(text))) return undefined;
    const { action, actor, batch, source, userId } = exact;
    for (const [column, value] of Object.entries({ user_id: userId, actor, source, action, batch })) {
      if (value !== undefined) where(`${column} = ?`, value);
    }
    if (permission !== undefined)
      where('id in (select entry_id from audit_changes where permission = ?)', permission);
    if (module !== undefined) {
      const isOfIt = isOfModule('permission', module);
      // Entry by entry: a module can have more changes than others have entries.
      add({
        sql: `exists (select 1 from audit_changes where entry_id = id and ${isOfIt.sql})`,
        values: isOfIt.values,
      });
    }
    if (identity) {
      where('issuer = ?', identity.issuer);
      where('id in (select entry_id from audit_subjects where subject = ?)', identity.subject);
    }
    if (changed !== undefined) {
      const ofPerson = PERSON_ACTIONS.map((one) => `'${one}'`).join(', ');
      const didChange = `(action in (${ofPerson}) or exists (select 1 from audit_changes where entry_id = id))`;
      where(`${didChange} = ?`, changed);
    }
    if (reason !== undefined) add(dialect.containsInAnyCase('reason', reason));
    if (since !== undefined) where('time >= ?', since);
    if (until !== undefined) where('time <= ?', until);
    if (afterId !== undefined) where(`id ${newestFirst ? '<' : '>'} ?`, afterId);
    if (untilId !== undefined) where(`id ${newestFirst ? '>=' : '<='} ?`, untilId);
    const filtered = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const text = `${ENTRIES} ${filtered} order by id ${newestFirst ? 'desc' : 'asc'} limit ?`;
    return { text, values: [...values, limit], isSearch: true, isPlannedAnew: true };
  }
}
