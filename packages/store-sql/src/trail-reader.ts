import type { AuditRecord, ObjectId } from '@ops-admin/core';
import type { SetStep } from '@ops-admin/core/adapter';
import { type Dialect, rowsValue } from './dialect.js';
import type { Sql } from './sql.js';
import {
  auditRecordsOf,
  type StoredChange,
  type StoredRecord,
  type StoredSets,
  type StoredSubject,
  setStepsOf,
} from './stored-record.js';
import { columnsOf } from './table.js';
import { AUDIT_CHANGES, AUDIT_ENTRIES, AUDIT_SETS, AUDIT_SUBJECTS } from './tables.js';

/** Entries of a user whose sets are needed: from `firstId` to `lastId`. */
export interface SetRange {
  readonly userId: ObjectId;
  readonly firstId: number;
  readonly lastId: number;
}

/** As the entry of a set range: the set after all entries. */
export const AFTER_ALL: number = Number.MAX_SAFE_INTEGER;

/** Which steps a store must read to work out the sets of entries: one range for each user. */
export function setRangesOf(
  entries: readonly { readonly id: number; readonly userId: ObjectId | null }[],
): SetRange[] {
  const ranges = new Map<ObjectId, SetRange>();
  for (const { id, userId } of entries) {
    if (userId === null) continue;
    const { firstId, lastId } = ranges.get(userId) ?? { firstId: id, lastId: id };
    ranges.set(userId, { userId, firstId: Math.min(firstId, id), lastId: Math.max(lastId, id) });
  }
  return [...ranges.values()];
}

/** A page of entries, in the order of their numbers: those after one, at most so many. */
export const ENTRIES_AFTER: string = `
  select ${columnsOf(AUDIT_ENTRIES)} from audit_entries where id > ? order by id limit ?`;

/** Reads what belongs to entries. Use one reading of the database for all. */
export class TrailReader {
  readonly #changes: string;
  readonly #subjectsWith: string;
  readonly #setsWith: string;
  readonly #setsIn: string;
  readonly #changed: string;

  constructor(dialect: Dialect) {
    this.#changes = `
      select ${columnsOf(AUDIT_CHANGES)} from audit_changes where ${dialect.isAmong('entry_id', 'integer')}
      order by entry_id, position`;
    this.#subjectsWith = `
      select ${columnsOf(AUDIT_SUBJECTS, 's')} from audit_entries e
      join audit_subjects s on s.user_id = e.user_id and s.entry_id = e.id where ${dialect.isAmong('e.id', 'integer')}`;
    this.#setsWith = `
      select ${columnsOf(AUDIT_SETS, 's')} from audit_entries e
      join audit_sets s on s.user_id = e.user_id and s.entry_id = e.id where ${dialect.isAmong('e.id', 'integer')}`;
    // Where the steps of each range begin: at the last whole set before it.
    const ranges = `
      with ranges as materialized (
        select r.*, coalesce(
            (select max(entry_id) from audit_sets where user_id = r."userId" and entry_id < r."firstId"), 0
          ) as start
        from ${dialect.rowsOf({ userId: 'text', firstId: 'integer', lastId: 'integer' })} r
      )`;
    this.#setsIn = `${ranges}
      select ${columnsOf(AUDIT_SETS, 's')} from ranges r
      ${dialect.joinFound('audit_sets', 's', `user_id = r."userId" and entry_id >= r.start and entry_id <= r."lastId"`)}`;
    this.#changed = `${ranges}
      select e.id, e.user_id as "userId", e.ends from ranges r
      ${dialect.joinFound(
        'audit_entries',
        'e',
        `user_id = r."userId" and id > r.start and id <= r."lastId" and before_digest <> after_digest`,
      )}`;
  }

  /** Entries as they are kept, of their rows. */
  async records(sql: Sql, rows: readonly StoredRecord[]): Promise<readonly AuditRecord[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ id }) => id);
    const changes = await this.#changesOf(sql, ids);
    const links = rows.filter(({ issuer }) => issuer !== null).map(({ id }) => id);
    const subjects = links.length === 0 ? [] : await sql.all<StoredSubject>(this.#subjectsWith, links);
    const sets = await sql.all<StoredSets>(this.#setsWith, ids);
    return auditRecordsOf(rows, changes, sets, subjects);
  }

  /** The steps of users' sets from the last whole set before a range to its end. */
  async history(sql: Sql, ranges: readonly SetRange[]): Promise<readonly SetStep[]> {
    if (ranges.length === 0) return [];
    const value = rowsValue(ranges);
    const sets = await sql.all<StoredSets>(this.#setsIn, value);
    const entries = await sql.all<Pick<StoredRecord, 'ends' | 'id'> & { userId: ObjectId }>(
      this.#changed,
      value,
    );
    const changes = await this.#changesOf(
      sql,
      entries.map(({ id }) => id),
    );
    return setStepsOf(entries, changes, sets);
  }

  /** The changes of entries, those of each in their order. */
  async #changesOf(sql: Sql, entryIds: readonly number[]): Promise<readonly StoredChange[]> {
    return entryIds.length === 0 ? [] : await sql.all<StoredChange>(this.#changes, entryIds);
  }
}
