import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AirportCode } from '@ops-admin/core';
import { openReferenceData } from '@ops-admin/reference-data';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { openData, openTables } from '../open-data.ts';
import { folderForEachTest, writeFixture } from './reference-fixture.ts';

describe('A reference file', () => {
  const folder = folderForEachTest();
  let file: string;
  beforeEach(() => {
    file = folder.file('reference.sqlite');
    writeFixture(file);
  });

  const errorOf = (path: string) => openReferenceData(path)._unsafeUnwrapErr();

  const change = (sql: string) => {
    const database = new Database(file);
    database.exec(sql);
    database.close();
  };

  it('is not changed by its readers, who create no file next to it', async () => {
    const before = readFileSync(file);
    const data = openData(file);
    expect((await data.airports.find('MUC' as AirportCode))._unsafeUnwrap()?.location.country).to.equal('DE');
    expect(readdirSync(dirname(file))).to.deep.equal(['reference.sqlite']);
    data.close();
    expect(readFileSync(file).equals(before)).to.equal(true);
  });

  it('is not created where it is missing', () => {
    const missing = folder.file('missing.sqlite');
    expect(errorOf(missing)).to.deep.equal({ type: 'reference-missing', file: missing });
    expect(errorOf(missing).type).to.equal('reference-missing');
    expect(errorOf(folder.file('no/folder.sqlite')).type).to.equal('reference-missing');
  });

  const foreign: [string, string | Buffer][] = [
    ['an empty file', ''],
    ['a text', 'iata,icao\nMUC,EDDM\n'.repeat(500)],
    ['the first bytes of a database', 'SQLite format 3\0'],
    ['noise', Buffer.alloc(8192, 0xa5)],
  ];
  for (const [what, content] of foreign) {
    it(`is not ${what}`, () => {
      writeFileSync(file, content);
      expect(errorOf(file)).to.include({ type: 'not-a-reference', file });
    });
  }

  it('is not a folder', () => {
    mkdirSync(folder.file('folder'));
    expect(errorOf(folder.file('folder')).type).to.equal('not-a-reference');
  });

  it('is not the database of another application', () => {
    change('PRAGMA application_id = 7');
    expect(errorOf(file)).to.include({ type: 'not-a-reference', reason: 'another kind of database' });
  });

  for (const step of [-1, 1]) {
    it(`is refused in ${step < 0 ? 'an older' : 'a newer'} format`, () => {
      const tables = openTables(file);
      const supported = tables.pragma('user_version', { simple: true }) as number;
      tables.close();
      const found = supported + step;
      change(`PRAGMA user_version = ${found}`);
      expect(errorOf(file)).to.deep.equal({
        type: 'unsupported-reference-format',
        file,
        found,
        supported,
      });
    });
  }

  for (const table of ['airport', 'airport_meta']) {
    it(`is refused without the table ${table}`, () => {
      change(`DROP TABLE ${table}`);
      expect(errorOf(file).type).to.equal('not-a-reference');
    });
  }

  for (const missing of [1, 100, 4096, 5000]) {
    it(`is refused without its last ${missing} bytes`, () => {
      truncateSync(file, statSync(file).size - missing);
      expect(errorOf(file).type).to.equal('not-a-reference');
    });
  }
});
