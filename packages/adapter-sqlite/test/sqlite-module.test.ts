import { openSqlite, SQLITE, sqliteModule } from '@ops-admin/adapter-sqlite';
import { PERMISSION_STORE, USER_DIRECTORY } from '@ops-admin/core';
import { aSealer } from '@ops-admin/core/testing';
import { expect } from 'chai';
import { Container } from 'inversify';
import { temporaryFolder } from './open-temporary.ts';

describe('sqliteModule', () => {
  const folder = temporaryFolder();

  it('serves the ports, and closes the database with the container', async () => {
    const log = { error: () => {}, info: () => {} };
    const file = folder.path('organisation.db');
    const opened = openSqlite({ file, log, sealer: aSealer() })._unsafeUnwrap();
    const container = new Container({ defaultScope: 'Singleton' });
    await container.load(sqliteModule(opened));
    expect(container.get(PERMISSION_STORE)).to.equal(container.get(PERMISSION_STORE));
    expect((await container.get(USER_DIRECTORY).list())._unsafeUnwrap()).to.deep.equal([]);
    const { database } = container.get(SQLITE).database.current();
    expect(database.open).to.equal(true);

    await container.unbindAllAsync();
    expect(database.open).to.equal(false);
  });
});
