import { openSqlite } from '@ops-admin/adapter-sqlite';
import { expect } from 'chai';
import { temporaryFolder } from './open-temporary.ts';

describe('openSqlite', () => {
  const folder = temporaryFolder();

  it('returns the stores, and closes the database', async () => {
    const opened = openSqlite({ file: folder.path('organisation.db') })._unsafeUnwrap();
    expect((await opened.users.list())._unsafeUnwrap()).to.deep.equal([]);
    await opened.close();
    const closed = await opened.database.all('select 1 as one').catch((error: unknown) => String(error));
    expect(closed).to.match(/not open/);
  });
});
