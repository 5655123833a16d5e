import assert from 'node:assert/strict';
import { type Airport, type AirportDirectory, airportCodeIn } from '@ops-admin/core';
import { AIRPORT_FIXTURES } from '../in-memory/in-memory-airport-directory.js';
import { assertIncludes, okOf } from './assertions.js';
import { assertTakesNone, NO_TEXTS } from './bad-arguments.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** The tests that every {@link AirportDirectory} must pass; `open` gives one that holds {@link AIRPORT_FIXTURES}. */
export function airportDirectoryContract(open: () => AirportDirectory, options?: SuiteOptions): void {
  const { describe, it } = runnerOf(options);
  describe('AirportDirectory contract', () => {
    const find = async (text: string): Promise<Airport | undefined> => {
      const code = airportCodeIn(text);
      if (code === undefined) throw new Error(`${text} is not an airport code`);
      return await okOf(open().find(code));
    };

    it('finds an airport by IATA code and by ICAO code', async () => {
      for (const { iata, icao, ...airport } of AIRPORT_FIXTURES) {
        if (iata !== '') assert.deepEqual(await find(iata), airport);
        assert.deepEqual(await find(icao), airport);
      }
    });

    it('says whether it is a large airport, and whether scheduled flights leave from it', async () => {
      assertIncludes(await find('MUC'), { isLarge: true, isScheduled: true });
      assertIncludes(await find('7FA1'), { isLarge: false, isScheduled: false });
    });

    it('finds a code written in lower case', async () => {
      assertIncludes((await find('muc'))?.location, { city: 'Munich' });
      assertIncludes((await find('7fa1'))?.location, { state: 'Florida' });
    });

    it('does not find an unknown code', async () => {
      for (const code of ['QQQ', '0000', 'EDD', 'MUCX']) assert.equal(await find(code), undefined, code);
    });

    it('rejects anything that is not a text', async () => {
      await assertTakesNone(NO_TEXTS, (given) => open().find(given));
    });
  });
}
