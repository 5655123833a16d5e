import { expect } from 'chai';
import { areaNames } from '../../build/area-names.ts';
import { type GazetteerPlace, indexGazetteer } from '../../build/index-gazetteer.ts';
import { matchRegions } from '../../build/region-codes.ts';
import { inputOf, town } from './gazetteer-fixture.ts';

describe('indexGazetteer', () => {
  const index = (...places: Parameters<typeof town>[0][]) => indexGazetteer(inputOf(places.map(town)));
  const namesOf = (place: Partial<GazetteerPlace> | undefined) =>
    Object.fromEntries([...(place?.names ?? [])].map(([name, { weight }]) => [name, weight]));

  it('lists existing towns of a thousand people, and seats of any size', () => {
    const listed = (population: number, feature: string) =>
      index({ name: 'Vaduz', country: 'LI', population, feature }).counts.places === 1;
    expect(listed(1_000, 'PPL')).to.equal(true);
    expect(listed(999, 'PPL')).to.equal(false);
    for (const seat of ['PPLC', 'PPLA', 'PPLA4']) expect(listed(0, seat), seat).to.equal(true);
    for (const gone of ['PPLH', 'PPLQ', 'PPLW', 'PPLCH'])
      expect(listed(1_000_000, gone), gone).to.equal(false);
  });

  it('weighs a name by the population, and another name or a part of a town by a tenth of it', () => {
    const { places } = index(
      {
        name: 'München',
        country: 'DE',
        ascii: 'Munchen',
        alternates: ['Monaco', 'München'],
        population: 900_000,
      },
      { name: 'Deutz', country: 'DE', feature: 'PPLX', population: 15_000 },
    );
    expect(namesOf(places[0])).to.deep.equal({ munchen: 900_000, monaco: 90_000 });
    expect(namesOf(places[1])).to.deep.equal({ deutz: 1_500 });
  });

  it('ignores airport codes, single letters, figures and long descriptions as names', () => {
    const alternates = ['BUF', 'Å', '14202', 'x'.repeat(61), '津'];
    const { places } = index({ name: 'Buffalo', country: 'US', region: 'NY', alternates });
    expect(namesOf(places[0])).to.have.all.keys('buffalo', '津');
  });

  it('knows a name with a bracket without the bracket too', () => {
    const { places } = index({ name: 'Halle (Saale)', country: 'DE', ascii: 'Halle' });
    expect(namesOf(places[0])).to.deep.equal({ 'halle saale': 10_000, halle: 10_000 });
  });

  it('numbers a place’s areas and counts their people', () => {
    const { areas, places } = index(
      { name: 'Mountain View', country: 'US', region: 'CA', county: '085', population: 80_000 },
      { name: 'Nowhere', country: 'US', region: '00', population: 2_000 },
    );
    const named = (name: string) => areas.find((area) => area.name === name);
    expect(areas.map(({ name }) => name)).to.deep.equal(['US', 'California', 'Santa Clara County']);
    expect(places[0]).to.include({
      country: named('US')?.id,
      region: named('California')?.id,
      county: named('Santa Clara County')?.id,
    });
    expect(places[1]).to.include({ country: named('US')?.id, region: 0, county: 0 });
    expect(named('US')?.people).to.equal(82_000);
    expect(named('California')?.people).to.equal(80_000);
  });
});

describe('areaNames', () => {
  const { areas, subdivisions, isoRegions } = inputOf([]);
  const all = areaNames(areas, subdivisions, isoRegions);
  const of = (code: string) => all.get(code)?.map(({ name, code: isCode }) => (isCode ? `(${name})` : name));

  it('joins the names and the code of the ISO subdivision with the same letters, the same name or a listed name', () => {
    expect(of('US.CA')).to.deep.equal(['california', '(ca)']);
    expect(of('DE.16')).to.deep.equal(['state of berlin', 'berlin', '(be)']);
    expect(of('DE.02')).to.deep.equal(['bavaria', 'bayern', '(by)']);
  });

  it('omits the kind of area', () => {
    expect(of('US.CA.085')).to.deep.equal(['santa clara county', 'santa clara']);
  });

  it('gives no county the code of its region with the same name', () => {
    const names = areaNames(
      [
        { code: 'US.OR.067', name: 'Washington County' },
        { code: 'US.WA', name: 'Washington' },
      ],
      [{ code: 'US-WA', name: 'Washington' }],
      new Map(),
    );
    expect(names.get('US.OR.067')?.some(({ code }) => code)).to.equal(false);
    expect(names.get('US.WA')?.some(({ code }) => code)).to.equal(true);
  });
});

describe('matchRegions', () => {
  const airport = (iso_region: string, lat: number, long: number) => ({
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
  });
  const places = [
    town({ name: 'München', country: 'DE', region: '02', lat: 48.1, long: 11.6 }),
    town({ name: 'Ulm', country: 'DE', region: '01', lat: 48.4, long: 10.0 }),
  ];

  it('matches the region of an airport and that of the nearest town where most agree', () => {
    const airports = [
      airport('DE-BY', 48.2, 11.7),
      airport('DE-BY', 48.0, 11.5),
      airport('DE-BY', 48.38, 10.02),
      airport('DE-BW', 48.39, 9.98),
      airport('DE-BW', 48.41, 9.99),
    ];
    expect([...matchRegions({ places, airports })]).to.have.deep.members([
      ['DE.02', 'DE-BY'],
      ['DE.01', 'DE-BW'],
    ]);
  });

  it('matches nothing where they do not, and never across a border', () => {
    expect(
      matchRegions({ places, airports: [airport('DE-BY', 48.4, 10), airport('DE-BW', 48.4, 10)] }).size,
    ).to.equal(0);
    expect(
      matchRegions({ places, airports: [airport('AT-7', 48.1, 11.6), airport('DE-U-A', 48.1, 11.6)] }).size,
    ).to.equal(0);
  });
});
