import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type AirportCode, airportCodeIn } from '@ops-admin/core';
import { renewAirports } from '@ops-admin/reference-data';
import { expect } from 'chai';
import { openData, openTables } from '../open-data.ts';
import { folderForEachTest } from './reference-fixture.ts';

describe('Renewing the airports from the official dump', () => {
  const dump = join(import.meta.dirname, '../../../../../shared/data/ourairports');
  const folder = folderForEachTest();

  before(function () {
    if (existsSync(dump)) return;
    console.log(`      skipped: no dump in ${dump}`);
    this.skip();
  });

  it('brings every open airport that has a code, in the words of the gazetteer', async () => {
    const file = folder.file('reference.sqlite');
    const renewal = (await renewAirports({ from: dump, file }))._unsafeUnwrap();
    expect(renewal.after).to.include({ airports: 43_985, iataCodes: 9_054, icaoCodes: 43_381 });
    // Its files do not say of which day they are.
    expect(renewal.after.date).to.equal('');
    // Techo, opened in 2025, is not in the npm package.
    expect(renewal.added).to.include('KTI');

    const database = openTables(file);
    const data = openData(file);
    const find = async (code: string) =>
      (await data.airports.find(code as AirportCode))._unsafeUnwrap()?.location;
    expect(await find('KTI')).to.include({ country: 'KH' });
    expect(await find('SPJC')).to.include({ city: 'Lima', state: 'Lima region', country: 'PE' });
    expect(await find('NLU')).to.include({ city: 'Mexico City', country: 'MX' });
    expect(await find('SPIM')).to.equal(undefined);
    for (const [code, city, state] of [
      ['EDI', 'Edinburgh', 'Scotland'],
      ['TEZ', 'Tezpur', 'Assam'],
      ['BSL', 'Mulhouse', 'Grand Est'],
      ['LIN', 'Milan', 'Lombardy'],
      ['BGY', 'Milan', 'Lombardy'],
      ['EBB', 'Kampala', 'Central Region'],
      ['BER', 'Berlin', 'Brandenburg'],
      ['SJU', 'San Juan', ''],
    ] as const)
      expect(await find(code), code).to.include({ city, state });
    const counts = database
      .prepare(
        `SELECT count(*) AS scheduled, sum(city = '') AS noCity, sum(state = '') AS noState,
                sum(city GLOB '*[][/(),;]*') AS odd
           FROM airport WHERE scheduled AND length(code) = 3`,
      )
      .get() as Record<string, number>;
    console.log(`      ${JSON.stringify(counts)}`);
    expect(counts).to.include({ scheduled: 4162, noCity: 0, odd: 0 });
    for (const code of [...renewal.added, ...renewal.removed]) expect(airportCodeIn(code)).to.equal(code);
    expect(database.pragma('integrity_check', { simple: true })).to.equal('ok');
    database.close();
    data.close();
    expect(statSync(file).size).to.be.below(60_000_000);
  });
});
