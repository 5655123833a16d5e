import {
  type CachedAnswer,
  type CacheEntry,
  type CacheSummary,
  type Clock,
  err,
  type LookupCache,
  ok,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { checkCacheEntry, checkText, rejecting } from '@ops-admin/core/adapter';
import Database, { type Statement } from 'better-sqlite3';

/** How much is kept, and the clock. */
export interface LookupCacheOptions {
  /** The largest number of kept answers; the oldest go first. */
  readonly capacity: number;
  readonly clock?: Clock;
}

/** A cache in a separate file, which several processes can share and which outlives them. */
export class SqliteLookupCache implements LookupCache {
  readonly #clock: Clock;
  readonly #database: Database.Database;
  readonly #find: Statement<[key: string, now: number], { readonly location: string | null }>;
  readonly #count: Statement<[now: number], CacheSummary['providers'][number]>;
  readonly #store: (entry: CacheEntry, now: number) => void;
  readonly #clear: (now: number) => number;

  constructor(database: Database.Database, { capacity, clock = () => new Date() }: LookupCacheOptions) {
    this.#clock = clock;
    this.#database = database;
    this.#find = database.prepare('SELECT location FROM answer WHERE key = ? AND expires_at > ?');
    this.#count = database.prepare(
      `SELECT provider, count(*) AS answers FROM answer WHERE expires_at > ? GROUP BY provider ORDER BY provider`,
    );
    const insert = database.prepare(
      `INSERT OR REPLACE INTO answer (number, key, provider, expires_at, location)
       VALUES ((SELECT ifnull(max(number), 0) + 1 FROM answer), :key, :provider, :expiresAt, :location)`,
    );
    const expire = database.prepare('DELETE FROM answer WHERE expires_at <= ?');
    // A replaced answer leaves a gap, so this can keep fewer; counting would read them all.
    const trim = database.prepare('DELETE FROM answer WHERE number <= (SELECT max(number) FROM answer) - ?');
    this.#store = database.transaction(({ key, provider, answer, seconds }: CacheEntry, now: number) => {
      const location = answer.type === 'found' ? JSON.stringify(answer.location) : null;
      expire.run(now);
      insert.run({ key, provider, expiresAt: now + seconds * 1000, location });
      trim.run(capacity);
    }).immediate;
    const remove = database.prepare('DELETE FROM answer');
    this.#clear = database.transaction((now: number) => {
      expire.run(now);
      return remove.run().changes;
    }).immediate;
  }

  find(key: string): ResultAsync<CachedAnswer | undefined, StoreUnavailable> {
    return this.#attempt(() => {
      checkText(key, 'key');
      const row = this.#find.get(key, this.#now());
      if (!row) return undefined;
      return row.location === null
        ? { type: 'location-not-found' }
        : { type: 'found', location: JSON.parse(row.location) };
    });
  }

  store(entry: CacheEntry): ResultAsync<void, StoreUnavailable> {
    return this.#attempt(() => {
      checkCacheEntry(entry);
      this.#store(entry, this.#now());
    });
  }

  summarize(): ResultAsync<CacheSummary, StoreUnavailable> {
    return this.#attempt(() => {
      const providers = this.#count.all(this.#now());
      return { answers: providers.reduce((sum, { answers }) => sum + answers, 0), providers };
    });
  }

  clear(): ResultAsync<number, StoreUnavailable> {
    return this.#attempt(() => this.#clear(this.#now()));
  }

  /** A failure of the file is an error; a bug, or a bad argument, is a rejection. */
  #attempt<T>(work: () => T): ResultAsync<T, StoreUnavailable> {
    return rejecting(() => {
      try {
        return ok(work());
      } catch (cause) {
        // A statement of a closed file throws a `TypeError`.
        if (!(cause instanceof Database.SqliteError) && this.#database.open) throw cause;
        return err({ type: 'store-unavailable', cause });
      }
    });
  }

  #now(): number {
    return this.#clock().getTime();
  }
}
