import { expect } from 'chai';
import { localServers } from '../../../../test/local-servers.ts';
import { resultOf } from './ask-provider.ts';
import { PHOTON } from './fixtures/photon.ts';

describe('Photon', () => {
  const servers = localServers();

  const foundIn = async (properties: object, coordinates: unknown = [9.5, 47.1]) => {
    const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates } };
    return (await resultOf(servers, PHOTON, { status: 200, body: PHOTON.answer([feature]) }))._unsafeUnwrap();
  };

  const settlements: Record<string, [city: string, properties: object]> = {
    'the name of a city': ['Bern', { name: 'Bern', type: 'city', city: 'else', county: 'Bern-Mittelland' }],
    'the name of a city that is a state as well': [
      'Wien',
      { name: 'Wien', type: 'state', osm_value: 'city', state: 'Wien' },
    ],
    'the city that a village belongs to': [
      'Triesenberg',
      { name: 'Malbun', type: 'district', osm_value: 'hamlet', city: 'Triesenberg', county: 'Oberland' },
    ],
    'the name of a village that belongs to no city': [
      'Malbun',
      { name: 'Malbun', osm_value: 'village', county: 'Oberland' },
    ],
    'the city of a street, not the name of the street': [
      'Vaduz',
      { name: 'Städtle', type: 'street', osm_value: 'residential', city: 'Vaduz' },
    ],
    'the county of a mountain': ['Oberland', { name: 'Augstenberg', osm_value: 'peak', county: 'Oberland' }],
    'the district of a house outside of cities': [
      'Malbun',
      { name: 'Hotel', type: 'house', district: 'Malbun', county: 'Oberland' },
    ],
  };
  for (const [what, [city, properties]] of Object.entries(settlements)) {
    it(`uses as the city ${what}`, async () => {
      expect(await foundIn(properties)).to.have.property('city', city);
    });
  }

  for (const type of ['county', 'state', 'country']) {
    it(`finds nothing in a ${type}, which is larger than a town`, async () => {
      const properties = { name: 'Bavaria', type, osm_value: 'administrative', countrycode: 'DE' };
      const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [9.5, 47.1] } };
      const result = await resultOf(servers, PHOTON, { status: 200, body: PHOTON.answer([feature]) });
      expect(result._unsafeUnwrapErr()).to.deep.equal({ type: 'location-not-found' });
    });
  }

  const kinds = { house: 'address', street: 'street', locality: 'district', city: 'town' };
  for (const [type, precision] of Object.entries(kinds)) {
    it(`calls a ${type} ${precision}`, async () => {
      expect(await foundIn({ name: 'Vaduz', type, city: 'Vaduz' })).to.have.property('precision', precision);
    });
  }

  it('ignores the height of a location', async () => {
    expect(await foundIn({ city: 'Vaduz' }, [9.5, 47.1, 455])).to.include({ lat: 47.1, long: 9.5 });
  });

  for (const coordinates of [undefined, null, [], [9.5], ['9.5', '47.1'], { lat: 47.1, lon: 9.5 }]) {
    it(`is unavailable with the coordinates ${JSON.stringify(coordinates)}`, async () => {
      const feature = { properties: { name: 'Bern', type: 'city' }, geometry: { coordinates } };
      const result = await resultOf(servers, PHOTON, { status: 200, body: PHOTON.answer([feature]) });
      expect(result._unsafeUnwrapErr())
        .to.have.property('reason')
        .that.matches(/^no usable geometry.coordinates/);
    });
  }

  for (const body of [
    { message: "unknown query parameter 'tenant'.  Allowed parameters are: [q, lang]" },
    { lang: [{ message: 'Language is not supported. Supported are: default, en, de, fr', value: 'xx' }] },
  ]) {
    it(`is refused for ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const error = (await resultOf(servers, PHOTON, { status: 400, body }))._unsafeUnwrapErr();
      expect(error).to.have.property('type', 'lookup-refused');
    });
  }

  it('is unavailable for a 400 that is not its own', async () => {
    const error = (
      await resultOf(servers, PHOTON, { status: 400, body: '<h1>Bad Request</h1>' })
    )._unsafeUnwrapErr();
    expect(error).to.deep.equal({ type: 'lookup-unavailable', reason: 'status 400', mayBeAddress: true });
  });
});
