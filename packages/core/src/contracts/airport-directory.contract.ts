import { expect } from 'chai';
import { AIRPORT_FIXTURES } from '../fakes/in-memory-airport-directory.js';
import { type Airport, type AirportDirectory, airportCodeIn } from '../index.js';

/** What every {@link AirportDirectory} keeps to; `open` gives one that holds {@link AIRPORT_FIXTURES}. */
export function airportDirectoryContract(open: () => AirportDirectory): void {
  describe('AirportDirectory contract', () => {
    const find = async (text: string): Promise<Airport | undefined> => {
      const code = airportCodeIn(text);
      if (code === undefined) throw new Error(`${text} is no airport code`);
      return (await open().find(code))._unsafeUnwrap();
    };

    it('finds an airport by IATA code and by ICAO code', async () => {
      for (const { iata, icao, ...airport } of AIRPORT_FIXTURES) {
        if (iata !== '') expect(await find(iata)).to.deep.equal(airport);
        expect(await find(icao)).to.deep.equal(airport);
      }
    });

    it('says whether it is a large airport, and whether scheduled flights leave from it', async () => {
      expect(await find('MUC')).to.include({ isLarge: true, isScheduled: true });
      expect(await find('7FA1')).to.include({ isLarge: false, isScheduled: false });
    });

    it('finds a code written in lower case', async () => {
      expect(await find('muc')).to.have.nested.property('location.city', 'Munich');
      expect(await find('7fa1')).to.have.nested.property('location.state', 'Florida');
    });

    it('does not find a code nobody has', async () => {
      expect(await find('QQQ')).to.equal(undefined);
      expect(await find('0000')).to.equal(undefined);
    });
  });
}
