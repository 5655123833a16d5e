import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Address,
  type FoundLocation,
  type GeoLookup,
  type GeoLookupError,
  parseAddress,
} from '@ops-admin/core';
import { assertLacks, errorOf, okOf } from './assertions.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** A provider that cannot be used: it refuses connections, never answers, or answers with something that is not its format. */
export type UnusableProvider = 'unreachable' | 'silent' | 'malformed';

/** A scenario that a provider can show. */
export type GeoLookupScenario = 'found' | GeoLookupError['type'] | UnusableProvider;

/** The location that a provider finds in the scenario `found`. */
export const FOUND_LOCATION: FoundLocation = {
  city: 'Vaduz',
  state: 'Oberland',
  country: 'LI',
  lat: 47.1392862,
  long: 9.5227962,
  source: 'nominatim',
  precision: 'address',
};

/** The longest wait for a silent provider, in milliseconds. Arrange that scenario with a shorter timeout. */
const SILENCE_MS = 10_000;

/** Each scenario of a failure, and the error that it must become. */
const FAILURES: Readonly<Record<Exclude<GeoLookupScenario, 'found'>, GeoLookupError['type']>> = {
  'location-not-found': 'location-not-found',
  'quota-exceeded': 'quota-exceeded',
  'lookup-refused': 'lookup-refused',
  'lookup-unavailable': 'lookup-unavailable',
  unreachable: 'lookup-unavailable',
  silent: 'lookup-unavailable',
  malformed: 'lookup-unavailable',
};

/** How the tests of {@link GeoLookup} are run. */
export interface GeoLookupSuiteOptions extends SuiteOptions {
  /** The scenarios that the provider can show, all by default: a provider without an account is never out of quota. */
  readonly scenarios?: readonly GeoLookupScenario[];
  /** What the provider finds, by default {@link FOUND_LOCATION}; every provider has a `source` of its own. */
  readonly found?: Partial<FoundLocation>;
  /** The seconds after which a provider in the scenario `quota-exceeded` says that it answers again, if it says so. */
  readonly retryAfter?: number;
  /** Texts that no error may contain: the key of the account, for example. The suite adds the address. */
  readonly secrets?: readonly string[];
}

/**
 * Defines the tests that every {@link GeoLookup} must pass; `arrange` returns a lookup whose provider follows the scenario.
 * A lookup is a value in every scenario: it never throws or rejects.
 */
export function geoLookupContract(
  arrange: (scenario: GeoLookupScenario) => Promise<GeoLookup>,
  options: GeoLookupSuiteOptions = {},
): void {
  const { describe, it } = runnerOf(options);
  const { found, retryAfter, scenarios, secrets = [] } = options;
  describe('GeoLookup contract', () => {
    const address: Address = parseAddress('Städtle 37, Vaduz')._unsafeUnwrap();

    it('finds a location, with its source and precision', async () => {
      const location = await okOf((await arrange('found')).lookup(address));
      assert.deepEqual(location, { ...FOUND_LOCATION, ...found });
    });

    for (const [scenario, type] of Object.entries(FAILURES) as [GeoLookupScenario, string][]) {
      if (scenarios && !scenarios.includes(scenario)) continue;
      it(`reports ${type} without address or key where the provider is ${scenario}`, async () => {
        const error = await errorOf(answered((await arrange(scenario)).lookup(address)));
        assert.equal(error.type, type);
        for (const secret of ['Vaduz', 'Städtle', encodeURIComponent('Städtle'), ...secrets])
          assertLacks(JSON.stringify(error), secret);
        if (error.type === 'quota-exceeded') assert.equal(error.retryAfter, retryAfter);
      });
    }
  });
}

/** Fails for a lookup that has no timeout. */
async function answered<T>(answer: PromiseLike<T>): Promise<T> {
  const stop = new AbortController();
  try {
    const tooLate = wait(SILENCE_MS, undefined, { signal: stop.signal }).then(() =>
      assert.fail(`no answer within ${SILENCE_MS} ms`),
    );
    return await Promise.race([answer, tooLate]);
  } finally {
    stop.abort();
  }
}
