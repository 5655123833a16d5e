import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { ResultAsync } from '@ops-admin/core';
import {
  type AirportRenewal,
  type AirportSource,
  type RenewAirportsError,
  renewAirports,
} from '@ops-admin/reference-data';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { airportFilesAt } from '../../dist/airports/airport-place.js';
import { readOurAirports } from '../../dist/airports/read-ourairports.js';
import { openData, openTables, PACKAGED_FILE } from '../open-data.ts';
import { aRow, csvOf, type Dump, REGIONS, type Row, rows, writeDump } from './csv-files.ts';
import { folderForEachTest } from './reference-fixture.ts';

describe('renewAirports', () => {
  const folder = folderForEachTest();
  let file: string;
  beforeEach(() => {
    file = folder.file('renewed/reference.sqlite');
  });

  const filesAt = (place: string) => airportFilesAt(place)._unsafeUnwrap();
  const renew = (dump: Dump = {}, force = false): ResultAsync<AirportRenewal, RenewAirportsError> =>
    renewAirports({ from: writeDump(folder.file('dump'), dump), file, force });
  /** Puts twenty airports there, for others to be compared with. */
  const begin = async () => (await renew({}, true))._unsafeUnwrap();

  const query = (sql: string, path = file): unknown[] => {
    const database = openTables(path);
    const found = database.prepare(sql).pluck().all();
    database.close();
    return found;
  };
  const identityOf = (path: string) => {
    const { ino, mtimeMs, size } = statSync(path);
    return [ino, mtimeMs, size].join(' ');
  };
  const codes = () => query('SELECT code FROM airport');

  it('puts the airports into a copy of the packaged file', async () => {
    const packaged = identityOf(PACKAGED_FILE);
    const { after, before, added, removed } = await begin();
    expect(before.iataCodes).to.be.at.least(8_900);
    expect(after).to.include({ airports: 20, iataCodes: 20, icaoCodes: 20 });
    expect(added).to.include('QAA').and.to.not.include('EDDM');
    expect(removed).to.include.members(['MUC', 'EDDM']);
    expect(codes()).to.have.length(40);
    const data = openData(file);
    expect(data.info()._unsafeUnwrap().airports).to.deep.equal(after);
    data.close();
    for (const table of ['place', 'place_name', 'area', 'area_name', 'gazetteer_meta']) {
      const count = `SELECT count(*) FROM ${table}`;
      expect(query(count), table).to.deep.equal(query(count, PACKAGED_FILE));
    }
    expect(identityOf(PACKAGED_FILE)).to.equal(packaged);
    expect(readdirSync(folder.file('renewed'))).to.deep.equal(['reference.sqlite']);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('reports what it changed', async () => {
    await begin();
    const { before, after, added, removed } = (
      await renew({ airports: csvOf([...rows(20).slice(1), aRow(30)]) })
    )._unsafeUnwrap();
    expect([before.airports, after.airports]).to.deep.equal([20, 20]);
    expect([added, removed]).to.deep.equal([
      ['EDBE', 'QBE'],
      ['EDAA', 'QAA'],
    ]);
  });

  describe('with fewer airports than today', () => {
    beforeEach(begin);
    const without = (count: number, changes: Row) =>
      csvOf(rows(20).map((row, number) => (number < count ? { ...row, ...changes } : row)));
    const sharesOf = async (dump: Dump) => {
      const before = readFileSync(file);
      const error = (await renew(dump))._unsafeUnwrapErr();
      expect(readFileSync(file).equals(before)).to.equal(true);
      expect(error.type).to.equal('too-few-airports');
      return (error as { shares: unknown }).shares;
    };

    it('takes 90 % of them', async () => {
      expect((await renew({ airports: csvOf(rows(18)) })).isOk()).to.equal(true);
      expect(codes()).to.have.length(36);
    });

    it('refuses less, unless it is forced to', async () => {
      expect(await sharesOf({ airports: csvOf(rows(17)) })).to.deep.equal([
        { of: 'IATA codes', today: 20, renewed: 17 },
        { of: 'ICAO codes', today: 20, renewed: 17 },
        { of: 'codes with a city and a region', today: 40, renewed: 34 },
      ]);
      expect((await renew({ airports: csvOf(rows(17)) }, true)).isOk()).to.equal(true);
      expect(codes()).to.have.length(34);
    });

    it('counts IATA and ICAO codes each for itself', async () => {
      expect(await sharesOf({ airports: without(3, { iata_code: '' }) })).to.deep.include({
        of: 'IATA codes',
        today: 20,
        renewed: 17,
      });
      expect(await sharesOf({ airports: without(3, { icao_code: '' }) })).to.deep.include({
        of: 'ICAO codes',
        today: 20,
        renewed: 17,
      });
    });

    it('refuses as many other codes', async () => {
      const others = Array.from({ length: 20 }, (_, number) => aRow(100 + number));
      expect(await sharesOf({ airports: csvOf(others) })).to.deep.equal([
        { of: 'IATA codes', today: 20, renewed: 0 },
        { of: 'ICAO codes', today: 20, renewed: 0 },
      ]);
    });

    it('sees that regions or cities are missing', async () => {
      const nameless = [{ of: 'codes with a city and a region', today: 40, renewed: 0 }];
      expect(await sharesOf({ regions: REGIONS.replace('DE-BY', 'DE-XX') })).to.deep.equal(nameless);
      expect(await sharesOf({ airports: without(20, { municipality: '' }) })).to.deep.equal(nameless);
    });

    it('refuses what is no file of OurAirports even if it is forced', async () => {
      const before = readFileSync(file);
      for (const dump of [{ airports: '' }, { airports: csvOf([]) }, { regions: 'code\nDE-BY\n' }]) {
        expect((await renew(dump, true))._unsafeUnwrapErr().type).to.equal('not-ourairports');
      }
      expect(readFileSync(file).equals(before)).to.equal(true);
      expect(readdirSync(folder.file('renewed'))).to.deep.equal(['reference.sqlite']);
    });
  });

  describe('where there is another file', () => {
    const refusal = async (): Promise<string> => {
      const before = readFileSync(file);
      const error = (await renew({}, true))._unsafeUnwrapErr();
      expect(error).to.include({ type: 'reference-not-written', file });
      expect(readFileSync(file).equals(before)).to.equal(true);
      return String((error as { cause: unknown }).cause);
    };
    beforeEach(() => mkdirSync(folder.file('renewed')));

    it('leaves a database of another kind alone', async () => {
      new Database(file).exec('CREATE TABLE users (id)').close();
      expect(await refusal()).to.include('not a reference file');
    });

    it('leaves a text alone', async () => {
      writeFileSync(file, 'Dear diary');
      expect(await refusal()).to.include('not a reference file');
    });

    it('never writes the packaged file', async () => {
      file = PACKAGED_FILE;
      expect(await refusal()).to.include('part of the package');
    });

    it('replaces an empty file', async () => {
      writeFileSync(file, '');
      await begin();
      expect(codes()).to.have.length(40);
    });

    it('replaces a reference file that is damaged, or of another version, and compares with the packaged one', async () => {
      await begin();
      for (const spoil of [
        () => truncateSync(file, 8192),
        () => new Database(file).exec('PRAGMA user_version = 1').close(),
      ]) {
        spoil();
        expect((await renew())._unsafeUnwrapErr().type).to.equal('too-few-airports');
        expect((await begin()).before.iataCodes).to.be.at.least(8_900);
        expect(codes()).to.have.length(40);
      }
    });
  });

  it('says so where the file cannot be written', async () => {
    writeFileSync(folder.file('file'), '');
    file = folder.file('file/reference.sqlite');
    expect((await renew({}, true))._unsafeUnwrapErr()).to.include({ type: 'reference-not-written', file });
    file = folder.file('dump');
    expect((await renew({}, true))._unsafeUnwrapErr().type).to.equal('reference-not-written');
  });

  it('lets two go on at once: the file is the one’s or the other’s', async () => {
    const dumps = [rows(20), rows(30)].map((airports, number) =>
      writeDump(folder.file(`dump-${number}`), { airports: csvOf(airports) }),
    );
    for (let round = 0; round < 3; round++) {
      const renewals = dumps.map((dump) => renewAirports({ from: dump, file, force: true }));
      for (const done of await Promise.all(renewals)) expect(done.isOk()).to.equal(true);
      expect([40, 60]).to.include(codes().length);
    }
    expect(readdirSync(folder.file('renewed'))).to.deep.equal(['reference.sqlite']);
  });

  it('removes what killed updates left, once that is old', async () => {
    await begin();
    const draftOf = (name: string, first: string) =>
      `${name}.${first}1b4e28ba-2fa1-41d2-883f-0016d3cca42.tmp`;
    const names = {
      old: draftOf('reference.sqlite', '0'),
      young: draftOf('reference.sqlite', '1'),
      foreign: draftOf('preferred.sqlite', '0'),
      backup: 'reference.sqlite.backup.tmp',
    };
    for (const name of Object.values(names)) writeFileSync(folder.file(`renewed/${name}`), '');
    const dayAgo = Date.now() / 1000 - 86_400;
    for (const name of [names.old, names.foreign, names.backup]) {
      utimesSync(folder.file(`renewed/${name}`), dayAgo, dayAgo);
    }
    await begin();
    expect(readdirSync(folder.file('renewed'))).to.have.members([
      'reference.sqlite',
      names.young,
      names.foreign,
      names.backup,
    ]);
  });

  it('writes what was read, to the letter', async () => {
    await begin();
    const read = (await readOurAirports(filesAt(folder.file('dump'))))._unsafeUnwrap();
    const source: AirportSource = read.airportSource;
    expect(query('SELECT fingerprint FROM airport_meta')).to.deep.equal([source.fingerprint]);
    expect(codes()).to.deep.equal([...read.airports.byCode.keys()]);
  });
});
