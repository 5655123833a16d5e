import { expect } from 'chai';
import { type Address, type GeoLookup, type GeoLookupError, type Location, parseAddress } from '../index.js';

/** What a provider can be asked to show. */
export type GeoLookupScenario = 'found' | GeoLookupError['type'];

/** The place that a provider finds in the scenario `found`. */
export const FOUND_LOCATION: Location = {
  city: 'Vaduz',
  state: 'Oberland',
  country: 'LI',
  lat: 47.1392862,
  long: 9.5227962,
};

const SCENARIOS: readonly GeoLookupScenario[] = [
  'found',
  'location-not-found',
  'quota-exceeded',
  'lookup-refused',
  'lookup-unavailable',
];

/**
 * What every {@link GeoLookup} keeps to; `arrange` gives one whose provider behaves as the scenario says. Not every
 * provider can show them all: one without an account is never out of quota.
 */
export function geoLookupContract(
  arrange: (scenario: GeoLookupScenario) => Promise<GeoLookup>,
  scenarios: readonly GeoLookupScenario[] = SCENARIOS,
): void {
  describe('GeoLookup contract', () => {
    const address: Address = parseAddress('Städtle 37, Vaduz')._unsafeUnwrap();

    it('gives a location', async () => {
      const result = await (await arrange('found')).lookup(address);
      expect(result._unsafeUnwrap()).to.deep.equal(FOUND_LOCATION);
    });

    for (const type of scenarios) {
      if (type === 'found') continue;
      it(`reports ${type}, without the address in the reason`, async () => {
        const result = await (await arrange(type)).lookup(address);
        const error = result._unsafeUnwrapErr();
        expect(error.type).to.equal(type);
        expect(JSON.stringify(error)).to.not.include('Vaduz');
      });
    }
  });
}
