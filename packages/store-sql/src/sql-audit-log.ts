import {
  type AuditBatch,
  type AuditBatchQuery,
  type AuditEntry,
  type AuditLog,
  type AuditQuery,
  type AuditRecord,
  type ObjectId,
  ok,
  okAsync,
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
  rejecting,
  workOutSets,
} from '@ops-admin/core/adapter';
import { type Condition, isOfModule } from './condition.js';
import { type Dialect, rowsValue } from './dialect.js';
import { NAMED_STRINGS, stringsIn } from './permission-strings.js';
import type { Amount, SqlDatabase } from './sql-database.js';
import { type StoredRecord, storedText, stringsOf } from './stored-record.js';
import { columnsOf } from './table.js';
import { AUDIT_ENTRIES } from './tables.js';
import { AFTER_ALL, ENTRIES_AFTER, setRangesOf, TrailReader } from './trail-reader.js';
import { all, search, type Value, type Work } from './work.js';

/** So many entries are a small read. */
const FEW_RECORDS = 100;

const ENTRIES = `select ${columnsOf(AUDIT_ENTRIES)} from audit_entries`;
const ENTRY = `${ENTRIES} where id = ?`;
const NEWEST = 'select coalesce(max(id), 0) as newest from audit_entries';
const NEWEST_OF_USER = 'select max(id) as id from audit_entries where user_id = ?';
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
    Pick<StoredRecord, 'reason' | 'requested'> {}

/** The audit trail in a SQL database. */
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
    return rejecting(() => {
      checkAuditQuery(query);
      const statement = this.#selectFor(query);
      if (!statement) return okAsync([]);
      // An index finds the entries of a user, of a run, and about an identity, but those that name a permission are found first.
      const { afterId, batch, identity, limit, newestFirst, userId, ...filter } = query;
      const namesAny = (filter.permission ?? filter.module) !== undefined;
      const isFiltered = Object.values(filter).some((one) => one !== undefined);
      return this.#entries(
        () => search<StoredRecord>(statement.sql, statement.values),
        (isFiltered && userId === undefined) || namesAny
          ? { allOf: 'audit_entries' }
          : limit > FEW_RECORDS && userId === undefined
            ? 'many'
            : 'much',
      );
    });
  }

  find(id: number): ResultAsync<AuditEntry | undefined, StoreUnavailable> {
    return rejecting(() => {
      checkInteger(id, 'id');
      return this.#entries(() => all<StoredRecord>(ENTRY, id)).map(([entry]) => entry);
    });
  }

  newestOf(userId: ObjectId): ResultAsync<number, StoreUnavailable> {
    return rejecting(() => {
      checkText(userId, 'userId');
      if (!this.#database.dialect.canBeText(userId)) return okAsync(0);
      return this.#database.query<{ readonly id: number | null }, number>(
        { text: NEWEST_OF_USER, values: [userId] },
        ([row]) => ok(row?.id ?? 0),
      );
    });
  }

  batches(query: AuditBatchQuery): ResultAsync<readonly AuditBatch[], StoreUnavailable> {
    return rejecting(() => {
      const { beforeId = AFTER_ALL, limit } = query;
      checkInteger(beforeId, 'beforeId');
      checkCount(limit, 'limit');
      return this.#database.query<ListedBatch, readonly AuditBatch[]>(
        { text: this.#batches, values: [beforeId, limit] },
        (rows) =>
          ok(
            rows.map(({ reason, requested, ...batch }) => ({
              ...batch,
              requested: stringsOf(requested),
              ...(reason !== null && { reason }),
            })),
          ),
      );
    });
  }

  namedPermissions(among?: readonly string[]): ResultAsync<readonly string[], StoreUnavailable> {
    return rejecting(() => {
      if (among !== undefined) checkTexts(among, 'among');
      const { dialect } = this.#database;
      return this.#database.read(function* () {
        return ok(yield* stringsIn(dialect, NAMED_STRINGS, among));
      });
    });
  }

  records(afterId: number, limit: number): ResultAsync<readonly AuditRecord[], StoreUnavailable> {
    return rejecting(() => {
      checkInteger(afterId, 'afterId');
      checkCount(limit, 'limit');
      const rows = () => all<StoredRecord>(ENTRIES_AFTER, afterId, limit);
      return this.#records(rows, limit <= FEW_RECORDS ? 'little' : 'much');
    });
  }

  recordsOf(users: readonly UserAfter[]): ResultAsync<readonly AuditRecord[], StoreUnavailable> {
    return rejecting(() => {
      for (const { afterId, userId } of users) {
        checkText(userId, 'userId');
        checkInteger(afterId, 'afterId');
      }
      const known = users.filter(({ userId }) => this.#database.dialect.canBeText(userId));
      return this.#records(() => all<StoredRecord>(this.#ofUsers, rowsValue(known)));
    });
  }

  newestId(): ResultAsync<number, StoreUnavailable> {
    return this.#database.query<{ newest: number }, number>({ text: NEWEST, values: [] }, ([row]) =>
      ok(row?.newest ?? 0),
    );
  }

  #records(
    rows: () => Work<StoredRecord[]>,
    amount: Amount = 'much',
  ): ResultAsync<readonly AuditRecord[], StoreUnavailable> {
    const trail = this.#trail;
    return this.#database.read(function* () {
      return ok(yield* trail.records(yield* rows()));
    }, amount);
  }

  #entries(
    rows: () => Work<StoredRecord[]>,
    amount: Amount = 'much',
  ): ResultAsync<readonly AuditEntry[], StoreUnavailable> {
    const trail = this.#trail;
    return this.#database.read(function* () {
      const records = yield* trail.records(yield* rows());
      const steps = yield* trail.history(setRangesOf(records));
      return ok(workOutSets(records, steps));
    }, amount);
  }

  /** `undefined` if no entry can match. */
  #selectFor({ afterId, limit, newestFirst = false, ...filter }: AuditQuery): Condition | undefined {
    const { dialect } = this.#database;
    const conditions: string[] = [];
    const values: Value[] = [];
    const add = (condition: Condition) => {
      conditions.push(condition.sql);
      values.push(...condition.values);
    };
    const where = (sql: string, value: Value) => add({ sql, values: [value] });
    const { changed, identity, module, permission, reason, since, until, ...exact } = filter;
    const texts = [...Object.values({ ...exact, ...identity }), reason, since, until];
    if (texts.some((text) => text !== undefined && !dialect.canBeText(text))) return undefined;
    const { action, actor, batch, source, userId } = exact;
    for (const [column, value] of Object.entries({ user_id: userId, actor, source, action, batch })) {
      if (value !== undefined) where(`${column} = ?`, value);
    }
    const names = (change: Condition, setsEnd: Condition) =>
      add({
        sql: `id in (
          select entry_id from audit_changes where ${change.sql}
          union select id from audit_entries where ends is not null and ${setsEnd.sql})`,
        values: [...change.values, ...setsEnd.values],
      });
    if (permission !== undefined) {
      const one = { sql: 'permission = ?', values: [storedText(permission)] };
      names(one, setsEndOf(dialect, [`${storedText(permission)}":`]));
    }
    if (module !== undefined) {
      const whole = storedText(`service.${module}`);
      names(isOfModule('permission', module), setsEndOf(dialect, [`${whole}":`, `${whole}.`]));
    }
    if (identity) {
      where('issuer = ?', identity.issuer);
      where('id in (select entry_id from audit_subjects where subject = ?)', identity.subject);
    }
    if (changed !== undefined) {
      const ofPerson = PERSON_ACTIONS.map((one) => `'${one}'`).join(', ');
      where(`(action in (${ofPerson}) or before_digest <> after_digest) = ?`, changed);
    }
    if (reason !== undefined) add(dialect.containsInAnyCase('reason', reason));
    if (since !== undefined) where('time >= ?', since);
    if (until !== undefined) where('time <= ?', until);
    if (afterId !== undefined) where(`id ${newestFirst ? '<' : '>'} ?`, afterId);
    const filtered = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
    const sql = `${ENTRIES} ${filtered} order by id ${newestFirst ? 'desc' : 'asc'} limit ?`;
    return { sql, values: [...values, limit] };
  }
}

/**
 * Whether an entry set the end of a string that begins so: its ends are JSON of one line, in which a quote after a comma only begins
 * a member.
 */
function setsEndOf({ contains }: Dialect, beginnings: readonly string[]): Condition {
  const members = contains(`(',' || substr(ends, 2))`);
  return {
    sql: `(${beginnings.map(() => members).join(' or ')})`,
    values: beginnings.map((beginning) => `,"${beginning}`),
  };
}
