import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { openReference, REFERENCE_FORMAT } from '../../dist/file/open-reference.js';
import { folderForEachTest, writeFixture } from './reference-fixture.ts';

describe('openReference', () => {
  const folder = folderForEachTest();
  let file: string;
  beforeEach(() => {
    file = folder.file('reference.sqlite');
    writeFixture(file);
  });

  const errorOf = (path: string) => openReference(path)._unsafeUnwrapErr();

  const change = (sql: string) => {
    const database = new Database(file);
    database.exec(sql);
    database.close();
  };

  it('opens a reference file for reading alone', () => {
    const database = openReference(file)._unsafeUnwrap();
    expect(() => database.exec('DELETE FROM airport')).to.throw('readonly');
    database.close();
  });

  it('neither finds nor makes a file that is not there', () => {
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
    it(`refuses ${what}`, () => {
      writeFileSync(file, content);
      expect(errorOf(file)).to.include({ type: 'not-a-reference', file });
    });
  }

  it('refuses a folder', () => {
    mkdirSync(folder.file('folder'));
    expect(errorOf(folder.file('folder')).type).to.equal('not-a-reference');
  });

  it('refuses a database of another application', () => {
    change('PRAGMA application_id = 7');
    expect(errorOf(file)).to.include({ type: 'not-a-reference', reason: 'another kind of database' });
  });

  for (const found of [REFERENCE_FORMAT - 1, REFERENCE_FORMAT + 1]) {
    it(`refuses format ${found}`, () => {
      change(`PRAGMA user_version = ${found}`);
      expect(errorOf(file)).to.deep.equal({
        type: 'unsupported-reference-format',
        file,
        found,
        supported: REFERENCE_FORMAT,
      });
    });
  }

  for (const table of ['airport', 'airport_meta']) {
    it(`refuses a file without the table ${table}`, () => {
      change(`DROP TABLE ${table}`);
      expect(errorOf(file).type).to.equal('not-a-reference');
    });
  }

  for (const missing of [1, 100, 4096, 5000]) {
    it(`refuses a file that misses its last ${missing} bytes`, () => {
      truncateSync(file, statSync(file).size - missing);
      expect(errorOf(file).type).to.equal('not-a-reference');
    });
  }
});
