import {
  FixedWindowRateLimiter,
  type Logger,
  type ObjectId,
  ok,
  type RateLimiter,
  type RateLimitPolicy,
  type RateLimitState,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import { checkText } from '@ops-admin/core/adapter';
import type { PostgresDatabase } from './postgres-database.js';
import { DATABASE_TIME } from './postgres-dialect.js';

/** How long a count can take, in milliseconds: it comes before every lookup. */
const ANSWER_TIMEOUT_MS = 2000;

/** A window that ends later than one that begins now is from before the server's clock was set back. */
const HAS_ENDED = `r.expire <= ${DATABASE_TIME} or r.expire > ${DATABASE_TIME} + $2::bigint`;

/**
 * Counts by the clock of the server, which all instances share. Ended windows of others go along, except those that another
 * instance is removing.
 */
const COUNT = {
  name: 'count-lookup',
  text: `
    with ended as (
      delete from rate_limits where key in (
        select key from rate_limits where expire <= ${DATABASE_TIME} and key <> $1 limit 100 for update skip locked
      )
    )
    insert into rate_limits as r (key, points, expire) values ($1, 1, ${DATABASE_TIME} + $2::bigint)
    on conflict (key) do update set
      points = case when ${HAS_ENDED} then 1 else r.points + 1 end,
      expire = case when ${HAS_ENDED} then ${DATABASE_TIME} + $2::bigint else r.expire end
    returning points, expire - ${DATABASE_TIME} as "leftMs"`,
};

interface CountRow {
  readonly points: number;
  readonly leftMs: number;
}

/**
 * Counts in PostgreSQL, for all instances together. While that fails, each instance counts for itself in memory: the limit
 * only spares providers, and must not refuse a lookup that could be answered.
 */
export class PostgresRateLimiter implements RateLimiter {
  readonly policy: RateLimitPolicy;
  readonly #database: PostgresDatabase;
  readonly #own: FixedWindowRateLimiter;
  readonly #log: Logger;
  #isShared = true;

  constructor(database: PostgresDatabase, policy: RateLimitPolicy, log: Logger) {
    this.policy = policy;
    this.#database = database;
    this.#own = new FixedWindowRateLimiter(policy, () => performance.now());
    this.#log = log;
  }

  consume(caller: ObjectId): ResultAsync<RateLimitState, never> {
    return new ResultAsync(this.#count(caller));
  }

  async #count(caller: ObjectId): Promise<Result<RateLimitState, never>> {
    checkText(caller, 'caller');
    const { limit, windowSeconds } = this.policy;
    try {
      const values = [`look-ups:${caller}`, windowSeconds * 1000];
      const [row] = await this.#database.run<CountRow>({ ...COUNT, values }, ANSWER_TIMEOUT_MS);
      const { leftMs, points } = row as CountRow;
      if (!this.#isShared) this.#log.info({}, 'lookups are counted for all instances again');
      this.#isShared = true;
      return ok({
        allowed: points <= limit,
        remaining: Math.max(0, limit - points),
        resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
      });
    } catch (err) {
      if (this.#isShared) {
        this.#log.warn({ err }, 'lookups cannot be counted in the database: each instance counts for itself');
      }
      this.#isShared = false;
      return this.#own.consume(caller);
    }
  }
}
