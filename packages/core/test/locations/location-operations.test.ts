import { type AirportCode, airportCodeIn, errAsync } from '@ops-admin/core';
import { locationOperations } from '@ops-admin/core/operations';
import {
  AIRPORT_FIXTURES,
  InMemoryAirportDirectory,
  InMemoryGeoLookup,
  InMemoryTownDirectory,
} from '@ops-admin/testing';
import { expect } from 'chai';
import { isTownMeant } from '../../dist/locations/is-town-meant.js';

describe('airportCodeIn', () => {
  for (const [text, code] of Object.entries({
    JFK: 'JFK',
    jfk: 'JFK',
    EDDM: 'EDDM',
    eddm: 'EDDM',
    '7fa1': '7FA1',
    '1234': '1234',
  })) {
    it(`reads ${text}`, () => {
      expect(airportCodeIn(text)).to.equal(code);
    });
  }

  for (const text of [
    'Lima',
    'Goa',
    'Nice',
    'jFK',
    'JFk',
    '7Fa1',
    'JF',
    'JFKXX',
    'JF1',
    'J F',
    'ÄBC',
    'JFK ',
    'K-LM',
  ]) {
    it(`finds no code in ${text}`, () => {
      expect(airportCodeIn(text)).to.equal(undefined);
    });
  }
});

describe('isTownMeant', () => {
  const small = { isLarge: false, isScheduled: false };
  const scheduled = { isLarge: false, isScheduled: true };
  const large = { isLarge: true, isScheduled: true };
  const cases: [code: string, airport: typeof small, people: number, isTown: boolean][] = [
    ['LIMA', small, 15_000, true],
    ['LIMA', large, 15_000, true],
    ['LIMA', small, 14_999, false],
    ['HUE', small, 15_000, true],
    ['HUE', small, 14_999, false],
    ['HUE', scheduled, 99_999, false],
    ['HUE', scheduled, 100_000, true],
    ['GOA', large, 1_000_000, false],
    ['GOA', { isLarge: true, isScheduled: false }, 15_000, true],
    ['JFK', large, 0, false],
  ];
  for (const [code, airport, people, isTown] of cases) {
    const of = `${airport.isLarge ? 'large' : 'small'}${airport.isScheduled ? ', scheduled' : ''}`;
    it(`${code} (${of}) is ${isTown ? 'the town' : 'the code'} where ${people} people live`, () => {
      expect(isTownMeant(code as AirportCode, airport, people)).to.equal(isTown);
    });
  }
});

describe('locationOperations', () => {
  const lima = { city: 'Lima', state: 'Lima Province', country: 'PE', lat: -12.06, long: -77.04 };
  const rome = { city: 'Rome', state: 'Lazio', country: 'IT', lat: 41.9, long: 12.5 };
  const wrong = { city: 'Wrong', state: '', country: '', lat: 0, long: 0 };
  const turin = { city: 'Turin', state: 'Piedmont', country: 'IT', lat: 45.09, long: 7.6 };
  const atlanta = { city: 'Atlanta', state: 'Georgia', country: 'US', lat: 33.64, long: -84.43 };
  const airports = new InMemoryAirportDirectory([
    ...AIRPORT_FIXTURES,
    { iata: '', icao: 'LIMA', location: turin, isLarge: false, isScheduled: false },
  ]);
  const towns = new InMemoryTownDirectory();
  const provider = new InMemoryGeoLookup({ Lima: lima, lima, rome, MUC: wrong, muc: wrong });
  const locations = locationOperations({ airports, geoLookup: provider, towns });
  const locateText = (text: string) => locations.find(text);

  it('reads a code as an airport before it calls the provider', async () => {
    expect((await locateText('MUC'))._unsafeUnwrap().city).to.equal('Munich');
    expect((await locateText('eddm'))._unsafeUnwrap().city).to.equal('Munich');
  });

  it('calls the provider for a word that is not a code', async () => {
    expect((await locateText('Lima'))._unsafeUnwrap()).to.deep.include(lima);
  });

  it('calls the provider for a code that no airport has', async () => {
    expect((await locateText('rome'))._unsafeUnwrap()).to.deep.include(rome);
  });

  it('calls the provider for a code in small letters that is more likely a town', async () => {
    expect((await locateText('lima'))._unsafeUnwrap()).to.deep.include(lima);
    expect((await locateText('LIMA'))._unsafeUnwrap()).to.deep.equal({
      ...turin,
      source: 'airport',
      precision: 'airport',
    });
    expect((await locateText('muc'))._unsafeUnwrap().city).to.equal('Munich');
  });

  it('does not read a placeholder as a small airport', async () => {
    const found = locationOperations({
      airports: new InMemoryAirportDirectory([
        { iata: 'TBD', icao: '', location: turin, isLarge: false, isScheduled: true },
      ]),
      geoLookup: provider,
      towns,
    });
    expect((await found.find('tbd'))._unsafeUnwrapErr()).to.deep.equal({ type: 'location-not-found' });
    expect((await found.find('TBD'))._unsafeUnwrap().source).to.equal('airport');
  });

  it('reads every known code in capitals as its airport, also with an area, a label or a terminal', async () => {
    const unscheduled = { iata: 'TBD', icao: '', location: turin, isLarge: false, isScheduled: false };
    const found = locationOperations({
      airports: new InMemoryAirportDirectory([unscheduled, { ...unscheduled, iata: 'AND' }]),
      geoLookup: provider,
      towns,
    });
    for (const text of [
      ...['TBD', 'AND', 'TBD Airport', 'Flughafen TBD', 'TBD, Italy', 'TBD, IT', 'TBD, Piedmont'],
      ...['IATA: TBD', 'Airport: TBD', 'TBD T2', 'TBD Terminal 1'],
    ])
      expect((await found.find(text))._unsafeUnwrap().source, text).to.equal('airport');
  });

  it('reads a code in mixed case as its airport only if the provider finds nothing', async () => {
    const found = locationOperations({
      airports: new InMemoryAirportDirectory([
        { iata: 'TRN', icao: 'LIMF', location: turin, isLarge: true, isScheduled: true },
      ]),
      geoLookup: new InMemoryGeoLookup({ Trn: wrong }),
      towns,
    });
    expect((await found.find('Trn'))._unsafeUnwrap().source).to.not.equal('airport');
    expect((await found.find('Limf'))._unsafeUnwrap().source).to.equal('airport');
    expect((await found.find('Lima'))._unsafeUnwrapErr()).to.deep.equal({ type: 'location-not-found' });
  });

  it('reads a code before an area as an airport only in that area, and not as a town with that name', async () => {
    const found = locationOperations({
      airports: new InMemoryAirportDirectory([
        { iata: 'HUE', icao: '', location: turin, isLarge: true, isScheduled: true },
        { iata: 'TRN', icao: '', location: turin, isLarge: true, isScheduled: true },
        { iata: 'ATL', icao: 'KATL', location: atlanta, isLarge: true, isScheduled: true },
      ]),
      geoLookup: new InMemoryGeoLookup({
        'HUE, Italy': wrong,
        'HUE Airport': wrong,
        'TRN, Peru': lima,
        'TRN Airports': rome,
      }),
      towns: new InMemoryTownDirectory({ hue: 300_000 }),
    });
    const cityOf = async (text: string) => (await found.find(text))._unsafeUnwrap().city;
    expect(await cityOf('TRN, Italy')).to.equal('Turin');
    for (const area of ['USA', 'U.S.A.', 'us', 'U.S.', 'United States', 'Georgia .'])
      expect(await cityOf(`ATL, ${area}`), area).to.equal('Atlanta');
    expect(await cityOf('KATL, USA')).to.equal('Atlanta');
    expect(await cityOf('TRN, Peru')).to.equal('Lima');
    expect(await cityOf('TRN Airports')).to.equal('Rome');
    expect(await cityOf('HUE, Italy')).to.equal('Wrong');
    expect(await cityOf('HUE Airport')).to.equal('Wrong');
  });

  it('does not look up towns for upper case', async () => {
    const broken = { peopleOf: () => errAsync({ type: 'store-unavailable', cause: 'gone' } as const) };
    const upper = locationOperations({ airports, geoLookup: provider, towns: broken });
    expect((await upper.find('LIMA')).isOk()).to.equal(true);
    expect((await upper.find('lima'))._unsafeUnwrapErr()).to.include({
      type: 'store-unavailable',
    });
  });

  it('finds nothing where neither the airports nor the provider know the text', async () => {
    expect((await locateText('QQQ'))._unsafeUnwrapErr()).to.deep.equal({ type: 'location-not-found' });
  });

  it('returns the error of the airport database', async () => {
    const error = { type: 'store-unavailable', cause: 'gone' } as const;
    const broken = locationOperations({
      airports: { find: () => errAsync(error) },
      geoLookup: provider,
      towns,
    });
    expect((await broken.find('MUC'))._unsafeUnwrapErr()).to.equal(error);
    expect((await broken.find('Lima')).isOk()).to.equal(true);
  });

  it('refuses a malformed address', async () => {
    expect((await locateText(' '))._unsafeUnwrapErr()).to.include({ type: 'invalid-address' });
  });

  it('knows only airport codes in upper case', async () => {
    const known = async (text: string) => (await locations.isAirport(text))._unsafeUnwrap();
    for (const text of ['MUC', 'EDDM']) expect(await known(text), text).to.equal(true);
    for (const text of ['muc', 'Muc', 'QQQ', 'MUC ', 'Berlin'])
      expect(await known(text), text).to.equal(false);
  });
});
