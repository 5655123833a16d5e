import { openSqlite, SQLITE, sqliteModule } from '@ops-admin/adapter-sqlite';
import { AUDIT_LOG, ORGANISATION, PERMISSION_STORE, USER_DIRECTORY } from '@ops-admin/core';
import { aSealer } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { Container } from 'inversify';
import { temporaryFolder } from './open-temporary.ts';

describe('sqliteModule', () => {
  const folder = temporaryFolder();
  const log = { error: () => {}, info: () => {} };

  it('serves the ports, and closes the database with the container', async () => {
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

  it('binds nothing that writes to the trail where there is no sealer', async () => {
    const opened = openSqlite({ file: folder.path('organisation.db'), log })._unsafeUnwrap();
    expect(opened).not.to.have.any.keys('organisation', 'permissions');
    const container = new Container({ defaultScope: 'Singleton' });
    container.load(sqliteModule(opened));
    expect([ORGANISATION, PERMISSION_STORE].map((port) => container.isBound(port))).to.deep.equal([
      false,
      false,
    ]);
    expect((await container.get(AUDIT_LOG).list({ limit: 1 }))._unsafeUnwrap()).to.deep.equal([]);
    await container.unbindAllAsync();
  });
});
