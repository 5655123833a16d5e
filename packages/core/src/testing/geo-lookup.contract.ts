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

/** What every {@link GeoLookup} keeps to; `arrange` gives one whose provider behaves as the scenario says. */
export function geoLookupContract(arrange: (scenario: GeoLookupScenario) => Promise<GeoLookup>): void {
  describe('GeoLookup contract', () => {
    const address: Address = parseAddress('Städtle 37, Vaduz')._unsafeUnwrap();

    it('gives a location', async () => {
      const result = await (await arrange('found')).lookup(address);
      expect(result._unsafeUnwrap()).to.deep.equal(FOUND_LOCATION);
    });

    const failures: GeoLookupError['type'][] = [
      'location-not-found',
      'quota-exceeded',
      'lookup-refused',
      'lookup-unavailable',
    ];
    for (const type of failures) {
      it(`tells ${type}, without the address in the reason`, async () => {
        const result = await (await arrange(type)).lookup(address);
        const error = result._unsafeUnwrapErr();
        expect(error.type).to.equal(type);
        expect(JSON.stringify(error)).to.not.include('Vaduz');
      });
    }
  });
}
