import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** Milliseconds by a clock that does not jump, unlike the time of day: ages are measured by it. */
export type Elapsed = () => number;

/** The least recently used tokens make room for more. */
const MAX_TOKENS = 10_000;

/** A short-lived cache of tokens, limited in number and age, by a digest, so that a heap dump holds no token. */
export class TokenCache<Known extends object> {
  readonly #known: LRUCache<string, Known> | undefined;

  /** With 0 seconds nothing is cached. */
  constructor(seconds: number, now: Elapsed) {
    if (seconds === 0) return;
    this.#known = new LRUCache({ max: MAX_TOKENS, ttl: seconds * 1000, ttlResolution: 0, perf: { now } });
  }

  get(token: string): Known | undefined {
    return this.#known?.get(digestOf(token));
  }

  set(token: string, known: Known): void {
    this.#known?.set(digestOf(token), known);
  }

  delete(token: string): void {
    this.#known?.delete(digestOf(token));
  }

  clear(): void {
    this.#known?.clear();
  }
}

function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}
