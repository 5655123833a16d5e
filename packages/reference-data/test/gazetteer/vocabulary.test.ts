import type { ReferenceData } from '@ops-admin/reference-data';
import { regionNamesContract, townDirectoryContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { folderForEachTest, writeFixture } from '../airports/reference-fixture.ts';
import { openData, openTables } from '../open-data.ts';

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

  it('is unavailable once the file is closed', async () => {
    data.close();
    expect((await data.regions.nameOf('DE-BY'))._unsafeUnwrapErr().type).to.equal('store-unavailable');
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

  it('has the people of towns by their very names', async () => {
    const peopleOf = async (name: string) => (await data.towns.peopleOf(name))._unsafeUnwrap();
    for (const name of ['lima', 'kobe', 'oran', 'hue', 'xian', 'łódź', 'lodz'])
      expect(await peopleOf(name), name).to.be.above(100_000);
    // New York, Los Angeles and Copenhagen in other words.
    for (const name of ['nyc', 'la', 'cph', 'jfk', 'eddm']) expect(await peopleOf(name), name).to.equal(0);
  });
});
