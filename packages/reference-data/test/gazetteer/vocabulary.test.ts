import type { ReferenceData } from '@ops-admin/reference-data';
import { regionNamesContract, townDirectoryContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { indexGazetteer } from '../../build/index-gazetteer.ts';
import { writeReference } from '../../build/write-reference.ts';
import { CONTENTS, folderForEachTest, writeFixture } from '../airports/reference-fixture.ts';
import { openData, openTables } from '../open-data.ts';
import { inputOf, town } from './gazetteer-fixture.ts';

describe('The vocabulary of a reference file', () => {
  const folder = folderForEachTest();
  let data: ReferenceData;
  beforeEach(() => {
    writeFixture(folder.file('reference.sqlite'));
    data = openData(folder.file('reference.sqlite'));
  });
  afterEach(() => {
    data.close();
  });

  regionNamesContract(() => data.regions);
  townDirectoryContract(() => data.towns);

  it('has the largest town with a name, not its parts, and no name of other places', async () => {
    const hue = { name: 'Huế', country: 'LI', ascii: 'Hue', alternates: ['HUI'] };
    const towns = [
      town({ ...hue, population: 20_000 }),
      town({ ...hue, population: 351_456 }),
      town({ ...hue, population: 500_000, feature: 'PPLX' }),
      town({ name: 'Hamm (Sieg)', country: 'DE', population: 16_000 }),
    ];
    const file = folder.file('towns.sqlite');
    writeReference(file, { ...CONTENTS, gazetteer: indexGazetteer(inputOf(towns)) });
    const opened = openData(file);
    const people = await Promise.all(
      ['hue', 'HUẾ', 'hamm', 'hui'].map((name) => opened.towns.peopleOf(name)),
    );
    opened.close();
    expect(people.map((each) => each._unsafeUnwrap())).to.deep.equal([351_456, 351_456, 16_000, 0]);
  });

  it('is unavailable once the file is closed', async () => {
    data.close();
    expect((await data.regions.nameOf('DE-BY'))._unsafeUnwrapErr().type).to.equal('store-unavailable');
    const vaduz = { city: 'Vaduz', state: '', country: 'LI', lat: 47, long: 9 };
    expect((await data.regions.townOf(vaduz))._unsafeUnwrapErr().type).to.equal('store-unavailable');
    expect((await data.towns.peopleOf('lima'))._unsafeUnwrapErr().type).to.equal('store-unavailable');
  });
});

describe('The packaged vocabulary', () => {
  let data: ReferenceData;
  before(() => {
    data = openData();
  });
  after(() => {
    data.close();
  });

  const regions: Readonly<Record<string, string | undefined>> = {
    'DE-BE': 'State of Berlin',
    'DE-BY': 'Bavaria',
    'US-FL': 'Florida',
    'GB-ENG': 'England',
    // ISO names them in the language of the country, GeoNames in English.
    'ES-CT': 'Catalonia',
    'IT-25': 'Lombardy',
    'RU-MOW': 'Moscow',
    // Provinces and counties of which GeoNames has the region around them.
    'BE-VAN': 'Flanders',
    'IE-D': 'Leinster',
    // OurAirports has these numbers for other districts.
    'CY-04': 'Ammochostos',
    'PR-U-A': undefined,
    'XX-1': undefined,
  };
  for (const [code, name] of Object.entries(regions)) {
    it(`calls ${code} ${name}`, async () => {
      expect((await data.regions.nameOf(code))._unsafeUnwrap()).to.equal(name);
    });
  }

  // As OpenStreetMap, Google and Mapbox call them, in English or as the place does.
  const towns: [city: string, country: string, lat: number, long: number, name: string | undefined][] = [
    ['City of New York', 'US', 40.71, -74.0, 'New York'],
    ['New York City', 'US', 40.71, -74.0, 'New York'],
    ['Köln', 'DE', 50.93, 6.95, 'Cologne'],
    ['Bangalore', 'IN', 12.97, 77.59, 'Bengaluru'],
    ['Makkah', 'SA', 21.42, 39.82, 'Mecca'],
    ['Rangoon', 'MM', 16.8, 96.15, 'Yangon'],
    ['Kiev', 'UA', 50.45, 30.52, 'Kyiv'],
    ['Ciudad de México', 'MX', 19.43, -99.13, 'Mexico City'],
    ['Wien', 'AT', 48.2, 16.37, 'Vienna'],
    ['上海市', 'CN', 31.22, 121.46, 'Shanghai'],
    ['Rostov', 'RU', 47.23, 39.72, 'Rostov-on-Don'],
    // A smaller town, and the same name elsewhere.
    ['New Delhi', 'IN', 28.61, 77.21, undefined],
    ['Cologne', 'IT', 45.58, 9.94, undefined],
    ['Vienna', 'US', 38.9, -77.27, undefined],
  ];
  for (const [city, country, lat, long, name] of towns) {
    it(`calls ${city}, ${country} ${name ?? 'what its source does'}`, async () => {
      const found = await data.regions.townOf({ city, country, lat, long, state: '' });
      expect(found._unsafeUnwrap()).to.equal(name);
    });
  }

  it('names each of the 500 largest towns identically by every own name', async () => {
    const tables = openTables();
    const rows = tables
      .prepare(
        `SELECT place.name, place_name.name AS city, area.name AS country, place.lat, place.long
           FROM (SELECT * FROM place WHERE NOT section ORDER BY people DESC LIMIT 500) AS place
           JOIN area ON area.id = place.country JOIN place_name ON place_name.place = place.id AND place_name.own`,
      )
      .all() as { name: string; city: string; country: string; lat: number; long: number }[];
    tables.close();
    expect(rows.length).to.be.above(500);
    const others: string[] = [];
    for (const { name, ...row } of rows) {
      const found = (await data.regions.townOf({ ...row, state: '' }))._unsafeUnwrap();
      if (found !== name) others.push(`${row.city}, ${row.country}: ${found ?? 'none'}, not ${name}`);
    }
    expect(others).to.deep.equal([]);
  });

  it('has every state of the US, and every region of Germany', () => {
    const tables = openTables();
    const named = tables.prepare(
      `SELECT count(DISTINCT region_code.name) FROM region_code JOIN area ON area.name = region_code.name AND area.region = area.id
         JOIN area AS country ON country.id = area.country AND country.name = ?
        WHERE code LIKE ? || '-%' AND length(code) = ?`,
    );
    expect([named.pluck().get('US', 'US', 5), named.pluck().get('DE', 'DE', 5)]).to.deep.equal([51, 16]);
    tables.close();
  });

  it('has the population of towns by their exact names', async () => {
    const peopleOf = async (name: string) => (await data.towns.peopleOf(name))._unsafeUnwrap();
    for (const name of ['lima', 'kobe', 'oran', 'hue', 'xian', 'łódź', 'lodz'])
      expect(await peopleOf(name), name).to.be.above(100_000);
    // New York, Los Angeles and Copenhagen in other words.
    for (const name of ['nyc', 'la', 'cph', 'jfk', 'eddm']) expect(await peopleOf(name), name).to.equal(0);
  });
});
