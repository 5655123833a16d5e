import type { GeoLookup, Metrics, ResultAsync } from '@ops-admin/core';
import { NO_METRICS } from '@ops-admin/core/adapter';
import type { Address, ChainedProvider, FoundLocation, GeoLookupError } from './chained-provider.js';

/** A provider in this process, which needs neither limit nor cooldown. */
export class LocalProvider implements ChainedProvider {
  readonly name: string;
  readonly isRemote = false;
  readonly #geoLookup: GeoLookup;
  readonly #metrics: Metrics;

  constructor(name: string, geoLookup: GeoLookup, metrics: Metrics = NO_METRICS) {
    this.name = name;
    this.#geoLookup = geoLookup;
    this.#metrics = metrics;
  }

  lookup(address: Address): ResultAsync<FoundLocation, GeoLookupError> {
    const started = performance.now();
    const count = (outcome: string): void => {
      const seconds = (performance.now() - started) / 1000;
      this.#metrics.providerAsked({ provider: this.name, outcome, seconds });
    };
    return this.#geoLookup
      .lookup(address)
      .andTee(() => count('found'))
      .orTee(({ type }) => count(type));
  }
}
