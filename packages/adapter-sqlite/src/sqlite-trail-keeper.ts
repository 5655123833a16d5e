import {
  type ArchiveDraft,
  type AuditDraft,
  type AuditEntry,
  type AuditSealer,
  err,
  type ObjectId,
  ok,
  type ResultAsync,
  type StoreUnavailable,
  type TrailArchive,
  type TrailKeeper,
  type TrailMoved,
} from '@ops-admin/core';
import {
  AFTER_ALL,
  addArchivedSet,
  archivedSetOf,
  lastSets,
  ownDigest,
  type StoredSets,
  sealArchive,
  storedArchiveOf,
} from '@ops-admin/core/adapter';
import type Database from 'better-sqlite3';
import { attemptWrite } from './attempt.js';
import { ARCHIVED_SETS, auditTable } from './audit-table.js';
import type { Connections } from './connections.js';
import { prepareHistory } from './set-history.js';
import { prepareTrail } from './trail-writer.js';

interface Bounds {
  readonly firstId: number | null;
  readonly newestId: number | null;
}

const BOUNDS = `
  select (select min(id) from audit_entries) as firstId,
    (select seq from sqlite_sequence where name = 'audit_entries') as newestId`;
const MOVED: TrailMoved = { type: 'trail-moved' };
/** Archived sets are read for a few users at a time. */
const USERS_PER_STEP = 500;

/** Seals and archives the trail in SQLite, each in one transaction. */
export class SqliteTrailKeeper implements TrailKeeper {
  readonly #connections: Connections;
  readonly #sealer: AuditSealer;

  constructor(connections: Connections, sealer: AuditSealer) {
    this.#connections = connections;
    this.#sealer = sealer;
  }

  seal(draft: AuditDraft, newestId: number): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable> {
    return attemptWrite<AuditEntry, TrailMoved>(this.#connections, ({ database }) => {
      if (boundsOf(database).newestId !== newestId) return err(MOVED);
      return ok(prepareTrail(database, this.#sealer)().seal(draft));
    });
  }

  archive(draft: ArchiveDraft): ResultAsync<TrailArchive, TrailMoved | StoreUnavailable> {
    return attemptWrite<TrailArchive, TrailMoved>(this.#connections, ({ database }) => {
      const digest = database
        .prepare<[number], string | null>('select digest from audit_entries where id = ?')
        .pluck();
      const isThere =
        boundsOf(database).firstId === draft.firstId && digest.get(draft.lastId) === draft.lastDigest;
      if (!isThere) return err(MOVED);
      archiveSets(database, draft.lastId);
      const archive = sealArchive(this.#sealer, { ...draft, setsDigest: this.#setsDigest(database) });
      const table = auditTable(database);
      table.archive(storedArchiveOf(archive));
      // From here on the triggers allow the removal.
      database.prepare('delete from audit_sets where entry_id <= ?').run(draft.lastId);
      database.prepare('delete from audit_changes where entry_id <= ?').run(draft.lastId);
      database.prepare('delete from audit_entries where id <= ?').run(draft.lastId);
      for (const sets of archivedNow(database).all()) table.sets(sets);
      database.exec('drop table temp.archived_now');
      return ok(archive);
    });
  }

  #setsDigest(database: Database.Database): string {
    let sum = '';
    for (const row of archivedNow(database).iterate()) {
      sum = addArchivedSet((text) => ownDigest(this.#sealer, text), sum, archivedSetOf(row));
    }
    return sum;
  }
}

function boundsOf(database: Database.Database): Bounds {
  return database.prepare<[], Bounds>(BOUNDS).get() ?? { firstId: null, newestId: null };
}

/** Keeps what every user held after an entry: users with an entry until then, and those of earlier archives. */
function archiveSets(database: Database.Database, lastId: number): void {
  // Of all users it can be more than memory should hold.
  database.exec(`
    pragma temp_store = file;
    drop table if exists temp.archived_now;
    create temp table archived_now (user_id text primary key, entry_id integer not null, "after" text not null);
    insert into temp.archived_now select userId, entryId, "after" from (${ARCHIVED_SETS})`);
  const users = database.prepare<[number, string], { userId: ObjectId; entryId: number }>(`
    select user_id as userId, max(id) as entryId from audit_entries
    where id <= ? and user_id > ? group by user_id order by user_id limit ${USERS_PER_STEP}`);
  const put = database.prepare('insert or replace into temp.archived_now values (?, ?, ?)');
  const historyOf = prepareHistory(database);
  for (let last = ''; ; ) {
    const page = users.all(lastId, last);
    const sets = lastSets(historyOf(page.map(({ userId }) => ({ userId, firstId: AFTER_ALL, lastId }))));
    for (const { entryId, userId } of page) put.run(userId, entryId, JSON.stringify(sets.get(userId) ?? []));
    const end = page.at(-1);
    if (!end || page.length < USERS_PER_STEP) return;
    last = end.userId;
  }
}

function archivedNow(database: Database.Database): Database.Statement<[], StoredSets> {
  return database.prepare(
    'select user_id as userId, entry_id as entryId, null as "before", "after" from temp.archived_now order by user_id',
  );
}
