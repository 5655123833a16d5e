import {
  type Logger,
  type ObjectId,
  type RateLimiter,
  type RateLimitPolicy,
  type RateLimitState,
  ResultAsync,
  type StoreUnavailable,
} from '@ops-admin/core';
import { checkText } from '@ops-admin/core/adapter';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Asked } from './asked.js';
import type { PostgresDatabase } from './postgres-database.js';

/** How long a count can take, in milliseconds: it comes before every lookup. */
const ANSWER_TIMEOUT_MS = 2000;

/**
 * Counts in PostgreSQL, for all instances together. While that fails, each instance counts for itself in memory: the limit
 * only spares providers, and must not refuse a lookup that could be answered.
 */
export class PostgresRateLimiter implements RateLimiter {
  readonly policy: RateLimitPolicy;
  readonly #shared: RateLimiterPostgres;
  readonly #own: RateLimiterMemory;
  readonly #log: Logger;
  #isShared = true;

  constructor(database: PostgresDatabase, policy: RateLimitPolicy, log: Logger) {
    this.policy = policy;
    this.#log = log;
    // The prefix is stored: changing it would restart every count.
    const options = { points: policy.limit, duration: policy.windowSeconds, keyPrefix: 'look-ups' };
    this.#own = new RateLimiterMemory(options);
    this.#shared = new RateLimiterPostgres({
      ...options,
      storeClient: {
        query: async (statement: Asked) => {
          const rows = await database.run(statement, ANSWER_TIMEOUT_MS);
          return { rows, rowCount: rows.length };
        },
      },
      storeType: 'client',
      tableName: 'rate_limits',
      // The migration has created it, so the role needs no right to.
      tableCreated: true,
    });
  }

  consume(caller: ObjectId): ResultAsync<RateLimitState, StoreUnavailable> {
    return ResultAsync.fromSafePromise(this.#count(caller));
  }

  async #count(caller: ObjectId): Promise<RateLimitState> {
    checkText(caller, 'caller');
    try {
      const state = await counted(this.#shared.consume(caller));
      if (!this.#isShared) this.#log.info({}, 'lookups are counted for all instances again');
      this.#isShared = true;
      return state;
    } catch (err) {
      if (this.#isShared) {
        this.#log.warn({ err }, 'lookups cannot be counted in the database: each instance counts for itself');
      }
      this.#isShared = false;
      return counted(this.#own.consume(caller));
    }
  }
}

/** Over the limit is a rejection with the state in it; anything else is a failure. */
async function counted(consuming: Promise<RateLimiterRes>): Promise<RateLimitState> {
  try {
    return stateOf(await consuming, true);
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return stateOf(reason, false);
    throw reason;
  }
}

function stateOf({ remainingPoints, msBeforeNext }: RateLimiterRes, allowed: boolean): RateLimitState {
  return { allowed, remaining: remainingPoints, resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}
