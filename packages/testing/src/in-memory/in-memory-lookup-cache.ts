import {
  type CachedAnswer,
  type CacheEntry,
  type CacheSummary,
  type Clock,
  type LookupCache,
  ok,
  okAsync,
  type ResultAsync,
} from '@ops-admin/core';
import { checkCacheEntry, checkText, rejecting } from '@ops-admin/core/adapter';

/** A cache in a map, for that many answers, kept in the order they came. */
export class InMemoryLookupCache implements LookupCache {
  readonly #entries = new Map<string, CacheEntry & { readonly end: number }>();
  readonly #capacity: number;
  readonly #clock: Clock;

  constructor(capacity: number, clock: Clock = () => new Date()) {
    this.#capacity = capacity;
    this.#clock = clock;
  }

  find(key: string): ResultAsync<CachedAnswer | undefined, never> {
    return rejecting(async () => {
      checkText(key, 'key');
      const entry = this.#entries.get(key);
      return ok(entry && entry.end > this.#now() ? entry.answer : undefined);
    });
  }

  store(entry: CacheEntry): ResultAsync<void, never> {
    return rejecting(async () => {
      checkCacheEntry(entry);
      this.#entries.delete(entry.key);
      this.#entries.set(entry.key, { ...entry, end: this.#now() + entry.seconds * 1000 });
      const [oldest] = this.#entries.keys();
      if (this.#entries.size > this.#capacity && oldest !== undefined) this.#entries.delete(oldest);
      return ok(undefined);
    });
  }

  summarize(): ResultAsync<CacheSummary, never> {
    const usable = this.#usable();
    const names = [...new Set(usable.map(({ provider }) => provider))].sort();
    return okAsync({
      answers: usable.length,
      providers: names.map((provider) => ({
        provider,
        answers: usable.filter((entry) => entry.provider === provider).length,
      })),
    });
  }

  clear(): ResultAsync<number, never> {
    const { length } = this.#usable();
    this.#entries.clear();
    return okAsync(length);
  }

  #usable(): CacheEntry[] {
    return [...this.#entries.values()].filter(({ end }) => end > this.#now());
  }

  #now(): number {
    return this.#clock().getTime();
  }
}
