import { expect } from 'chai';
import { REGION_FIXTURES } from '../fakes/in-memory-region-names.js';
import type { RegionNames } from '../index.js';

/** What all {@link RegionNames} keep to; `open` gives some that hold {@link REGION_FIXTURES}. */
export function regionNamesContract(open: () => RegionNames): void {
  describe('RegionNames contract', () => {
    const nameOf = async (code: string) => (await open().nameOf(code))._unsafeUnwrap();

    it('gives the name of a region by its code', async () => {
      for (const [code, name] of Object.entries(REGION_FIXTURES)) expect(await nameOf(code)).to.equal(name);
    });

    it('gives nothing for a code that nobody has', async () => {
      for (const code of ['DE-XX', 'DE', 'toString', ''])
        expect(await nameOf(code), code).to.equal(undefined);
    });
  });
}
