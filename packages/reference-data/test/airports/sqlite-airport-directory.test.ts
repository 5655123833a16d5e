import type { AirportCode } from '@ops-admin/core';
import { airportDirectoryContract } from '@ops-admin/core/contracts';
import { expect } from 'chai';
import { readAirportReferenceInfo } from '../../dist/airports/airport-reference-info.js';
import { SqliteAirportDirectory } from '../../dist/airports/sqlite-airport-directory.js';
import { openReference, type ReferenceDatabase } from '../../dist/file/open-reference.js';
import { folderForEachTest, SOURCE, writeFixture } from './reference-fixture.ts';

describe('SqliteAirportDirectory', () => {
  const folder = folderForEachTest();
  let database: ReferenceDatabase;
  beforeEach(() => {
    writeFixture(folder.file('reference.sqlite'));
    database = openReference(folder.file('reference.sqlite'))._unsafeUnwrap();
  });
  afterEach(() => {
    database.close();
  });

  airportDirectoryContract(() => new SqliteAirportDirectory(database));

  it('is unavailable once the file is closed', async () => {
    const airports = new SqliteAirportDirectory(database);
    database.close();
    const error = (await airports.find('MUC' as AirportCode))._unsafeUnwrapErr();
    expect(error.type).to.equal('store-unavailable');
  });

  describe('readAirportReferenceInfo', () => {
    it('reports where the airports come from and how many there are', () => {
      expect(readAirportReferenceInfo(database)._unsafeUnwrap()).to.deep.equal({
        ...SOURCE,
        airports: 2,
        iataCodes: 1,
        icaoCodes: 2,
      });
    });

    it('is unavailable once the file is closed', () => {
      database.close();
      expect(readAirportReferenceInfo(database)._unsafeUnwrapErr().type).to.equal('store-unavailable');
    });
  });
});
