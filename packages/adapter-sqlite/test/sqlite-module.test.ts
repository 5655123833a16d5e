import { DATABASE, LiveDatabase, sqliteModule } from '@ops-admin/adapter-sqlite';
import { AUDIT_SEALER, PERMISSION_STORE, USER_DIRECTORY } from '@ops-admin/core';
import { aSealer } from '@ops-admin/core/testing';
import { expect } from 'chai';
import { Container } from 'inversify';
import { temporaryFolder } from './open-temporary.ts';

describe('sqliteModule', () => {
  const folder = temporaryFolder();

  it('serves the ports, and closes the database with the container', async () => {
    const log = { error: () => {}, info: () => {} };
    const live = LiveDatabase.open(folder.path('organisation.db'), { log })._unsafeUnwrap();
    const container = new Container({ defaultScope: 'Singleton' });
    container.bind(AUDIT_SEALER).toConstantValue(aSealer());
    await container.load(sqliteModule(live));
    expect(container.get(PERMISSION_STORE)).to.equal(container.get(PERMISSION_STORE));
    expect((await container.get(USER_DIRECTORY).list())._unsafeUnwrap()).to.deep.equal([]);
    const database = container.get(DATABASE).current();
    expect(database.open).to.equal(true);

    await container.unbindAllAsync();
    expect(database.open).to.equal(false);
  });
});
