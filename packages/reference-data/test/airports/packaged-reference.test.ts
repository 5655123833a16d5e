import { airportCodeIn, type Location } from '@ops-admin/core';
import { createLocation } from '@ops-admin/core/adapter';
import type { ReferenceData } from '@ops-admin/reference-data';
import type { Database } from 'better-sqlite3';
import { expect } from 'chai';
import { openData, openTables } from '../open-data.ts';

describe('The packaged airport database', () => {
  let data: ReferenceData;
  let database: Database;
  before(() => {
    data = openData();
    database = openTables();
  });
  after(() => {
    data.close();
    database.close();
  });

  const find = async (text: string): Promise<Location | undefined> => {
    const code = airportCodeIn(text);
    if (code === undefined) throw new Error(`${text} is no airport code`);
    return (await data.airports.find(code))._unsafeUnwrap()?.location;
  };

  it('contains at least 8,900 IATA codes and 35,000 ICAO codes, and reports both', () => {
    const { airports: info } = data.info()._unsafeUnwrap();
    const codesOf = (length: number) =>
      database.prepare('SELECT count(*) FROM airport WHERE length(code) = ?').pluck().get(length);
    expect(info.iataCodes).to.be.at.least(8_900).and.to.equal(codesOf(3));
    expect(info.icaoCodes).to.be.at.least(35_000).and.to.equal(codesOf(4));
    expect(info.airports).to.be.within(info.icaoCodes, info.iataCodes + info.icaoCodes);
    expect(info.source).to.include('OurAirports');
    expect(info.attribution).to.include('MIT');
  });

  it('contains only well-formed codes, and points on earth with clean names', () => {
    for (const row of database.prepare('SELECT * FROM airport').iterate()) {
      const { code, ...location } = row as Location & { code: string };
      if (airportCodeIn(code) !== code) throw new Error(`${code} can never be found`);
      if (createLocation(location).isErr()) throw new Error(`${code} lies nowhere`);
      if (/[(),[\]/;]/.test(location.city)) throw new Error(`${code} is in ${location.city}`);
      if (location.state.startsWith('(')) throw new Error(`${code} is in ${location.state}`);
    }
  });

  const airports: [
    codes: string[],
    city: string,
    state: string,
    country: string,
    lat: number,
    long: number,
  ][] = [
    [['LIM', 'SPJC'], 'Lima', 'Lima region', 'PE', -12.02, -77.11],
    // The new sites, not Schönefeld's terminal of old or Atatürk.
    [['BER', 'EDDB'], 'Berlin', 'Brandenburg', 'DE', 52.36, 13.5],
    [['IST', 'LTFM'], 'Istanbul', 'Istanbul', 'TR', 41.26, 28.74],
    [['YYZ', 'CYYZ'], 'Toronto', 'Ontario', 'CA', 43.68, -79.63],
    [['MUC', 'EDDM'], 'Munich', 'Bavaria', 'DE', 48.35, 11.79],
    [['LIMA'], 'Turin', 'Piedmont', 'IT', 45.09, 7.6],
    [['CDG', 'LFPG'], 'Paris', 'Île-de-France', 'FR', 49.01, 2.55],
    [['GRU', 'SBGR'], 'São Paulo', 'São Paulo', 'BR', -23.43, -46.47],
    [['NLU', 'MMSM'], 'Mexico City', 'México', 'MX', 19.74, -99.03],
    // OurAirports has no municipality for them, two, or one that is not a town.
    [['TEZ', 'VETZ'], 'Tezpur', 'Assam', 'IN', 26.71, 92.78],
    [['BXG', 'YBDG'], 'Bendigo', 'Victoria', 'AU', -36.74, 144.33],
    [['LPT', 'VTCL'], 'Lampang', 'Lampang', 'TH', 18.27, 99.5],
    [['EDI', 'EGPH'], 'Edinburgh', 'Scotland', 'GB', 55.95, -3.37],
    [['DFW', 'KDFW'], 'Dallas', 'Texas', 'US', 32.9, -97.04],
    [['SJU', 'TJSJ'], 'San Juan', '', 'PR', 18.44, -66.0],
    [['7FA1', '7fa1'], 'Key West', 'Florida', 'US', 24.65, -81.58],
  ];
  for (const [codes, city, state, country, lat, long] of airports) {
    it(`finds ${codes.join(' and ')} in ${city}, ${country}`, async () => {
      for (const code of codes) {
        const location = await find(code);
        expect(location).to.include({ city, state, country });
        expect(location?.lat).to.be.closeTo(lat, 0.01);
        expect(location?.long).to.be.closeTo(long, 0.01);
      }
    });
  }

  it('has a city for every airport with scheduled flights', () => {
    const without = database.prepare("SELECT code FROM airport WHERE scheduled AND city = ''").pluck().all();
    expect(without).to.deep.equal([]);
  });

  it('knows neither an ident nor an unassigned code', async () => {
    for (const code of ['SPIM', 'QQQ', '0000']) expect(await find(code), code).to.equal(undefined);
  });
});
