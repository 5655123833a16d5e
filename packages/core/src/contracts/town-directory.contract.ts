import { expect } from 'chai';
import { TOWN_FIXTURES } from '../fakes/in-memory-town-directory.js';
import type { TownDirectory } from '../index.js';

/** What every {@link TownDirectory} keeps to; `open` gives one that holds {@link TOWN_FIXTURES}. */
export function townDirectoryContract(open: () => TownDirectory): void {
  describe('TownDirectory contract', () => {
    const peopleOf = async (name: string) => (await open().peopleOf(name))._unsafeUnwrap();

    it('gives the people of a town, in either case', async () => {
      for (const [name, people] of Object.entries(TOWN_FIXTURES)) {
        expect(await peopleOf(name), name).to.equal(people);
        expect(await peopleOf(name.toUpperCase()), name).to.equal(people);
      }
    });

    it('gives 0 for what is no town’s name', async () => {
      for (const name of ['qqq', 'muc', 'lim', '']) expect(await peopleOf(name), name).to.equal(0);
    });
  });
}
