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
} from '@ops-admin/core/adapter';
import { ARCHIVED_SETS, assertWritten, writeArchive } from './audit-table.js';
import type { Connection, PostgresDatabase } from './postgres-database.js';
import { historyOf } from './set-history.js';
import { TrailWriter } from './trail-writer.js';

const MOVED: TrailMoved = { type: 'trail-moved' };
/** Archived sets are read for a few users at a time. */
const USERS_PER_STEP = 500;

const OLDEST = `
  select min(id) as "firstId", (select digest from audit_entries where id = $1) as digest from audit_entries`;
const PUT_ASIDE = `
  create temp table archived_now (
    user_id text collate "C" primary key, entry_id bigint not null, "after" text collate "C" not null
  ) on commit drop`;
const USERS = `
  select user_id as "userId", max(id) as "entryId" from audit_entries
  where id <= $1 and user_id > $2 group by user_id order by user_id limit ${USERS_PER_STEP}`;
const PUT = `
  insert into archived_now
  select * from json_to_recordset($1::json) as row ("userId" text, "entryId" bigint, "after" text)
  on conflict (user_id) do update set entry_id = excluded.entry_id, "after" = excluded."after"`;
const ARCHIVED_NOW = `
  select user_id as "userId", entry_id as "entryId", null as "before", "after" from archived_now
  where user_id > $1 order by user_id limit ${USERS_PER_STEP}`;
const KEEP = `
  insert into audit_sets (user_id, entry_id, "after") select user_id, entry_id, "after" from archived_now returning 1`;

/** Seals and archives the trail in PostgreSQL, each in one transaction. */
export class PostgresTrailKeeper implements TrailKeeper {
  readonly #database: PostgresDatabase;
  readonly #sealer: AuditSealer;

  constructor(database: PostgresDatabase, sealer: AuditSealer) {
    this.#database = database;
    this.#sealer = sealer;
  }

  seal(draft: AuditDraft, newestId: number): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable> {
    return this.#database.write<AuditEntry, TrailMoved>(async (transaction) => {
      if (transaction.last.id !== newestId) return err(MOVED);
      const trail = new TrailWriter(this.#sealer, transaction.last);
      const entry = trail.seal(draft);
      await trail.write(transaction);
      return ok(entry);
    });
  }

  archive(draft: ArchiveDraft): ResultAsync<TrailArchive, TrailMoved | StoreUnavailable> {
    return this.#database.write<TrailArchive, TrailMoved>(async (transaction) => {
      const { firstId, lastDigest, lastId } = draft;
      const [oldest] = await transaction.query<{ firstId: number | null; digest: string | null }>({
        text: OLDEST,
        values: [lastId],
      });
      if (oldest?.firstId !== firstId || oldest.digest !== lastDigest) return err(MOVED);
      await putSetsAside(transaction, lastId);
      const { setsDigest, users } = await this.#sumUp(transaction);
      const archive = sealArchive(this.#sealer, { ...draft, setsDigest });
      await writeArchive(transaction, archive);
      // From here on the triggers allow the removal.
      await transaction.query({ text: 'delete from audit_sets where entry_id <= $1', values: [lastId] });
      await transaction.query({ text: 'delete from audit_changes where entry_id <= $1', values: [lastId] });
      await transaction.query({ text: 'delete from audit_entries where id <= $1', values: [lastId] });
      assertWritten((await transaction.query({ text: KEEP })).length, users);
      return ok(archive);
    }, 'much');
  }

  async #sumUp(connection: Connection): Promise<{ readonly setsDigest: string; readonly users: number }> {
    let [setsDigest, users] = ['', 0];
    for (let last = ''; ; ) {
      const page = await connection.query<StoredSets>({ text: ARCHIVED_NOW, values: [last] });
      for (const row of page) {
        setsDigest = addArchivedSet((text) => ownDigest(this.#sealer, text), setsDigest, archivedSetOf(row));
      }
      users += page.length;
      const end = page.at(-1);
      if (!end || page.length < USERS_PER_STEP) return { setsDigest, users };
      last = end.userId;
    }
  }
}

/** Keeps what every user held after an entry: users with an entry until then, and those of earlier archives. */
async function putSetsAside(connection: Connection, lastId: number): Promise<void> {
  await connection.query({ text: PUT_ASIDE });
  const text = `insert into archived_now select "userId", "entryId", "after" from (${ARCHIVED_SETS}) archived`;
  await connection.query({ text });
  for (let last = ''; ; ) {
    const page = await connection.query<{ userId: ObjectId; entryId: number }>({
      text: USERS,
      values: [lastId, last],
    });
    const ranges = page.map(({ userId }) => ({ userId, firstId: AFTER_ALL, lastId }));
    const sets = lastSets(await historyOf(connection, ranges));
    const rows = page.map((row) => ({ ...row, after: JSON.stringify(sets.get(row.userId) ?? []) }));
    await connection.query({ text: PUT, values: [JSON.stringify(rows)] });
    const end = page.at(-1);
    if (!end || page.length < USERS_PER_STEP) return;
    last = end.userId;
  }
}
