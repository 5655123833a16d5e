import type { ObjectId, StoreFlaw } from '@ops-admin/core';
import {
  endsOf,
  lastSets,
  metWithoutAnEntry,
  NOTHING_HELD,
  neverNamed,
  recordedSetOf,
  type SetStep,
  type WithoutAnEntry,
} from '@ops-admin/core/adapter';
import type { Dialect } from './dialect.js';
import type { Sql } from './sql.js';
import type { StoredRecord } from './stored-record.js';
import { permissionSetOf } from './stored-user.js';
import { columnsOf } from './table.js';
import { AUDIT_ENTRIES } from './tables.js';
import type { TrailReader } from './trail-reader.js';
import type { StoredSet } from './unlike-the-trail.js';

const ENTRIES_PER_STEP = 500;
const ENTRIES_SINCE = `
  select ${columnsOf(AUDIT_ENTRIES)} from audit_entries where user_id = ? and id >= ? order by id limit ${ENTRIES_PER_STEP}`;

/** An entry that met a set which did not follow from the entry before it. */
interface Met {
  readonly userId: ObjectId;
  readonly entryId: number;
}

/** What users hold, or no longer hold, without an entry, though later entries went on from there (decision 6). */
export class WithoutAnEntryCheck {
  readonly #trail: TrailReader;
  readonly #met: string;

  constructor(dialect: Dialect, trail: TrailReader) {
    this.#trail = trail;
    this.#met = `
      select user_id as "userId", entry_id as "entryId" from audit_sets
      where ${dialect.isAmong('user_id', 'text')} and "before" is not null order by entry_id`;
  }

  /** The flaws of these users. */
  async users(sql: Sql, page: readonly StoredSet[]): Promise<StoreFlaw[]> {
    const heldBy = new Map(page.map((row) => [row.id, recordedSetOf(permissionSetOf(row))]));
    let left: readonly Met[] = await sql.all<Met>(
      this.#met,
      page.map(({ id }) => id),
    );
    const flaws: StoreFlaw[] = [];
    while (left.length > 0) {
      // One entry of each user at a time, so that no more sets are read at once than there are users.
      const round = new Map<ObjectId, Met>();
      for (const met of left) if (!round.has(met.userId)) round.set(met.userId, met);
      left = left.filter((met) => round.get(met.userId) !== met);
      const ranges = [...round.values()].map(({ entryId, userId }) => ({
        userId,
        firstId: entryId,
        lastId: entryId,
      }));
      const steps = await this.#trail.history(sql, ranges);
      const isMet = ({ entryId, userId }: SetStep) => round.get(userId)?.entryId === entryId;
      const recorded = lastSets(steps.filter((step) => !isMet(step)));
      for (const { entryId, sets, userId } of steps.filter(isMet)) {
        const met = { permissions: sets?.before ?? [], ends: endsOf(sets?.endsBefore) };
        const held = heldBy.get(userId) ?? NOTHING_HELD;
        const found = metWithoutAnEntry(recorded.get(userId) ?? NOTHING_HELD, met, held);
        flaws.push(...(await this.#neverNamed(sql, { userId, entryId }, found)));
      }
    }
    return flaws;
  }

  async #neverNamed(sql: Sql, { entryId, userId }: Met, met: WithoutAnEntry): Promise<StoreFlaw[]> {
    let found = met;
    for (let first: number | undefined = entryId; first !== undefined; ) {
      if (found.gained.length + found.lost.length === 0) return [];
      const rows: StoredRecord[] = await sql.all<StoredRecord>(ENTRIES_SINCE, userId, first);
      found = neverNamed(found, await this.#trail.records(sql, rows));
      const last = rows.at(-1);
      first = last && rows.length === ENTRIES_PER_STEP ? last.id + 1 : undefined;
    }
    const isFound = found.gained.length + found.lost.length > 0;
    return isFound ? [{ type: 'without-an-entry', userId, entryId, ...found }] : [];
  }
}
