import { hash } from 'node:crypto';
import {
  type CachedAnswer,
  type CacheLookup,
  err,
  type Logger,
  type LookupCache,
  type Metrics,
  ok,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import { NO_METRICS } from '@ops-admin/core/adapter';
import type { Address, ChainedProvider, FoundLocation, GeoLookupError } from './chained-provider.js';
import type { Deadline } from './deadline.js';
import { lookupText } from './lookup-text.js';

/** How long answers can be kept, in seconds. */
export interface CachePolicy {
  readonly found: number;
  readonly notFound: number;
}

/** Where answers are kept, and how. */
export interface CachedProviderOptions {
  readonly cache: LookupCache;
  readonly policy: CachePolicy;
  /** The settings that answers depend on: the server and the language. */
  readonly scope: readonly string[];
  readonly log: Logger;
  /** Where to count; nowhere if missing. */
  readonly metrics?: Metrics | undefined;
}

/** Remembers what a provider answered, for as long as its policy says. A cache that fails is skipped. */
export class CachedProvider implements ChainedProvider {
  readonly name: string;
  readonly isRemote: boolean;
  readonly #provider: ChainedProvider;
  readonly #cache: LookupCache;
  readonly #policy: CachePolicy;
  readonly #scope: readonly string[];
  readonly #log: Logger;
  readonly #metrics: Metrics;
  #cacheFails = false;

  constructor(
    provider: ChainedProvider,
    { cache, policy, scope, log, metrics = NO_METRICS }: CachedProviderOptions,
  ) {
    this.name = provider.name;
    this.isRemote = provider.isRemote;
    this.#provider = provider;
    this.#cache = cache;
    this.#policy = policy;
    this.#scope = scope;
    this.#log = log;
    this.#metrics = metrics;
  }

  lookup(address: Address, deadline: Deadline): ResultAsync<FoundLocation, GeoLookupError> {
    const key = keyOf([...this.#scope, lookupText(address)]);
    const found = this.#cache.find(key).match(
      (answer) => {
        this.#count(answer ? 'hit' : 'miss');
        return answer;
      },
      ({ cause }) => {
        this.#count('failed');
        this.#noteFailure(cause);
        return undefined;
      },
    );
    return new ResultAsync(
      found.then((answer) => (answer ? resultOf(answer) : this.#ask(key, address, deadline))),
    );
  }

  #ask(key: string, address: Address, deadline: Deadline): ResultAsync<FoundLocation, GeoLookupError> {
    return this.#provider
      .lookup(address, deadline)
      .andTee((location) => this.#keep(key, { type: 'found', location }, this.#policy.found))
      .orTee((error) => {
        if (error.type === 'location-not-found') this.#keep(key, error, this.#policy.notFound);
      });
  }

  #keep(key: string, answer: CachedAnswer, seconds: number): void {
    if (seconds === 0) return;
    // The lookup does not wait for it: without it, the next lookup asks again.
    this.#cache
      .store({ key, provider: this.name, answer, seconds })
      .match(
        () => {
          this.#cacheFails = false;
        },
        ({ cause }) => this.#noteFailure(cause),
      )
      // A bug of the cache. Unhandled, it would end the process.
      .catch((error: unknown) => this.#noteFailure(error));
  }

  #count(outcome: CacheLookup['outcome']): void {
    this.#metrics.cacheAsked({ provider: this.name, outcome });
  }

  /** Logs it once, until an answer could be kept again. */
  #noteFailure(cause: unknown): void {
    if (!this.#cacheFails)
      this.#log.warn({ provider: this.name, err: cause }, 'the cache of addresses fails');
    this.#cacheFails = true;
  }
}

function resultOf(answer: CachedAnswer): Result<FoundLocation, GeoLookupError> {
  return answer.type === 'found' ? ok(answer.location) : err(answer);
}

/** Hashed, so that readers of the cache cannot see what users asked for. */
function keyOf(parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
