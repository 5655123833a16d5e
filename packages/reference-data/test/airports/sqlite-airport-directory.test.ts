import type { AirportCode } from '@ops-admin/core';
import type { ReferenceData } from '@ops-admin/reference-data';
import { airportDirectoryContract } from '@ops-admin/testing/contracts';
import { expect } from 'chai';
import { openData } from '../open-data.ts';
import { folderForEachTest, SOURCE, writeFixture } from './reference-fixture.ts';

describe('The airports of a reference file', () => {
  const folder = folderForEachTest();
  let data: ReferenceData;
  beforeEach(() => {
    writeFixture(folder.file('reference.sqlite'));
    data = openData(folder.file('reference.sqlite'));
  });
  afterEach(() => {
    data.close();
  });

  airportDirectoryContract(() => data.airports);

  it('is unavailable once the file is closed', async () => {
    data.close();
    const error = (await data.airports.find('MUC' as AirportCode))._unsafeUnwrapErr();
    expect(error.type).to.equal('store-unavailable');
  });

  describe('as a summary', () => {
    it('reports the source and the number of airports', () => {
      expect(data.info()._unsafeUnwrap().airports).to.deep.equal({
        ...SOURCE,
        airports: 2,
        iataCodes: 1,
        icaoCodes: 2,
      });
    });

    it('is unavailable once the file is closed', () => {
      data.close();
      expect(data.info()._unsafeUnwrapErr().type).to.equal('store-unavailable');
    });
  });
});
