import {
  err,
  type ObjectId,
  ok,
  type Result,
  type ResultAsync,
  type StoreFlaw,
  type StoreInspector,
  type StoreUnavailable,
} from '@ops-admin/core';
import Database from 'better-sqlite3';
import { attempt } from './attempt.js';

/** One statement, so that no change comes in between. Both texts were written by the same function. */
const SETS_UNLIKE_THE_TRAIL = `
  select id as userId, permissions as held, "after" as recorded, entryId
  from (
    select u.id, u.permissions, e.id as entryId, coalesce(e."after", '[]') as "after"
    from users u
    left join audit_entries e on e.id = (select max(id) from audit_entries where user_id = u.id)
  )
  where permissions <> "after" order by id`;

interface UnlikeRow {
  readonly userId: ObjectId;
  readonly held: string;
  readonly recorded: string;
  readonly entryId: number | null;
}

interface DanglingRow {
  readonly table: string;
  readonly parent: string;
}

/** Flaws of a SQLite file. Nothing is written. */
export class SqliteStoreInspector implements StoreInspector {
  readonly #database: Database.Database;

  constructor(database: Database.Database) {
    this.#database = database;
  }

  inspect(): ResultAsync<readonly StoreFlaw[], StoreUnavailable> {
    return attempt(() => {
      const damage = this.#damage();
      if (damage.isErr()) return err(damage.error);
      // What a damaged file says of anything else is worth nothing.
      if (damage.value.length > 0) return ok(damage.value);
      return ok([...this.#dangling(), ...this.#unlikeTheTrail()]);
    });
  }

  /** What SQLite cannot read is a flaw here, where other ports fail. */
  #damage(): Result<StoreFlaw[], StoreUnavailable> {
    try {
      const rows = this.#database.pragma('integrity_check(20)') as { readonly integrity_check: string }[];
      const found = rows.map((row) => row.integrity_check).filter((detail) => detail !== 'ok');
      return ok(found.map((detail) => ({ type: 'damaged', detail })));
    } catch (cause) {
      const isDamage = cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code);
      return isDamage
        ? ok([{ type: 'damaged', detail: cause.message }])
        : err({ type: 'store-unavailable', cause });
    }
  }

  #dangling(): StoreFlaw[] {
    const rows = this.#database.pragma('foreign_key_check') as DanglingRow[];
    const counts = new Map<string, StoreFlaw & { type: 'dangling' }>();
    for (const { parent, table } of rows) {
      const rowsSoFar = counts.get(`${table} ${parent}`)?.rows ?? 0;
      counts.set(`${table} ${parent}`, { type: 'dangling', table, missing: parent, rows: rowsSoFar + 1 });
    }
    return [...counts.values()];
  }

  #unlikeTheTrail(): StoreFlaw[] {
    return this.#database
      .prepare<[], UnlikeRow>(SETS_UNLIKE_THE_TRAIL)
      .all()
      .map(({ entryId, held, recorded, userId }) => ({
        type: 'unlike-the-trail',
        userId,
        held: JSON.parse(held) as string[],
        recorded: JSON.parse(recorded) as string[],
        ...(entryId !== null && { entryId }),
      }));
  }
}
