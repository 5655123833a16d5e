import { type AirportCode, parseAddress } from '@ops-admin/core';
import { AIRPORT_DIRECTORY, REGION_NAMES, TOWN_DIRECTORY } from '@ops-admin/core/ports';
import { openReferenceData } from '@ops-admin/reference-data';
import { REFERENCE_DATA, referenceDataModule } from '@ops-admin/reference-data/inversify';
import { expect } from 'chai';
import { Container } from 'inversify';

describe('referenceDataModule', () => {
  it('serves airports, towns and regions, and closes the file with the container', async () => {
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(referenceDataModule(openReferenceData()._unsafeUnwrap()));
    const airports = container.get(AIRPORT_DIRECTORY);
    const found = (await airports.find('JFK' as AirportCode))._unsafeUnwrap();
    expect(found?.location).to.include({ city: 'New York', country: 'US' });
    expect((await container.get(TOWN_DIRECTORY).peopleOf('kobe'))._unsafeUnwrap()).to.be.above(1_000_000);
    expect((await container.get(REGION_NAMES).nameOf('DE-BY'))._unsafeUnwrap()).to.equal('Bavaria');

    const { gazetteer, info } = container.get(REFERENCE_DATA);
    const town = await gazetteer.lookup(parseAddress('Vaduz')._unsafeUnwrap());
    expect(town._unsafeUnwrap().city).to.equal('Vaduz');
    const known = info()._unsafeUnwrap();
    expect(known.file).to.match(/reference\.sqlite$/);
    expect(known.airports.iataCodes).to.be.at.least(8900);
    expect(known.gazetteer.places).to.be.at.least(155_000);

    await container.unbindAllAsync();
    // One that was not asked for before: those are remembered.
    expect((await airports.find('MUC' as AirportCode))._unsafeUnwrapErr().type).to.equal('store-unavailable');
    expect(info()._unsafeUnwrapErr().type).to.equal('store-unavailable');
  });
});
