import { parseAddress } from '@ops-admin/core';
import type { ReferenceData } from '@ops-admin/reference-data';
import { geoLookupContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { indexGazetteer } from '../../build/index-gazetteer.ts';
import { writeReference } from '../../build/write-reference.ts';
import { CONTENTS, folderForEachTest } from '../airports/reference-fixture.ts';
import { openData } from '../open-data.ts';
import { GAZETTEER_SOURCE, inputOf, town } from './gazetteer-fixture.ts';

describe('The gazetteer of a reference file', () => {
  const folder = folderForEachTest();
  const opened: ReferenceData[] = [];
  afterEach(() => {
    for (const data of opened.splice(0)) data.close();
  });

  const open = (gazetteer = CONTENTS.gazetteer) => {
    const file = folder.file(`reference-${opened.length}.sqlite`);
    writeReference(file, { ...CONTENTS, gazetteer });
    const data = openData(file);
    opened.push(data);
    return data;
  };

  geoLookupContract(
    async (scenario) => {
      const data = scenario === 'location-not-found' ? open(indexGazetteer(inputOf([]))) : open();
      if (scenario === 'lookup-unavailable') data.close();
      return data.gazetteer;
    },
    {
      scenarios: ['found', 'location-not-found', 'lookup-unavailable'],
      found: { source: 'gazetteer', precision: 'town' },
    },
  );

  const places = [
    { name: 'Springfield', country: 'US', region: 'GA', population: 3_000 },
    { name: 'Springfield', country: 'US', region: 'NY', population: 30_000 },
    { name: 'Atlanta', country: 'US', region: 'GA', population: 500_000 },
    { name: 'Ontario', country: 'US', region: 'CA', population: 160_000 },
    { name: 'New York City', alternates: ['New York'], country: 'US', region: 'NY', population: 8_000_000 },
    { name: 'Buffalo', country: 'US', region: 'NY', population: 250_000 },
    { name: 'Harlem', country: 'US', region: 'NY', population: 120_000, feature: 'PPLX' },
    { name: 'Berlin', country: 'DE', region: '16', population: 3_400_000, feature: 'PPLC' },
    { name: 'Berlin', country: 'US', region: 'NY', population: 2_000 },
    { name: 'Londres', country: 'LI', region: '01', population: 2_600 },
    { name: 'London', alternates: ['Londres'], country: 'CA', population: 350_000 },
    { name: 'Luxembourg', country: 'LU', population: 76_000, feature: 'PPLC' },
    { name: 'Georgia', country: 'US', region: 'NY', population: 4_000 },
    { name: 'Tbilisi', country: 'GE', population: 1_000_000, feature: 'PPLC' },
    { name: 'Mountain View', country: 'US', region: 'CA', county: '085', population: 80_000 },
    { name: 'Biel/Bienne', country: 'DE', region: '02' },
  ];

  const cases: [text: string, found: string][] = [
    // The name, then what is around, then the people.
    ['Springfield', 'Springfield, New York, US'],
    ['springfield, ga', 'Springfield, Georgia, US'],
    ['Springfield Georgia USA', 'Springfield, Georgia, US'],
    ['Springfield, Georgia, Vereinigte Staaten', 'Springfield, Georgia, US'],
    ['Springfield, Narnia', 'nothing'],
    ['Springfield, Bayern', 'nothing'],
    ['Mountain View, Santa Clara County', 'Mountain View, California, US'],
    ['Berlin', 'Berlin, State of Berlin, DE'],
    ['Berlin, NY', 'Berlin, New York, US'],
    ['Germany, Berlin', 'Berlin, State of Berlin, DE'],
    ['Canada, Berlin', 'nothing'],
    // An alternate name is worth a tenth.
    ['Londres', 'London, , CA'],
    ['Londres, Liechtenstein', 'Londres, Oberland, LI'],
    // Towns that are called like their region.
    ['New York', 'New York, New York, US'],
    ['New York, New York, USA', 'New York, New York, US'],
    ['Buffalo, New York', 'Buffalo, New York, US'],
    // The state is there twice, so one of them is the town.
    ['Buffalo, New York, NY', 'New York, New York, US'],
    ['Harlem, New York', 'New York, New York, US'],
    ['Harlem', 'Harlem, New York, US'],
    ['Luxembourg', 'Luxembourg, , LU'],
    ['Georgia', 'nothing'],
    ['Georgia, USA', 'nothing'],
    ['Georgia, NY', 'Georgia, New York, US'],
    // `CA` is Canada and California.
    ['Ontario, CA', 'Ontario, California, US'],
    ['London, CA', 'London, , CA'],
    // Addresses.
    ['12 Buffalo Street, Berlin 10117, Germany', 'Berlin, State of Berlin, DE'],
    ['Unter den Linden 77 10117 Berlin', 'Berlin, State of Berlin, DE'],
    ['10 Downing Street London', 'London, , CA'],
    ['200 Delaware Avenue NW Buffalo NY', 'Buffalo, New York, US'],
    ['Berlin, Andrássy út 22, Germany', 'Berlin, State of Berlin, DE'],
    ['Biel/Bienne', 'Biel, Bavaria, DE'],
    ['Kreuzberg/Berlin', 'Berlin, State of Berlin, DE'],
    ['Berlin (Germany)', 'Berlin, State of Berlin, DE'],
    ['London Bridge', 'nothing'],
    ['Buffalo Springfield', 'nothing'],
    ['10117', 'nothing'],
    [';;;', 'nothing'],
  ];
  for (const [text, found] of cases) {
    it(`finds ${found} for ${text}`, async () => {
      const { gazetteer } = open(indexGazetteer(inputOf(places.map(town))));
      const result = await gazetteer.lookup(parseAddress(text)._unsafeUnwrap());
      const line = result.match(
        ({ city, state, country }) => `${city}, ${state}, ${country}`,
        ({ type }) => (type === 'location-not-found' ? 'nothing' : type),
      );
      expect(line).to.equal(found);
    });
  }

  describe('as a summary', () => {
    it('reports the source and the size of the gazetteer', () => {
      expect(open().info()._unsafeUnwrap().gazetteer).to.deep.equal({
        ...GAZETTEER_SOURCE,
        places: 4,
        names: 5,
      });
    });

    it('is unavailable once the file is closed', () => {
      const data = open();
      data.close();
      expect(data.info()._unsafeUnwrapErr().type).to.equal('store-unavailable');
    });
  });
});
