import { backUpDatabase, openDatabase } from '@ops-admin/adapter-sqlite';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { temporaryFolder } from './open-temporary.ts';

describe('backUpDatabase', () => {
  const folder = temporaryFolder();

  it('copies one state, in parts, during any number of concurrent writes, and never starts again', async () => {
    const file = folder.path('large.db');
    const database = openDatabase(file)._unsafeUnwrap();
    database.exec(`create table much (one); insert into much
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 25) select randomblob(1000000) from n`);
    const rows = (of: Database.Database) => of.prepare('select count(*) from much').pluck().get();
    const parts: number[] = [];
    const copied = await backUpDatabase(file, folder.path('copy.db'), {
      onProgress({ done = 0, total = 0 }) {
        parts.push(done / total);
        database.exec('insert into much values (randomblob(10000)); update users set salt = salt');
      },
    });
    expect(copied.isOk()).to.equal(true);
    expect(parts.length).to.be.greaterThan(3);
    expect(parts).to.deep.equal([...parts].sort((one, other) => one - other));
    expect(parts[0]).to.equal(0);
    expect(new Set(parts).size).to.equal(parts.length);
    const copy = new Database(folder.path('copy.db'), { readonly: true });
    expect([rows(copy), rows(database)]).to.deep.equal([25, 25 + parts.length]);
    copy.close();
    database.close();
  });
});
