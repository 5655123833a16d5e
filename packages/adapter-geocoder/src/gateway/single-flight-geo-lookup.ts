import {
  type Address,
  type FoundLocation,
  type GeoLookup,
  type GeoLookupError,
  type Result,
  ResultAsync,
} from '@ops-admin/core';
import { lookupText } from './lookup-text.js';

/** Callers who ask for a text that is already being looked up wait for that answer. */
export class SingleFlightGeoLookup implements GeoLookup {
  readonly #inner: GeoLookup;
  readonly #flights = new Map<string, Promise<Result<FoundLocation, GeoLookupError>>>();

  constructor(inner: GeoLookup) {
    this.#inner = inner;
  }

  lookup(address: Address): ResultAsync<FoundLocation, GeoLookupError> {
    const text = lookupText(address);
    let flight = this.#flights.get(text);
    if (!flight) {
      flight = this.#fly(text, address);
      this.#flights.set(text, flight);
    }
    return new ResultAsync(flight);
  }

  async #fly(text: string, address: Address): Promise<Result<FoundLocation, GeoLookupError>> {
    try {
      return await this.#inner.lookup(address);
    } finally {
      this.#flights.delete(text);
    }
  }
}
