import {
  type CachedAnswer,
  type CacheEntry,
  type CacheSummary,
  type Clock,
  type LookupCache,
  ok,
  type ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { checkCacheEntry, checkText } from '@ops-admin/core/adapter';
import { attempt } from '@ops-admin/store-sql';
import type { PostgresDatabase } from './postgres-database.js';
import { DATABASE_TIME } from './postgres-dialect.js';

/** How long to wait for the cache; after that the provider is asked. */
const ANSWER_TIMEOUT_MS = 1000;

/** How much is kept, and the clock. */
export interface LookupCacheOptions {
  /** The largest number of kept answers; the oldest go first. */
  readonly capacity: number;
  /** The clock for the age of answers; the database's by default, so that instances agree. */
  readonly clock?: Clock | undefined;
}

/** The time that is given, or that of the database. */
const timeOr = (place: string) => `coalesce(${place}::bigint, ${DATABASE_TIME})`;

const FIND = {
  name: 'find-answer',
  text: `select location from geocode_answers where key = $1 and expires_at > ${timeOr('$2')}`,
};
// A replaced answer leaves a gap, so this can keep fewer; counting would read them all. Rows that another instance is
// removing are left to it.
const STORE = {
  name: 'store-answer',
  text: `
    with kept as (
      insert into geocode_answers (key, provider, expires_at, location) values ($1, $2, ${timeOr('$5')} + $3::bigint, $4)
      on conflict (key) do update set
        number = excluded.number, provider = excluded.provider, expires_at = excluded.expires_at,
        location = excluded.location
      returning number
    )
    delete from geocode_answers where key in (
      select key from geocode_answers
      where (expires_at <= ${timeOr('$5')} or number <= (select number from kept) - $6) and key <> $1
      for update skip locked
    )`,
};
const SUMMARIZE = {
  text: `select provider, count(*) as answers from geocode_answers where expires_at > ${timeOr('$1')} group by provider order by provider`,
};
const CLEAR = {
  text: `
    with gone as (delete from geocode_answers returning expires_at)
    select count(*) filter (where expires_at > ${timeOr('$1')}) as answers from gone`,
};

/** A cache in PostgreSQL, which all instances share. */
export class PostgresLookupCache implements LookupCache {
  readonly #database: PostgresDatabase;
  readonly #capacity: number;
  readonly #clock: Clock | undefined;

  constructor(database: PostgresDatabase, { capacity, clock }: LookupCacheOptions) {
    this.#database = database;
    this.#capacity = capacity;
    this.#clock = clock;
  }

  find(key: string): ResultAsync<CachedAnswer | undefined, StoreUnavailable> {
    return attempt<CachedAnswer | undefined, never>(this.#database, async () => {
      checkText(key, 'key');
      const [row] = await this.#run<{ readonly location: string | null }>(FIND, key, this.#now());
      if (!row) return ok(undefined);
      return row.location === null
        ? ok({ type: 'location-not-found' })
        : ok({ type: 'found', location: JSON.parse(row.location) });
    });
  }

  store(entry: CacheEntry): ResultAsync<void, StoreUnavailable> {
    return attempt(this.#database, async () => {
      checkCacheEntry(entry);
      const { key, provider, answer, seconds } = entry;
      const location = answer.type === 'found' ? JSON.stringify(answer.location) : null;
      const keptMs = seconds * 1000;
      await this.#run(STORE, key, provider, keptMs, location, this.#now(), this.#capacity);
      return ok();
    });
  }

  summarize(): ResultAsync<CacheSummary, StoreUnavailable> {
    return attempt(this.#database, async () => {
      const providers = await this.#run<CacheSummary['providers'][number]>(SUMMARIZE, this.#now());
      return ok({ answers: providers.reduce((sum, { answers }) => sum + answers, 0), providers });
    });
  }

  clear(): ResultAsync<number, StoreUnavailable> {
    return attempt(this.#database, async () => {
      const [row] = await this.#run<{ readonly answers: number }>(CLEAR, this.#now());
      return ok(row?.answers ?? 0);
    });
  }

  #run<Row>(statement: { name?: string; text: string }, ...values: readonly unknown[]): Promise<Row[]> {
    return this.#database.run<Row>({ ...statement, values }, ANSWER_TIMEOUT_MS);
  }

  #now(): number | null {
    return this.#clock?.().getTime() ?? null;
  }
}
