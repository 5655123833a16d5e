import { type FoundLocation, parseAddress } from '@ops-admin/core';
import { locationOperations } from '@ops-admin/core/operations';
import type { ReferenceData } from '@ops-admin/reference-data';
import { expect } from 'chai';
import { openData } from '../open-data.ts';
import { readQueries } from './queries.ts';

describe('The reader of addresses', () => {
  let data: ReferenceData;
  before(() => {
    data = openData();
  });
  after(() => {
    data.close();
  });

  const nameOf = (location: FoundLocation | undefined) =>
    location ? `${location.city}, ${location.country}` : 'nothing';

  for (const { text, cities, country } of readQueries('readings.tsv')) {
    const meant = country === '' ? 'nothing' : `${cities.join('|')}, ${country}`;
    it(`finds ${meant} in “${text}”`, () => {
      const { location } = data.explain(parseAddress(text)._unsafeUnwrap())._unsafeUnwrap();
      expect(nameOf(location)).to.equal(meant);
    });
  }

  const named: [text: string, city: string, state: string, country: string][] = [
    ['University of Oxford, Oxford', 'Oxford', 'England', 'GB'],
    ['Portland 04101', 'Portland', 'Maine', 'US'],
    ['OH, Berea', 'Berea', 'Ohio', 'US'],
    ['United States | Tennessee | Bristol', 'Bristol', 'Tennessee', 'US'],
    ['Hampton Inn Florence, SC 29501', 'Florence', 'South Carolina', 'US'],
    ['Hotel Ibis Maribor, Slovenia', 'Maribor', 'Urban Municipality of Maribor', 'SI'],
    ['Milwakee, Wisconsin', 'Milwaukee', 'Wisconsin', 'US'],
    ['Paraguay | Itapúa | Encarnación', 'Encarnación', 'Itapúa', 'PY'],
    ['KY, Lexington', 'Lexington', 'Kentucky', 'US'],
    ['4310 Rheinfelden', 'Rheinfelden', 'Aargau', 'CH'],
    ['Newcastle, Co. Down', 'Newcastle', 'Northern Ireland', 'GB'],
    ['Valencia', 'Valencia', 'Carabobo', 'VE'],
    ['Cambridge', 'Cambridge', 'England', 'GB'],
    ['Córdoba', 'Córdoba', 'Cordoba', 'AR'],
    ['Singapore', 'Singapore', '', 'SG'],
    ['Hong Kong, China', 'Hong Kong', '', 'HK'],
    ['Gibraltar', 'Gibraltar', '', 'GI'],
    ['Graz\tAustria', 'Graz', 'Styria', 'AT'],
  ];
  for (const [text, city, state, country] of named) {
    it(`finds ${city} in ${state || country} for “${text}”`, async () => {
      expect((await find(text)).unwrapOr(undefined)).to.include({ city, state, country });
    });
  }

  const refused = [
    ...[
      '2514 ED',
      '%s%s%s',
      'Île-de-France',
      'Unknownburg, WA',
      'Atlantisburg, AL 36104',
      'Andalusia, Spain',
    ],
    ...['Denver, CO, USA | Calgary, AB, Canada', 'Toronto, Canada - Manchester, UK', 'Berlin / Hamburg'],
    ...[
      '1010 Wien, 00-001 Warszawa',
      'Vienna, Warsaw',
      'ORD-2026-00981',
      '#ORD-10442-7',
      'INC-40417',
      'Marta Toledo',
    ],
    ...['order cancelled - duplicate of SEA-20931', 'waiting for the customer’s answer', 'no location given'],
  ];
  for (const text of refused) {
    it(`finds nothing in “${text}”`, async () => {
      expect((await find(text)).unwrapOr(undefined)).to.equal(undefined);
    });
  }

  const airports: [text: string, lat: number, long: number][] = [
    ...(['Heathrow', 'LHR T5', 'London Heathrow Airport'] as const).map((text): [string, number, number] => [
      text,
      51.47,
      -0.46,
    ]),
    ...(['Stansted', 'London Stansted Airport'] as const).map((text): [string, number, number] => [
      text,
      51.885,
      0.235,
    ]),
    ['Narita Airport', 35.77, 140.39],
    ['Pittsburgh International Airport', 40.49, -80.23],
    ['Toronto Pearson (YYZ)', 43.68, -79.63],
    ['IATA: BRU', 50.9, 4.48],
    ['Airport: SFO', 37.62, -122.38],
    ['Jfk', 40.64, -73.78],
    ['Kbwi', 39.18, -76.67],
    ['FOO', -0.94, 134.87],
    ['MLA, Malta', 35.86, 14.48],
  ];
  for (const [text, lat, long] of airports) {
    it(`finds the airport that “${text}” names`, async () => {
      const found = (await find(text)).unwrapOr(undefined);
      expect(found).to.include({ precision: 'airport' });
      expect(found?.lat).to.be.closeTo(lat, 0.05);
      expect(found?.long).to.be.closeTo(long, 0.05);
    });
  }

  it('reads the name of a town as the town, even if an airport has it, too', async () => {
    expect((await find('Narita')).unwrapOr(undefined)).to.include({ city: 'Narita', precision: 'town' });
  });

  it('explains the three best candidates by parts that add up to their scores', () => {
    const { acceptance, candidates, location, refusal } = explain('Bristol, Tennessee');
    expect(location).to.include({ city: 'Bristol', state: 'Tennessee' });
    expect(refusal).to.equal(undefined);
    expect(candidates).to.have.length(3);
    expect(candidates[0]).to.include({ words: 'bristol', place: 'Bristol, Tennessee, US' });
    for (const { parts, score } of candidates) expect(sumOf(parts)).to.be.closeTo(score, 0.1);
    expect(candidates[0]?.parts).to.have.property('region').above(0);
    expect(candidates[1]?.parts).to.have.property('againstRegion').below(0);
    expect(acceptance?.sum).to.be.at.least(acceptance?.bound ?? Number.POSITIVE_INFINITY);
    expect(sumOf(acceptance?.parts ?? {})).to.be.closeTo(acceptance?.sum ?? 0, 0.1);
  });

  it('explains why it accepts nothing', () => {
    expect(explain('Vienna, Warsaw').refusal).to.equal('the text names two towns');
    expect(explain('Paris, Germany').refusal).to.equal('the text names another country');
    expect(explain('Xyz, Mexico').refusal).to.equal('the text names only a country');
    expect(explain('ORD-2026-00981').refusal).to.equal('the word begins a ticket code');
    expect(explain('Maria').refusal).to.equal('the sum is below the bound');
    expect(explain('asdfgh')).to.deep.include({
      candidates: [],
      refusal: 'no town or airport has a name in the text',
    });
  });

  const find = (text: string) =>
    locationOperations({ airports: data.airports, geoLookup: data.gazetteer, towns: data.towns }).find(text);
  const explain = (text: string) => data.explain(parseAddress(text)._unsafeUnwrap())._unsafeUnwrap();
  const sumOf = (parts: Readonly<Record<string, number>>) =>
    Object.values(parts).reduce((sum, part) => sum + part, 0);
});
