import { expect } from 'chai';
import { cleanAirport } from '../../build/airports/clean-airport.ts';
import type { OurAirportsRow } from '../../build/airports/ourairports-row.ts';

const REGIONS = new Map([
  ['DE-BY', 'Bavaria'],
  ['PR-U-A', '(unassigned)'],
]);

const MUNICH: OurAirportsRow = {
  type: 'large_airport',
  name: 'Munich Airport',
  municipality: 'Munich',
  iso_country: 'DE',
  iso_region: 'DE-BY',
  scheduled_service: 'yes',
  iata_code: 'MUC',
  icao_code: 'EDDM',
  gps_code: 'EDDM',
  latitude_deg: '48.353802',
  longitude_deg: '11.7861',
};

describe('cleanAirport', () => {
  const clean = (row: Partial<OurAirportsRow>) => cleanAirport({ ...MUNICH, ...row }, REGIONS);

  it('reads the codes and the location of an open airport', () => {
    expect(clean({})).to.deep.include({
      iata: 'MUC',
      icao: 'EDDM',
      icaoIsOfficial: true,
      location: { city: 'Munich', state: 'Bavaria', country: 'DE', lat: 48.353802, long: 11.7861 },
    });
  });

  it('omits a closed airport', () => {
    expect(clean({ type: 'closed' })).to.equal(undefined);
    expect(clean({ type: 'closed_airport' })).to.equal(undefined);
  });

  const codes: [string, Partial<OurAirportsRow>, string, string][] = [
    ['takes gps_code where there is no icao_code', { icao_code: '', gps_code: '7FA1' }, 'MUC', '7FA1'],
    ['prefers icao_code to gps_code', { icao_code: 'SPJC', gps_code: 'SPIM' }, 'MUC', 'SPJC'],
    ['takes no gps_code of three characters', { icao_code: '', gps_code: '0A9' }, 'MUC', ''],
    ['takes no gps_code of five characters', { icao_code: '', gps_code: 'EDDMX' }, 'MUC', ''],
    ['takes no icao_code with a hyphen', { icao_code: 'DE-1', gps_code: '' }, 'MUC', ''],
    ['takes no IATA code with a digit', { iata_code: 'M1C' }, '', 'EDDM'],
    ['writes codes in upper case without blanks', { iata_code: ' muc ', icao_code: 'eddm' }, 'MUC', 'EDDM'],
  ];
  for (const [title, row, iata, icao] of codes) {
    it(title, () => {
      expect(clean(row)).to.include({ iata, icao });
    });
  }

  it('distinguishes a code ICAO assigned from one used in its place', () => {
    expect(clean({ icao_code: '', gps_code: 'EDDM' })).to.include({ icao: 'EDDM', icaoIsOfficial: false });
  });

  it('reads neither ident nor local_code', () => {
    const row = { ...MUNICH, iata_code: '', icao_code: '', gps_code: '', ident: 'EDDM', local_code: 'EDDM' };
    expect(cleanAirport(row, REGIONS)).to.equal(undefined);
  });

  it('uses empty texts for missing values', () => {
    expect(clean({ municipality: '', iso_country: '', iso_region: 'XX-1' })?.location).to.deep.include({
      city: '',
      state: '',
      country: '',
    });
  });

  it('has neither state nor region where the region is unassigned', () => {
    const airport = clean({ iso_region: 'PR-U-A' });
    expect([airport?.location.state, airport?.region]).to.deep.equal(['', '']);
    expect(clean({ iso_region: ' DE-BY ' })?.region).to.equal('DE-BY');
  });

  it('knows its size, and whether scheduled flights leave', () => {
    expect(clean({})).to.include({ isLarge: true, isScheduled: true });
    expect(clean({ type: 'medium_airport', scheduled_service: 'no' })).to.include({
      isLarge: false,
      isScheduled: false,
    });
  });

  it('writes the country in upper case', () => {
    expect(clean({ iso_country: 'de' })?.location.country).to.equal('DE');
  });

  const nowhere: Partial<OurAirportsRow>[] = [
    { latitude_deg: '' },
    { longitude_deg: ' ' },
    { latitude_deg: '90.1' },
    { longitude_deg: '-181' },
    { latitude_deg: 'north' },
    { iso_country: 'Germany' },
  ];
  for (const row of nowhere) {
    it(`omits an airport without coordinates: ${JSON.stringify(row)}`, () => {
      expect(clean(row)).to.equal(undefined);
    });
  }

  it('ranks by scheduled service, then by type', () => {
    const prominence = (scheduled_service: string, type: string) =>
      clean({ scheduled_service, type })?.prominence ?? Number.NaN;
    const ranked = [
      prominence('yes', 'large_airport'),
      prominence('yes', 'heliport'),
      prominence('no', 'large_airport'),
      prominence('no', 'medium_airport'),
      prominence('no', 'small_airport'),
      prominence('no', 'heliport'),
      prominence('no', 'a_type_to_come'),
    ];
    expect([...ranked].sort((one, other) => other - one)).to.deep.equal(ranked);
    expect(new Set(ranked)).to.have.property('size', ranked.length);
  });
});
