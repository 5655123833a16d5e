import {
  type Address,
  err,
  type FoundLocation,
  type GeoLookup,
  type GeoLookupError,
  type Location,
  ok,
  type ResultAsync,
} from '@ops-admin/core';
import { checkText, rejecting } from '@ops-admin/core/adapter';

/** An address provider that knows the given places, as towns of `memory`; other addresses are not found. */
export class InMemoryGeoLookup implements GeoLookup {
  readonly #answers: ReadonlyMap<string, Location | GeoLookupError>;

  constructor(answers: Readonly<Record<string, Location | GeoLookupError>> = {}) {
    this.#answers = new Map(Object.entries(answers));
  }

  lookup(address: Address): ResultAsync<FoundLocation, GeoLookupError> {
    return rejecting(async () => {
      checkText(address, 'address');
      const answer = this.#answers.get(address) ?? { type: 'location-not-found' };
      return 'type' in answer ? err(answer) : ok({ source: 'memory', precision: 'town', ...answer });
    });
  }
}
