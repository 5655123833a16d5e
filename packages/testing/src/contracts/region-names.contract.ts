import assert from 'node:assert/strict';
import type { Location, RegionNames } from '@ops-admin/core';
import { LARGE_TOWN_FIXTURE, REGION_FIXTURES } from '../in-memory/in-memory-region-names.js';
import { okOf } from './assertions.js';
import { assertTakesNone, NO_TEXTS } from './bad-arguments.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** The tests that all {@link RegionNames} must pass; `open` gives names with {@link REGION_FIXTURES} and the town {@link LARGE_TOWN_FIXTURE}. */
export function regionNamesContract(open: () => RegionNames, options?: SuiteOptions): void {
  const { describe, it } = runnerOf(options);
  describe('RegionNames contract', () => {
    const { city, otherName, ...where } = LARGE_TOWN_FIXTURE;
    const place: Location = { city, state: '', ...where };
    const nameOf = async (code: string) => await okOf(open().nameOf(code));

    it('gives the name of a region by its code', async () => {
      for (const [code, name] of Object.entries(REGION_FIXTURES)) assert.equal(await nameOf(code), name);
    });

    it('gives nothing for a code that nobody has', async () => {
      for (const code of ['DE-XX', 'DE', 'toString', '']) assert.equal(await nameOf(code), undefined, code);
    });

    it('gives the name of a large town by another of its names, at its place', async () => {
      const townOf = async (given: Partial<Location>) => await okOf(open().townOf({ ...place, ...given }));
      assert.equal(await townOf({ city: otherName }), city);
      for (const none of [
        { city: 'Elsewhere' },
        { city: '' },
        { city: otherName, country: 'US' },
        { city: otherName, lat: place.lat + 10 },
        { city: otherName, long: place.long + 10 },
      ])
        assert.equal(await townOf(none), undefined, JSON.stringify(none));
    });

    it('rejects anything that is not a text', async () => {
      await assertTakesNone(NO_TEXTS, (given) => open().nameOf(given));
      await assertTakesNone(NO_TEXTS, (city) => open().townOf({ ...place, city }));
    });
  });
}
