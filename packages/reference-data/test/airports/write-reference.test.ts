import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { indexAirports } from '../../build/airports/index-airports.ts';
import { writeReference } from '../../build/write-reference.ts';
import { openTables } from '../open-data.ts';
import { CONTENTS, folderForEachTest, writeFixture } from './reference-fixture.ts';

describe('writeReference', () => {
  const folder = folderForEachTest();
  const noAirports = { ...CONTENTS, airports: indexAirports([]) };

  it('writes the same bytes for the same contents', () => {
    writeFixture(folder.file('one.sqlite'));
    writeFixture(folder.file('other.sqlite'));
    expect(
      readFileSync(folder.file('one.sqlite')).equals(readFileSync(folder.file('other.sqlite'))),
    ).to.equal(true);
  });

  it('creates the folder, and leaves only the file in it', () => {
    const file = folder.file('data/reference.sqlite');
    writeFixture(file);
    expect(readdirSync(dirname(file))).to.deep.equal(['reference.sqlite']);
  });

  it('replaces a file, which stays complete for its readers', () => {
    const file = folder.file('reference.sqlite');
    writeFixture(file);
    const countIn = (database: ReturnType<typeof openTables>) =>
      database.prepare('SELECT count(*) FROM airport').pluck().get();
    const before = openTables(file);
    writeReference(file, noAirports);
    const after = openTables(file);
    expect([countIn(before), countIn(after)]).to.deep.equal([3, 0]);
    before.close();
    after.close();
  });

  it('leaves the file unchanged where writing fails halfway', () => {
    const file = folder.file('reference.sqlite');
    writeFixture(file);
    const before = readFileSync(file);
    const broken = new Map([
      ['MUC', { location: { city: null } }],
    ]) as unknown as (typeof CONTENTS)['airports']['byCode'];
    const half = { ...noAirports, airports: { ...noAirports.airports, byCode: broken } };
    expect(() => writeReference(file, half)).to.throw();
    expect(readFileSync(file).equals(before)).to.equal(true);
    expect(readdirSync(dirname(file))).to.deep.equal(['reference.sqlite']);
  });

  it('throws where the folder is not writable', () => {
    writeFileSync(folder.file('file'), '');
    expect(() => writeReference(folder.file('file/reference.sqlite'), noAirports)).to.throw();
    mkdirSync(folder.file('folder'));
    expect(() => writeReference(folder.file('folder'), noAirports)).to.throw();
    expect(readdirSync(dirname(folder.file('folder')))).to.have.members(['file', 'folder']);
  });
});
