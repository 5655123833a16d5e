import { InMemoryAirportDirectory, InMemoryGeoLookup, InMemoryTownDirectory } from '@ops-admin/core/fakes';
import { localLocations } from '@ops-admin/core/jobs';
import { expect } from 'chai';

describe('localLocations', () => {
  const locations = localLocations({
    airports: new InMemoryAirportDirectory(),
    geoLookup: new InMemoryGeoLookup(),
    towns: new InMemoryTownDirectory(),
  });

  it('refuses what is no address', async () => {
    expect((await locations.find(' '))._unsafeUnwrapErr()).to.include({ type: 'invalid-address' });
  });

  it('knows a code of an airport in upper case, and nothing else', async () => {
    const known = async (text: string) => (await locations.isAirport(text))._unsafeUnwrap();
    for (const text of ['MUC', 'EDDM']) expect(await known(text), text).to.equal(true);
    for (const text of ['muc', 'Muc', 'QQQ', 'MUC ', 'Berlin'])
      expect(await known(text), text).to.equal(false);
  });
});
