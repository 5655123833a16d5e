import { expect } from 'chai';
import type { OurAirportsRow } from '../../build/airports/ourairports-row.ts';
import { regionCodes } from '../../build/region-codes.ts';
import { town } from './gazetteer-fixture.ts';

describe('regionCodes', () => {
  const AREAS = [
    { code: 'DE.02', name: 'Bavaria' },
    { code: 'DE.02.091', name: 'Upper Bavaria' },
    { code: 'DE.16', name: 'State of Berlin' },
    { code: 'BE.VLG', name: 'Flanders' },
    { code: 'CY.03', name: 'Larnaka' },
    { code: 'CY.01', name: 'Ammochostos' },
    { code: 'VN.44', name: 'Ho Chi Minh City (HCMC)' },
  ];
  const PLACES = [
    town({ name: 'München', country: 'DE', region: '02', lat: 48.1, long: 11.6 }),
    town({ name: 'Antwerpen', country: 'BE', region: 'VLG', lat: 51.2, long: 4.4 }),
    town({ name: 'Larnaca', country: 'CY', region: '03', lat: 34.9, long: 33.6 }),
    town({ name: 'Ayia Napa', country: 'CY', region: '01', lat: 35, long: 34 }),
  ];
  const airports = (count: number, iso_region: string, lat: number, long: number) =>
    Array.from(
      { length: count },
      (): OurAirportsRow => ({
        type: 'small_airport',
        name: '',
        municipality: '',
        iso_country: iso_region.slice(0, 2),
        iso_region,
        scheduled_service: 'no',
        iata_code: '',
        icao_code: '',
        gps_code: '',
        latitude_deg: String(lat),
        longitude_deg: String(long),
      }),
    );
  const codes = (
    iso: Readonly<Record<string, string>>,
    official: Readonly<Record<string, string>> = {},
    rows: readonly OurAirportsRow[] = [],
  ) =>
    Object.fromEntries(
      regionCodes({
        areas: AREAS,
        places: PLACES,
        airports: rows,
        isoNames: new Map(Object.entries(iso)),
        officialNames: new Map(Object.entries(official)),
      }).map(({ code, ...region }) => [code, region]),
    );

  it('assigns a code to the region with the same name, without its kind', () => {
    const berlin = { name: 'State of Berlin', airports: 'State of Berlin', isSame: true };
    expect(codes({ 'DE-BE': 'Berlin' }, { 'DE-BE': 'Berlin' })).to.deep.equal({ 'DE-BE': berlin });
    expect(codes({ 'DE-BE': 'Stadt' }, { 'DE-BE': 'Berlin' })).to.deep.equal({ 'DE-BE': berlin });
  });

  it('assigns OurAirports’ own codes only to its airports', () => {
    expect(codes({ 'DE-BE': 'Berlin' })['DE-BE']).to.deep.equal({
      name: 'State of Berlin',
      airports: undefined,
      isSame: false,
    });
  });

  it('uses the region that contains the airports, where no name is the same', () => {
    const rows = airports(2, 'DE-BY', 48.2, 11.7);
    expect(codes({ 'DE-BY': 'Freistaat' }, {}, rows)['DE-BY']).to.deep.equal({
      name: 'Bavaria',
      airports: 'Bavaria',
      isSame: true,
    });
  });

  it('uses a larger region around it, and marks it', () => {
    const rows = [...airports(3, 'BE-VAN', 51.2, 4.4), ...airports(3, 'BE-VLI', 51.2, 4.4)];
    expect(codes({ 'BE-VAN': 'Antwerpen' }, {}, rows)['BE-VAN']).to.deep.equal({
      name: 'Flanders',
      airports: 'Flanders',
      isSame: false,
    });
  });

  it('trusts many airports more than the name in OurAirports', () => {
    const names = { 'CY-04': 'Ammochostos' };
    const few = codes(names, { 'CY-04': 'Ammochostos' }, airports(5, 'CY-04', 34.9, 33.6))['CY-04'];
    const many = codes(names, { 'CY-04': 'Ammochostos' }, airports(6, 'CY-04', 34.9, 33.6))['CY-04'];
    expect([few?.name, few?.airports]).to.deep.equal(['Ammochostos', 'Ammochostos']);
    expect([many?.name, many?.airports]).to.deep.equal(['Ammochostos', 'Larnaka']);
  });

  it('omits a region that the gazetteer lacks, and brackets', () => {
    expect(codes({ 'HK-NT': 'New Territories' })).to.deep.equal({});
    expect(codes({ 'VN-SG': 'Ho Chi Minh City (HCMC)' })['VN-SG']?.name).to.equal('Ho Chi Minh City');
  });

  it('omits codes that are not regions', () => {
    expect(codes({}, { 'PR-U-A': '(unassigned)', 'NZ-XY': '(Oil platforms)' })).to.deep.equal({});
  });
});
