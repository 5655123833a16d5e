import { type AirportCode, parseAddress } from '@ops-admin/core';
import { openReferenceData } from '@ops-admin/reference-data';
import { expect } from 'chai';

describe('openReferenceData', () => {
  it('returns airports, towns and regions, and closes the file', async () => {
    const { airports, close, gazetteer, info, regions, towns } = openReferenceData()._unsafeUnwrap();
    const found = (await airports.find('JFK' as AirportCode))._unsafeUnwrap();
    expect(found?.location).to.include({ city: 'New York', country: 'US' });
    expect((await towns.peopleOf('kobe'))._unsafeUnwrap()).to.be.above(1_000_000);
    expect((await regions.nameOf('DE-BY'))._unsafeUnwrap()).to.equal('Bavaria');

    const town = await gazetteer.lookup(parseAddress('Vaduz')._unsafeUnwrap());
    expect(town._unsafeUnwrap().city).to.equal('Vaduz');
    const known = info()._unsafeUnwrap();
    expect(known.file).to.match(/reference\.sqlite$/);
    expect(known.airports.iataCodes).to.be.at.least(8900);
    expect(known.gazetteer.places).to.be.at.least(155_000);

    close();
    // One that was not asked for before: those are remembered.
    expect((await airports.find('MUC' as AirportCode))._unsafeUnwrapErr().type).to.equal('store-unavailable');
    expect(info()._unsafeUnwrapErr().type).to.equal('store-unavailable');
  });
});
