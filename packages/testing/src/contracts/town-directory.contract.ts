import assert from 'node:assert/strict';
import type { TownDirectory } from '@ops-admin/core';
import { TOWN_FIXTURES } from '../in-memory/in-memory-town-directory.js';
import { okOf } from './assertions.js';
import { assertTakesNone, NO_TEXTS } from './bad-arguments.js';
import { runnerOf, type SuiteOptions } from './runner.js';

/** The tests that every {@link TownDirectory} must pass; `open` gives one that holds {@link TOWN_FIXTURES}. */
export function townDirectoryContract(open: () => TownDirectory, options?: SuiteOptions): void {
  const { describe, it } = runnerOf(options);
  describe('TownDirectory contract', () => {
    const peopleOf = async (name: string) => await okOf(open().peopleOf(name));

    it('gives the people of a town, in either case, with accents or without', async () => {
      for (const [name, people] of Object.entries(TOWN_FIXTURES)) {
        assert.equal(await peopleOf(name), people, name);
        assert.equal(await peopleOf(name.toUpperCase()), people, name);
        assert.equal(await peopleOf(name.replace(/[aeiou]/, '$&\u0301').normalize()), people, name);
      }
    });

    it('gives 0 for a text that is not the name of a town', async () => {
      for (const name of ['qqq', 'muc', 'lim', 'lim_', 'li%', 'constructor', ''])
        assert.equal(await peopleOf(name), 0, name);
    });

    it('rejects anything that is not a text', async () => {
      await assertTakesNone(NO_TEXTS, (given) => open().peopleOf(given));
    });
  });
}
