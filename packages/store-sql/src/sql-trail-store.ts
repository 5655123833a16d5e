import {
  type ArchiveDraft,
  type AuditEntry,
  type ChainEnd,
  err,
  type ObjectId,
  ok,
  type Result,
  type ResultAsync,
  type RotationDraft,
  type StoreUnavailable,
  type TrailArchive,
  type TrailMoved,
  type TrailSigner,
  type TrailStore,
} from '@ops-admin/core';
import {
  addArchivedSet,
  endsJson,
  lastSets,
  NOTHING_HELD,
  rejecting,
  sealArchive,
} from '@ops-admin/core/adapter';
import { alone, type Chain } from './grouped-work.js';
import type { SqlDatabase } from './sql-database.js';
import { archivedSetOf, type StoredArchive, trailArchiveOf } from './stored-archive.js';
import { jsonOf, type StoredSets } from './stored-record.js';
import { columnsOf } from './table.js';
import { AUDIT_SETS } from './tables.js';
import { ARCHIVES, TrailReader } from './trail-reader.js';
import { TrailTables, TrailWriter } from './trail-writer.js';
import { UserWriter } from './user-writer.js';
import { all, first, type Work, write } from './work.js';

const MOVED: TrailMoved = { type: 'trail-moved' };
/** The sets of a few users are worked out at a time: of all users it can be more than memory should hold. */
const USERS_PER_STEP = 500;

const OLDEST = `
  select min(id) as "firstId", (select digest from audit_entries where id = ?) as digest from audit_entries`;
const NEWEST_OF_USERS = `
  select n."userId", n."entryId", e.profile from (
    select user_id as "userId", max(id) as "entryId" from audit_entries
    where id <= ? and user_id > ? group by user_id order by user_id limit ${USERS_PER_STEP}
  ) n join audit_entries e on e.id = n."entryId" order by n."userId"`;
const SETS_BEFORE = `
  select ${columnsOf(AUDIT_SETS)} from audit_sets
  where entry_id < ? and user_id > ? order by user_id limit ${USERS_PER_STEP}`;

/** The archived sets of a few users; `end` is where the next begin, if there are any. */
interface Step {
  readonly sets: readonly StoredSets[];
  readonly end: ObjectId | undefined;
}

/** Archives the trail in a SQL database, in one transaction. */
export class SqlTrailStore implements TrailStore {
  readonly #database: SqlDatabase;
  readonly #signer: TrailSigner;
  readonly #reader: TrailReader;
  readonly #tables: TrailTables;
  readonly #users: UserWriter;

  constructor(database: SqlDatabase, signer: TrailSigner) {
    this.#database = database;
    this.#signer = signer;
    this.#reader = new TrailReader(database.dialect);
    this.#tables = new TrailTables(database.dialect);
    this.#users = new UserWriter(database.dialect);
  }

  archive(draft: ArchiveDraft): ResultAsync<TrailArchive, TrailMoved | StoreUnavailable> {
    return this.#database.write(
      alone((chain) => this.#archive(draft, chain.end)),
      'much',
    );
  }

  rotate(rotation: RotationDraft): ResultAsync<AuditEntry, TrailMoved | StoreUnavailable> {
    return rejecting(() => {
      const { from, to, ...draft } = rotation;
      return this.#database.write(alone((chain) => this.#rotate(chain, from, to, draft)));
    });
  }

  *#rotate(
    chain: Chain,
    from: string | null,
    to: string,
    draft: Omit<RotationDraft, 'from' | 'to'>,
  ): Work<Result<AuditEntry, TrailMoved>> {
    if (chain.end.keyId !== from) return err(MOVED);
    const archive = (yield* newestArchive())?.seal.digest;
    const trail = new TrailWriter(this.#signer, chain);
    const entry = trail.rotate(to, archive, draft);
    yield* trail.write(this.#tables, this.#users);
    return ok(entry);
  }

  *#archive(draft: ArchiveDraft, { keyId }: ChainEnd): Work<Result<TrailArchive, TrailMoved>> {
    const { firstId, lastDigest, lastId } = draft;
    const oldest = yield* first<{ firstId: number | null; digest: string | null }>(OLDEST, lastId);
    if (oldest?.firstId !== firstId || oldest.digest !== lastDigest) return err(MOVED);
    let setsDigest = '';
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { end, sets }: Step = yield* this.#archivedSets(draft, after);
      for (const row of sets) {
        setsDigest = addArchivedSet(this.#signer, setsDigest, archivedSetOf(row));
      }
      after = end;
    }
    const before = yield* newestArchive();
    const archive = sealArchive(this.#signer, keyId ?? this.#signer.keyId, before, { ...draft, setsDigest });
    // From here on the guards of the trail allow the removal.
    yield* write(this.#tables.archive(archive));
    const forget = `delete from audit_sets where entry_id <= ? and ${this.#database.dialect.isAmong('user_id', 'text')}`;
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { end, sets }: Step = yield* this.#archivedSets(draft, after);
      const userIds = sets.map(({ userId }) => userId);
      yield* write({ text: forget, rows: [[lastId, userIds]], size: sets.length });
      yield* write(this.#tables.sets(sets));
      after = end;
    }
    yield* write(
      { text: 'delete from audit_changes where entry_id <= ?', rows: [[lastId]], size: 1 },
      { text: 'delete from audit_subjects where entry_id <= ?', rows: [[lastId]], size: 1 },
      { text: 'delete from audit_entries where id <= ?', rows: [[lastId]], size: 1 },
    );
    yield* this.#tables.batchesAfter(lastId);
    return ok(archive);
  }

  /** What the next users held after the last archived entry: those who have one, and those of earlier archives. */
  *#archivedSets({ firstId, lastId }: ArchiveDraft, after: string): Work<Step> {
    const newest = yield* all<Pick<StoredSets, 'entryId' | 'profile' | 'userId'>>(
      NEWEST_OF_USERS,
      lastId,
      after,
    );
    const earlier = yield* all<StoredSets>(SETS_BEFORE, firstId, after);
    const ends = [newest, earlier].flatMap((rows) =>
      rows.length < USERS_PER_STEP ? [] : rows.slice(-1).map(({ userId }) => userId),
    );
    const end = ends.sort()[0];
    const isNow = ({ userId }: { readonly userId: ObjectId }) => end === undefined || userId <= end;
    const changed = newest.filter(isNow);
    const ranges = changed.map(({ userId }) => ({ userId, firstId: lastId + 1, lastId }));
    const worked = lastSets(yield* this.#reader.history(ranges));
    const sets = new Map(earlier.filter(isNow).map((row) => [row.userId, row]));
    for (const row of changed) {
      const { userId } = row;
      const { ends, permissions } = worked.get(userId) ?? NOTHING_HELD;
      const after = { after: JSON.stringify(permissions), endsAfter: jsonOf(endsJson(ends)) };
      sets.set(userId, { ...row, before: null, endsBefore: null, ...after });
    }
    return { sets: [...sets.values()].sort((a, b) => (a.userId < b.userId ? -1 : 1)), end };
  }
}

function* newestArchive(): Work<TrailArchive | undefined> {
  const newest = (yield* all<StoredArchive>(ARCHIVES)).at(-1);
  return newest && trailArchiveOf(newest);
}
