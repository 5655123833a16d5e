import assert from 'node:assert/strict';
import {
  type Address,
  type FoundLocation,
  type GeoLookup,
  type GeoLookupError,
  type Precision,
  parseAddress,
} from '@ops-admin/core';
import { assertLacks, errorOf, okOf } from './assertions.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** A scenario that a provider can show. */
export type GeoLookupScenario = 'found' | GeoLookupError['type'];

/** The place that a provider finds in the scenario `found`. */
export const FOUND_LOCATION: FoundLocation = {
  city: 'Vaduz',
  state: 'Oberland',
  country: 'LI',
  lat: 47.1392862,
  long: 9.5227962,
  source: 'nominatim',
  precision: 'town',
};

const PRECISIONS: readonly Precision[] = ['airport', 'address', 'street', 'postcode', 'district', 'town'];

const SCENARIOS: readonly GeoLookupScenario[] = [
  'found',
  'location-not-found',
  'quota-exceeded',
  'lookup-refused',
  'lookup-unavailable',
];

/** How the tests of {@link GeoLookup} are run. */
export interface GeoLookupSuiteOptions extends SuiteOptions {
  /** The scenarios that the provider can show, all by default: a provider without an account is never out of quota. */
  readonly scenarios?: readonly GeoLookupScenario[];
}

/** The tests that every {@link GeoLookup} must pass; `arrange` gives a lookup whose provider follows the scenario. */
export function geoLookupContract(
  arrange: (scenario: GeoLookupScenario) => Promise<GeoLookup>,
  options: GeoLookupSuiteOptions = {},
): void {
  const { describe, it } = runnerOf(options);
  describe('GeoLookup contract', () => {
    const address: Address = parseAddress('Städtle 37, Vaduz')._unsafeUnwrap();

    it('gives a location', async () => {
      const result = await (await arrange('found')).lookup(address);
      const found = await okOf(result);
      const { source, precision } = found;
      assert.deepEqual({ ...found, source: 'nominatim', precision: 'town' }, FOUND_LOCATION);
      assert.notEqual(source, '');
      assert.ok(PRECISIONS.includes(precision), precision);
    });

    for (const type of options.scenarios ?? SCENARIOS) {
      if (type === 'found') continue;
      it(`reports ${type}, without the address in the reason`, async () => {
        const result = await (await arrange(type)).lookup(address);
        const error = await errorOf(result);
        assert.equal(error.type, type);
        assertLacks(JSON.stringify(error), 'Vaduz');
      });
    }
  });
}
