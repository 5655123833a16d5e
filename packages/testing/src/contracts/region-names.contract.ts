import assert from 'node:assert/strict';
import type { RegionNames } from '@ops-admin/core';
import { LARGE_TOWN_FIXTURE, REGION_FIXTURES } from '../in-memory/in-memory-region-names.js';
import { okOf } from './assertions.js';
import { assertTakesNone, NO_TEXTS } from './bad-arguments.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** The tests that all {@link RegionNames} must pass; `open` gives names with {@link REGION_FIXTURES} and the town {@link LARGE_TOWN_FIXTURE}. */
export function regionNamesContract(open: () => RegionNames, options?: SuiteOptions): void {
  const { describe, it } = runnerOf(options);
  describe('RegionNames contract', () => {
    const nameOf = async (code: string) => await okOf(open().nameOf(code));

    it('gives the name of a region by its code', async () => {
      for (const [code, name] of Object.entries(REGION_FIXTURES)) assert.equal(await nameOf(code), name);
    });

    it('gives nothing for a code that nobody has', async () => {
      for (const code of ['DE-XX', 'DE', 'toString', '']) assert.equal(await nameOf(code), undefined, code);
    });

    it('gives the name of a large town by another of its names, in its country', async () => {
      const { city, otherName, ...place } = LARGE_TOWN_FIXTURE;
      const townOf = async (given: { city: string; country?: string }) =>
        await okOf(open().townOf({ state: '', ...place, ...given }));
      assert.equal(await townOf({ city: otherName }), city);
      for (const none of [{ city: 'Elsewhere' }, { city: '' }, { city: otherName, country: 'US' }])
        assert.equal(await townOf(none), undefined);
    });

    it('rejects anything that is not a text', async () => {
      await assertTakesNone(NO_TEXTS, (given) => open().nameOf(given));
    });
  });
}
