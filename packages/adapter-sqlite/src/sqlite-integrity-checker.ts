import {
  type IntegrityChecker,
  ok,
  type ResultAsync,
  type StoredMismatch,
  type StoreFlaw,
  type StoreUnavailable,
} from '@ops-admin/core';
import { unlikeTheTrail } from '@ops-admin/core/adapter';
import Database from 'better-sqlite3';
import { attempt } from './attempt.js';
import type { Connections } from './connections.js';

/** One statement, so that no change comes in between. Both texts were written by the same function. */
const SETS_UNLIKE_THE_TRAIL = `
  select id as userId, permissions as held, "after" as recorded, entryId
  from (
    select u.id, u.permissions, e.id as entryId, coalesce(e."after", '[]') as "after"
    from users u
    left join audit_entries e on e.id = (select max(id) from audit_entries where user_id = u.id)
  )
  where permissions <> "after" order by id`;

interface DanglingRow {
  readonly table: string;
  readonly parent: string;
}

/** Flaws of a SQLite file. Nothing is written. */
export class SqliteIntegrityChecker implements IntegrityChecker {
  readonly #connections: Connections;

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  check(): ResultAsync<readonly StoreFlaw[], StoreUnavailable> {
    return attempt(this.#connections, ({ database }) => {
      const damage = damageOf(database);
      // What a damaged file says of anything else is worth nothing.
      return ok(damage.length > 0 ? damage : [...danglingIn(database), ...mismatchesIn(database)]);
    });
  }
}

/** What SQLite cannot read is a flaw here, where other ports fail. */
function damageOf(database: Database.Database): StoreFlaw[] {
  try {
    const rows = database.pragma('integrity_check(20)') as { readonly integrity_check: string }[];
    const found = rows.map((row) => row.integrity_check).filter((detail) => detail !== 'ok');
    return found.map((detail) => ({ type: 'damaged', detail }));
  } catch (cause) {
    const isDamage = cause instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(cause.code);
    if (isDamage) return [{ type: 'damaged', detail: cause.message }];
    throw cause;
  }
}

function danglingIn(database: Database.Database): StoreFlaw[] {
  const rows = database.pragma('foreign_key_check') as DanglingRow[];
  const counts = new Map<string, StoreFlaw & { type: 'dangling' }>();
  for (const { parent, table } of rows) {
    const rowsSoFar = counts.get(`${table} ${parent}`)?.rows ?? 0;
    counts.set(`${table} ${parent}`, { type: 'dangling', table, missing: parent, rows: rowsSoFar + 1 });
  }
  return [...counts.values()];
}

function mismatchesIn(database: Database.Database): StoreFlaw[] {
  return database.prepare<[], StoredMismatch>(SETS_UNLIKE_THE_TRAIL).all().map(unlikeTheTrail);
}
