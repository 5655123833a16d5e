import type { AuditEntry, ObjectId, PermissionSet, StoreFlaw } from '@ops-admin/core';
import {
  canonicalJson,
  changesWithoutEntry,
  NOTHING_HELD,
  neverNamed,
  type RecordedSet,
  recordedSetOf,
  setAfter,
  setBefore,
} from '@ops-admin/core/adapter';
import type { Sql } from './sql.js';
import type { StoredEntry } from './stored-entry.js';
import { columnsOf } from './table.js';
import { AUDIT_ENTRIES } from './tables.js';
import type { TrailReader } from './trail-reader.js';

const ENTRIES_PER_STEP = 500;
const ENTRIES_OF_USERS = `
  select ${columnsOf(AUDIT_ENTRIES)} from audit_entries
  where (user_id, id) > (?, ?) and user_id <= ? order by user_id, id limit ${ENTRIES_PER_STEP}`;

export interface Holder {
  readonly id: ObjectId;
  readonly held: PermissionSet;
}

/** An entry that met another set than the entry before it had left. */
interface Met {
  readonly entryId: number;
  readonly left: RecordedSet;
  readonly met: RecordedSet;
}

/** The state of a user by the audit log. */
interface Said {
  newestId?: number;
  set: RecordedSet;
  readonly mets: Met[];
}

/** Compares what users hold with what the audit log says. */
export class TrailCheck {
  readonly #trail: TrailReader;

  constructor(trail: TrailReader) {
    this.#trail = trail;
  }

  /** The flaws of users, who are in the order of their ids. */
  async users(sql: Sql, users: readonly Holder[]): Promise<StoreFlaw[]> {
    const said = new Map(users.map(({ id }): [ObjectId, Said] => [id, { set: NOTHING_HELD, mets: [] }]));
    for await (const entry of this.#entries(sql, users)) {
      const of = entry.userId === null ? undefined : said.get(entry.userId);
      if (!of) continue;
      const met = setBefore(entry);
      if (!isSame(met, of.set)) of.mets.push({ entryId: entry.id, left: of.set, met });
      of.set = setAfter(entry);
      of.newestId = entry.id;
    }
    const flaws: StoreFlaw[] = [];
    for (const { held, id } of users) {
      const { mets, newestId, set } = said.get(id) as Said;
      flaws.push(...notMatchingLog(id, recordedSetOf(held), set, newestId));
      for (const met of mets) flaws.push(...(await this.#changesWithoutEntry(sql, { held, id }, met)));
    }
    return flaws;
  }

  async #changesWithoutEntry(sql: Sql, user: Holder, { entryId, left, met }: Met): Promise<StoreFlaw[]> {
    const { held, id: userId } = user;
    let found = changesWithoutEntry(left, met, recordedSetOf(held));
    for await (const entry of this.#entries(sql, [user], entryId)) {
      if (found.gained.length + found.lost.length === 0) return [];
      found = neverNamed(found, [entry]);
    }
    const isFound = found.gained.length + found.lost.length > 0;
    return isFound ? [{ type: 'changes-without-entry', userId, entryId, ...found }] : [];
  }

  /** The entries of users and of those between them, user by user; those of the first one from an entry on. */
  async *#entries(
    sql: Sql,
    users: readonly Holder[],
    firstId: number = Number.MIN_SAFE_INTEGER,
  ): AsyncGenerator<AuditEntry, void> {
    const [first, last] = [users[0]?.id ?? '', users.at(-1)?.id ?? ''];
    for (let after: readonly [string, number] | undefined = [first, firstId - 1]; after; ) {
      const rows: StoredEntry[] = await sql.all<StoredEntry>(ENTRIES_OF_USERS, ...after, last);
      yield* await this.#trail.entries(sql, rows);
      const end = rows.length < ENTRIES_PER_STEP ? undefined : rows.at(-1);
      after = end && [end.userId ?? '', end.id];
    }
  }
}

/** The flaw of a user who does not hold what their newest entry left, if any. */
function notMatchingLog(
  userId: ObjectId,
  { ends, permissions: held }: RecordedSet,
  recorded: RecordedSet,
  entryId: number | undefined,
): StoreFlaw[] {
  if (isSame({ ends, permissions: held }, recorded)) return [];
  const both = { held: Object.fromEntries(ends), recorded: Object.fromEntries(recorded.ends) };
  return [
    {
      type: 'permissions-not-matching-log',
      userId,
      held,
      recorded: recorded.permissions,
      ...(canonicalJson(both.held) !== canonicalJson(both.recorded) && { ends: both }),
      ...(entryId !== undefined && { entryId }),
    },
  ];
}

function isSame(one: RecordedSet, other: RecordedSet): boolean {
  return textOf(one) === textOf(other);
}

function textOf({ ends, permissions }: RecordedSet): string {
  return canonicalJson([permissions, ends.size === 0 ? {} : Object.fromEntries(ends)]);
}
