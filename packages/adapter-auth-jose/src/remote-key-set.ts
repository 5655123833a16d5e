import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@ops-admin/core';
import type { JSONWebKeySet } from 'jose';
import { JWKSNoMatchingKey } from 'jose/errors';
import { createLocalJWKSet } from 'jose/jwks/local';
import type { Elapsed } from './token-cache.js';
import { type FindKey, KeysUnavailable } from './verify-jwt.js';

/** How the keys are fetched. */
export interface RemoteKeySetOptions {
  /** Fetches the key set; after a rejection it is tried again. */
  readonly load: () => Promise<JSONWebKeySet>;
  readonly elapsed: Elapsed;
  readonly log: Logger;
  /** Called when the keys are not the same as before. */
  readonly onChanged: () => void;
}

interface Loaded {
  readonly find: FindKey;
  readonly ids: ReadonlySet<string>;
  /** By the clock of ages. */
  readonly at: number;
}

/** The age at which the keys are fetched again, in milliseconds. */
const REFRESH_AGE_MS = 600_000;
/** The age up to which they are used while the provider cannot be reached, in milliseconds; a withdrawn key is gone by then. */
const MAX_AGE_MS = 3_600_000;
/** At most one fetch in this time for unknown key ids, in milliseconds. */
const SEARCH_COOLDOWN_MS = 30_000;
/** The shortest time between two attempts while the provider does not answer. */
const RETRY_COOLDOWN_MS = 1000;
/** How long a request waits for fresh keys if it could use the last ones. */
const REFRESH_TIMEOUT_MS = 500;

/** The keys of a provider: fetched again in time and for an unknown key id, and kept through an outage. */
export class RemoteKeySet {
  /** How often a fetch has brought different keys. */
  rotations = 0;
  readonly #options: RemoteKeySetOptions;
  #loaded: Loaded | undefined;
  #running: Promise<void> | undefined;
  #lastError: Error | undefined;
  #lastFailure = Number.NEGATIVE_INFINITY;
  #lastSearch = Number.NEGATIVE_INFINITY;

  constructor(options: RemoteKeySetOptions) {
    this.#options = options;
  }

  /** For `verifyJwt`, after `refreshIfDue`. Throws `KeysUnavailable`, and what `jose` throws if no key fits. */
  readonly find: FindKey = async (header, token) => {
    try {
      return await this.#usable().find(header, token);
    } catch (error) {
      if (!(error instanceof JWKSNoMatchingKey)) throw error;
      if (!(await this.#search())) throw error;
      return this.#usable().find(header, token);
    }
  };

  /** Fetches the keys if they are old; a request that can use the last ones does not wait for long. */
  async refreshIfDue(): Promise<void> {
    if (this.#age() < REFRESH_AGE_MS) return;
    if (this.#running) {
      if (!this.areUsable) await this.#running;
      return;
    }
    if (this.#now() - this.#lastFailure < RETRY_COOLDOWN_MS) return;
    const fetching = this.#fetch();
    await (this.areUsable
      ? Promise.race([fetching, sleep(REFRESH_TIMEOUT_MS, undefined, { ref: false })])
      : fetching);
  }

  /** Fetches the keys now; gives the reason if that fails. */
  async prepare(): Promise<Error | undefined> {
    await this.#fetch();
    return this.#loaded ? undefined : this.#lastError;
  }

  /** Whether there are keys that can still be used. */
  get areUsable(): boolean {
    return this.#age() < MAX_AGE_MS;
  }

  #usable(): Loaded {
    if (!this.#loaded || !this.areUsable) throw new KeysUnavailable('the provider gave no keys in time');
    return this.#loaded;
  }

  /** Looks for an unknown key; false if it is too early to ask again, or nothing new came. */
  async #search(): Promise<boolean> {
    const before = this.#loaded;
    if (!this.#running) {
      const now = this.#now();
      const last = Math.max(this.#lastSearch, before?.at ?? Number.NEGATIVE_INFINITY);
      if (now - last < SEARCH_COOLDOWN_MS) return false;
      this.#lastSearch = now;
      this.#options.log.info({}, 'a token names an unknown key: the keys are fetched again');
    }
    await this.#fetch();
    return this.#loaded !== before;
  }

  /** One at a time; never rejects. */
  #fetch(): Promise<void> {
    this.#running ??= this.#load().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #load(): Promise<void> {
    const { load, log, onChanged } = this.#options;
    try {
      const keySet = await load();
      const ids = new Set(keySet.keys.map((key) => JSON.stringify(key)));
      const before = this.#loaded?.ids ?? new Set<string>();
      this.#loaded = { find: createLocalJWKSet(keySet), ids, at: this.#now() };
      const added = [...ids].filter((id) => !before.has(id)).length;
      const withdrawn = [...before].filter((id) => !ids.has(id)).length;
      if (added + withdrawn === 0) return;
      this.rotations++;
      log.info({ keys: ids.size, added, withdrawn }, 'keys of the provider');
      onChanged();
    } catch (error) {
      this.#lastFailure = this.#now();
      this.#lastError = error instanceof Error ? error : new Error(String(error));
      log.warn(
        { err: this.#lastError, keysAgeSeconds: this.#ageInSeconds() },
        'keys of the provider not fetched',
      );
    }
  }

  #ageInSeconds(): number | undefined {
    return this.#loaded && Math.round(this.#age() / 1000);
  }

  #age(): number {
    return this.#loaded ? this.#now() - this.#loaded.at : Number.POSITIVE_INFINITY;
  }

  #now(): number {
    return this.#options.elapsed();
  }
}
