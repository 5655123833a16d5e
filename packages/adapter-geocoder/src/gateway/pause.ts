import type { LookupRefused, QuotaExceeded } from '@ops-admin/core';

/** How long a provider is paused if it does not say how long. */
const DEFAULT_PAUSE_SECONDS = { 'quota-exceeded': 10, 'lookup-refused': 60 } as const;
/** Its quota can be raised, or its fault fixed, before the time it named. */
const LONGEST_PAUSE_SECONDS = 86_400;

/** The time in which a provider that refuses requests gets none: more requests would fail too, and lengthen the refusal. */
export class Pause {
  #cause: QuotaExceeded | LookupRefused | undefined;
  #end = 0;

  begin(cause: QuotaExceeded | LookupRefused): void {
    const said = cause.type === 'quota-exceeded' ? cause.retryAfter : undefined;
    this.#cause = cause;
    this.#end =
      performance.now() + Math.min(said ?? DEFAULT_PAUSE_SECONDS[cause.type], LONGEST_PAUSE_SECONDS) * 1000;
  }

  /** Why the provider is not asked now, with the time left if it named one; `undefined` if it can be asked. */
  get error(): QuotaExceeded | LookupRefused | undefined {
    const left = this.#end - performance.now();
    if (left <= 0 || !this.#cause) return undefined;
    if (this.#cause.type === 'lookup-refused' || this.#cause.retryAfter === undefined) return this.#cause;
    return { type: 'quota-exceeded', retryAfter: Math.ceil(left / 1000) };
  }
}
