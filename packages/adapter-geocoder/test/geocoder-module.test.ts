import { geocoderModule, openReference, UnconfiguredGeoLookup } from '@ops-admin/adapter-geocoder';
import { AIRPORT_DIRECTORY, airportCodeIn, GEO_LOOKUP, parseAddress } from '@ops-admin/core';
import { expect } from 'chai';
import { Container } from 'inversify';

describe('geocoderModule', () => {
  it('serves the ports, and closes the reference file with the container', async () => {
    const reference = openReference()._unsafeUnwrap();
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(geocoderModule({ reference, geoLookup: new UnconfiguredGeoLookup('not set up') }));

    const code = airportCodeIn('JFK');
    const found = code && (await container.get(AIRPORT_DIRECTORY).find(code));
    expect(found?._unsafeUnwrap()).to.include({ city: 'New York', country: 'US' });
    const refused = await container.get(GEO_LOOKUP).lookup(parseAddress('Paris')._unsafeUnwrap());
    expect(refused._unsafeUnwrapErr()).to.deep.equal({ type: 'lookup-refused', reason: 'not set up' });

    await container.unbindAllAsync();
    expect(reference.open).to.equal(false);
  });
});
