import { openSqlite } from '@ops-admin/adapter-sqlite';
import { SQLITE, sqliteModule } from '@ops-admin/adapter-sqlite/inversify';
import { PERMISSION_STORE, TRAIL_SIGNER, USER_DIRECTORY } from '@ops-admin/core/ports';
import { aSigner } from '@ops-admin/testing';
import { expect } from 'chai';
import { Container } from 'inversify';
import { temporaryFolder } from './open-temporary.ts';

describe('sqliteModule', () => {
  const folder = temporaryFolder();
  const log = { error: () => {}, info: () => {} };

  it('serves the ports, and closes the database with the container', async () => {
    const file = folder.path('organisation.db');
    const opened = openSqlite({ file, log })._unsafeUnwrap();
    const container = new Container({ defaultScope: 'Singleton' });
    container.bind(TRAIL_SIGNER).toConstantValue(aSigner());
    await container.load(sqliteModule(opened));
    expect(container.get(PERMISSION_STORE)).to.equal(container.get(PERMISSION_STORE));
    expect((await container.get(USER_DIRECTORY).list())._unsafeUnwrap()).to.deep.equal([]);
    const { database } = container.get(SQLITE).database.current();
    expect(database.open).to.equal(true);

    await container.unbindAllAsync();
    expect(database.open).to.equal(false);
  });
});
