import { openSqlite } from '@ops-admin/adapter-sqlite';
import { expect } from 'chai';
import { temporaryFolder } from './open-temporary.ts';

describe('openSqlite', () => {
  const folder = temporaryFolder();

  it('returns the stores, and closes the database', async () => {
    const opened = openSqlite({ file: folder.path('organisation.db') })._unsafeUnwrap();
    expect((await opened.users.list())._unsafeUnwrap()).to.deep.equal([]);
    const { database } = opened.database.current();
    expect(database.open).to.equal(true);

    await opened.close();
    expect(database.open).to.equal(false);
  });
});
