import type { GazetteerSource } from '@ops-admin/reference-data';
import { LARGE_TOWN_FIXTURE, TOWN_FIXTURES } from '@ops-admin/testing';
import { FOUND_LOCATION } from '@ops-admin/testing/contracts';
import type { GeoNamesPlace } from '../../build/geonames-place.ts';
import { type GazetteerIndex, type GazetteerInput, indexGazetteer } from '../../build/index-gazetteer.ts';

export const GAZETTEER_SOURCE: GazetteerSource = {
  source: 'a test',
  date: '2023-03-05',
  attribution: 'nobody',
  fingerprint: 'test@1',
};

let lastId = 0;

/** A town of 10,000 people in no region, unless given otherwise. */
export function town(place: Partial<GeoNamesPlace> & Pick<GeoNamesPlace, 'name' | 'country'>): GeoNamesPlace {
  lastId += 1;
  return {
    id: lastId,
    formerName: '',
    ascii: place.name,
    alternates: [],
    lat: 1,
    long: 2,
    feature: 'PPL',
    region: '',
    county: '',
    population: 10_000,
    modified: '2023-03-05',
    ...place,
  };
}

/** The tables of a gazetteer of these places, with the names of a few areas. */
export function inputOf(places: readonly GeoNamesPlace[]): GazetteerInput {
  return {
    places,
    areas: [
      { code: 'LI.01', name: 'Oberland' },
      { code: 'US.GA', name: 'Georgia' },
      { code: 'US.NY', name: 'New York' },
      { code: 'US.CA', name: 'California' },
      { code: 'US.CA.085', name: 'Santa Clara County' },
      { code: 'DE.02', name: 'Bavaria' },
      { code: 'DE.16', name: 'State of Berlin' },
    ],
    subdivisions: [
      { code: 'US-GA', name: 'Georgia' },
      { code: 'US-NY', name: 'New York' },
      { code: 'US-CA', name: 'California' },
      { code: 'DE-BY', name: 'Bayern' },
      { code: 'DE-BE', name: 'Berlin' },
    ],
    isoRegions: new Map([['DE.02', 'DE-BY']]),
    furtherNames: new Map([['US.CA', [{ name: 'calif', code: true }]]]),
    airportCodes: new Set(['BUF']),
    countries: new Map([
      ['LI', { names: ['Liechtenstein'], foreignNames: [], alpha3: 'LIE' }],
      ['US', { names: ['United States', 'USA'], foreignNames: ['Vereinigte Staaten'], alpha3: 'USA' }],
      ['DE', { names: ['Germany', 'Deutschland'], foreignNames: [], alpha3: 'DEU' }],
      ['CA', { names: ['Canada'], foreignNames: [], alpha3: 'CAN' }],
      ['GE', { names: ['Georgia'], foreignNames: [], alpha3: 'GEO' }],
      ['LU', { names: ['Luxembourg'], foreignNames: [], alpha3: 'LUX' }],
    ]),
  };
}

/** The places that core's contracts look up, and nothing else. */
export const GAZETTEER_FIXTURE: GazetteerIndex = indexGazetteer(
  inputOf([
    town({
      name: FOUND_LOCATION.city,
      country: FOUND_LOCATION.country,
      region: '01',
      lat: FOUND_LOCATION.lat,
      long: FOUND_LOCATION.long,
    }),
    town({
      name: LARGE_TOWN_FIXTURE.city,
      alternates: [LARGE_TOWN_FIXTURE.otherName],
      country: LARGE_TOWN_FIXTURE.country,
      lat: LARGE_TOWN_FIXTURE.lat,
      long: LARGE_TOWN_FIXTURE.long,
      population: 500_000,
    }),
    ...Object.entries(TOWN_FIXTURES).map(([name, population]) => town({ name, country: 'LI', population })),
  ]),
);
