import { expect } from 'chai';
import { renewPlaces } from '../../build/renew-places.ts';
import { town } from './gazetteer-fixture.ts';

describe('renewPlaces', () => {
  const city = (name: string, country: string, lat: number, lng: number, admin1 = '') => ({
    name,
    country,
    lat: String(lat),
    lng: String(lng),
    admin1,
    admin2: '',
  });

  it('uses the areas of the newer source, for a nearby place with the same name', () => {
    const hue = town({ name: 'Huế', country: 'VN', region: '66', lat: 16.46, long: 107.6 });
    const [renewed] = renewPlaces([hue], [city('Huế', 'VN', 16.46, 107.59, '46')]);
    expect(renewed).to.include({ name: 'Huế', formerName: '', region: '46' });
  });

  it('uses the newer name of a place at the same coordinates, and keeps the older one', () => {
    const cochin = town({ name: 'Cochin', country: 'IN', lat: 9.93988, long: 76.26022 });
    const [renewed] = renewPlaces([cochin], [city('Kochi', 'IN', 9.93988, 76.26022, '13')]);
    expect(renewed).to.include({ name: 'Kochi', formerName: 'Cochin', region: '13' });
  });

  it('uses no name of another place, in another script, or of a place that is known by it', () => {
    const places = [
      town({ name: 'Altay', country: 'CN', lat: 47.86667, long: 88.11667 }),
      town({ name: 'Old', country: 'BY', lat: 54, long: 28 }),
      town({ name: 'Here', country: 'US', lat: 1, long: 1 }),
      town({ name: 'There', country: 'US', lat: 5, long: 5 }),
    ];
    const cities = [
      city('Jinshanlu', 'CN', 47.87, 88.12),
      city('Октябрьский', 'BY', 54, 28),
      city('There', 'US', 1, 1),
    ];
    const renewed = renewPlaces(places, cities);
    expect(renewed.map(({ name }) => name)).to.deep.equal(['Altay', 'Old', 'Here', 'There']);
    expect(renewed.every(({ formerName }) => formerName === '')).to.equal(true);
  });
});
