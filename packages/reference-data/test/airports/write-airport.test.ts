import { expect } from 'chai';
import type { AirportGazetteer, GazetteerTown } from '../../build/airports/airport-gazetteer.ts';
import type { OfficialAirport } from '../../build/airports/clean-airport.ts';
import { settlementName } from '../../build/airports/settlement-name.ts';
import { writeAirport } from '../../build/airports/write-airport.ts';
import { kilometresBetween, type Situated } from '../../build/place-grid.ts';
import { fold } from '../../dist/gazetteer/fold.js';

type Row = Pick<OfficialAirport, 'municipality' | 'name' | 'region'> & { state?: string; country?: string };

describe('writeAirport', () => {
  const EDINBURGH = town('Edinburgh', 'Scotland', 'GB', 55.95, -3.2);
  const COLOGNE = town('Köln', 'North Rhine-Westphalia', 'DE', 50.93, 6.95, 'Cologne');
  const CINCINNATI = town('Cincinnati', 'Ohio', 'US', 39.1, -84.5);
  const COVINGTON = town('Covington', 'Kentucky', 'US', 39.08, -84.5);
  const BERLIN = town('Berlin', 'State of Berlin', 'DE', 52.52, 13.4);
  const ANTWERP = town('Antwerpen', 'Flanders', 'BE', 51.22, 4.4, 'Antwerp');
  const BASEL = town('Basel', 'Basel-City', 'CH', 47.56, 7.58, 'Bâle');
  const MULHOUSE = town('Mulhouse', 'Grand Est', 'FR', 47.75, 7.34);
  const TEZPUR = town('Tezpur', 'Assam', 'IN', 26.63, 92.8);
  const FORT_WORTH = town('Fort Worth', 'Texas', 'US', 32.73, -97.32);
  const TOWNS = [
    EDINBURGH,
    COLOGNE,
    CINCINNATI,
    COVINGTON,
    BERLIN,
    ANTWERP,
    BASEL,
    MULHOUSE,
    TEZPUR,
    FORT_WORTH,
  ];
  const REGIONS: Readonly<Record<string, ReturnType<AirportGazetteer['regionOf']>>> = {
    'GB-SCT': { name: 'Scotland', isSame: true },
    'US-KY': { name: 'Kentucky', isSame: true },
    'DE-BR': { name: 'Brandenburg', isSame: true },
    'BE-VAN': { name: 'Flanders', isSame: false },
  };
  const gazetteer: AirportGazetteer = {
    townsNamed: (name, at, kilometres) =>
      TOWNS.filter((each) => each.called.has(fold(name)) && isNear(each, at, kilometres)),
    nearestTown: (at, kilometres) => TOWNS.find((each) => isNear(each, at, kilometres)),
    regionOf: (code) => REGIONS[code],
  };

  const rows: [what: string, near: Situated, row: Row, city: string, state: string][] = [
    [
      'the town that follows a comma, where what comes first is none',
      EDINBURGH,
      { municipality: 'Ingliston, Edinburgh', name: '', region: 'GB-SCT' },
      'Edinburgh',
      'Scotland',
    ],
    [
      'a town under the gazetteer’s name',
      COLOGNE,
      { municipality: 'Cologne (Bonn)', name: '', region: 'DE-NW', state: 'Nordrhein-Westfalen' },
      'Köln',
      'North Rhine-Westphalia',
    ],
    [
      'of two towns the one in the airport’s region',
      CINCINNATI,
      { municipality: 'Cincinnati / Covington', name: '', region: 'US-KY' },
      'Covington',
      'Kentucky',
    ],
    [
      'of two towns the one in the airport’s country',
      MULHOUSE,
      { municipality: 'Bâle / Mulhouse', name: '', region: 'FR-GES' },
      'Mulhouse',
      'Grand Est',
    ],
    [
      'one of two towns that a hyphen joins',
      FORT_WORTH,
      { municipality: 'Dallas-Fort Worth', name: '', region: 'US-TX' },
      'Fort Worth',
      'Texas',
    ],
    [
      'the official region, where the town lies in another',
      BERLIN,
      { municipality: 'Berlin', name: '', region: 'DE-BR' },
      'Berlin',
      'Brandenburg',
    ],
    [
      'the region of the town, where the gazetteer does not have the official one',
      ANTWERP,
      { municipality: 'Antwerp', name: '', region: 'BE-VAN', state: 'Antwerp Province' },
      'Antwerpen',
      'Flanders',
    ],
    [
      'a larger region, where the town is not known',
      ANTWERP,
      { municipality: 'Deurne', name: '', region: 'BE-VAN', state: 'Antwerp Province' },
      'Deurne',
      'Flanders',
    ],
    [
      'no state where the region is unassigned',
      BERLIN,
      { municipality: 'Berlin', name: '', region: '' },
      'Berlin',
      '',
    ],
    [
      'the town in the name, where the municipality is missing',
      TEZPUR,
      { municipality: '', name: 'Tezpur Airport', region: 'IN-AS' },
      'Tezpur',
      'Assam',
    ],
    [
      'the town in the name, where the gazetteer does not know the municipality',
      TEZPUR,
      { municipality: 'Salonibari', name: 'Salonibari-3 Air Force Station, Tezpur', region: 'IN-AS' },
      'Tezpur',
      'Assam',
    ],
    [
      'the nearest town, where the name has none',
      TEZPUR,
      { municipality: '', name: 'Gandhi Airport', region: 'IN-AS' },
      'Tezpur',
      'Assam',
    ],
    [
      'the name, where there is no town',
      { country: 'MH', lat: 11.2, long: 169.8 },
      { municipality: '', name: 'Utirik Airport', region: 'MH-UTI', state: 'Utirik Atoll' },
      'Utirik',
      'Utirik Atoll',
    ],
    [
      'the official names, where the gazetteer knows nothing',
      { country: 'MH', lat: 11.2, long: 169.8 },
      {
        municipality: 'Utirik Island (Lagoon)',
        name: 'Utirik Airport',
        region: 'MH-UTI',
        state: 'Utirik Atoll',
      },
      'Utirik Island',
      'Utirik Atoll',
    ],
    [
      'the official names, where the town of that name lies far away',
      { country: 'DE', lat: 54.5, long: 9 },
      { municipality: 'Berlin', name: '', region: 'DE-SH', state: 'Schleswig-Holstein' },
      'Berlin',
      'Schleswig-Holstein',
    ],
  ];
  for (const [what, near, row, city, state] of rows) {
    it(`uses ${what}`, () => {
      const { location } = writeAirport(airport(row, near), gazetteer);
      expect(location).to.deep.equal({ ...airport(row, near).location, city, state });
    });
  }

  it('uses the city that it serves, also while it has no flights', () => {
    const kyiv = town('Kyiv', 'Kyiv City', 'UA', 50.45, 30.52);
    const row = { municipality: 'Boryspil', name: 'Boryspil International Airport', region: 'UA-32' };
    const towns = [kyiv, town('Boryspil', 'Kyiv', 'UA', 50.35, 30.95)];
    const near: AirportGazetteer = {
      ...gazetteer,
      townsNamed: (name) => towns.filter(({ called }) => called.has(fold(name))),
    };
    const { location } = writeAirport({ ...airport(row, kyiv), iata: 'KBP', isScheduled: false }, near);
    expect(location.city).to.equal('Kyiv');
  });

  function town(city: string, state: string, country: string, lat: number, long: number, other = city) {
    const named: GazetteerTown = { city, state, country, lat, long, people: 0 };
    return { ...named, called: new Set([city, other].map(fold)) };
  }

  function isNear(one: Situated, at: Situated, kilometres: number): boolean {
    return one.country === at.country && kilometresBetween(one, at) <= kilometres;
  }

  function airport({ state = '', ...row }: Row, { country, lat, long }: Situated): OfficialAirport {
    const location = { city: settlementName(row.municipality), state, country, lat, long: long + 0.1 };
    return {
      ...row,
      iata: '',
      icao: '',
      icaoIsOfficial: false,
      prominence: 0,
      isLarge: false,
      isScheduled: true,
      location,
    };
  }
});
