import { expect } from 'chai';
import { AIRPORT_FIXTURES } from '../fakes/in-memory-airport-directory.js';
import { type AirportDirectory, airportCodeIn, type Location } from '../index.js';

/** What every {@link AirportDirectory} keeps to; `open` gives one that holds {@link AIRPORT_FIXTURES}. */
export function airportDirectoryContract(open: () => AirportDirectory): void {
  describe('AirportDirectory contract', () => {
    const find = async (text: string): Promise<Location | undefined> => {
      const code = airportCodeIn(text);
      if (code === undefined) throw new Error(`${text} is no airport code`);
      return (await open().find(code))._unsafeUnwrap();
    };

    it('finds an airport by IATA code and by ICAO code', async () => {
      for (const { iata, icao, location } of AIRPORT_FIXTURES) {
        if (iata !== '') expect(await find(iata)).to.deep.equal(location);
        expect(await find(icao)).to.deep.equal(location);
      }
    });

    it('finds a code written in lower case', async () => {
      expect(await find('muc')).to.have.property('city', 'Munich');
      expect(await find('7fa1')).to.have.property('state', 'Florida');
    });

    it('does not find a code nobody has', async () => {
      expect(await find('QQQ')).to.equal(undefined);
      expect(await find('0000')).to.equal(undefined);
    });
  });
}
