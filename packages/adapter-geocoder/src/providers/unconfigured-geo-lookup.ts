import type { GeoLookup, LookupRefused } from '@ops-admin/core';
import { errAsync, type ResultAsync } from 'neverthrow';

/** Stands where no address provider is set up: airport codes work, an address is refused by naming the setting. */
export class UnconfiguredGeoLookup implements GeoLookup {
  readonly #reason: string;

  constructor(reason: string) {
    this.#reason = reason;
  }

  lookup(): ResultAsync<never, LookupRefused> {
    return errAsync({ type: 'lookup-refused', reason: this.#reason });
  }
}
