import {
  openDatabase,
  POSTGRES_DATABASE,
  postgresLookupCacheModule,
  postgresModule,
  postgresRateLimiterModule,
} from '@ops-admin/adapter-postgres';
import {
  AUDIT_SEALER,
  LOGGER,
  LOOKUP_CACHE,
  PERMISSION_STORE,
  RATE_LIMITER,
  USER_DIRECTORY,
} from '@ops-admin/core';
import { anId, aSealer } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { Container } from 'inversify';
import { type ADatabase, aDatabase } from './a-postgres.ts';
import { silent } from './silent.ts';

describe('postgresModule', function () {
  this.timeout(30_000);
  let made: ADatabase;
  before(async () => {
    made = await aDatabase();
  });
  after(() => made.drop());

  it('serves the ports, and closes the database with the container', async () => {
    const database = (await openDatabase(made.url))._unsafeUnwrap();
    const container = new Container({ defaultScope: 'Singleton' });
    container.bind(AUDIT_SEALER).toConstantValue(aSealer());
    container.bind(LOGGER).toConstantValue(silent);
    container.load(
      postgresModule(database),
      postgresRateLimiterModule(database, { limit: 1, windowSeconds: 1 }),
      postgresLookupCacheModule({ database, capacity: 1, isOwn: false }),
    );
    expect(container.get(PERMISSION_STORE)).to.equal(container.get(PERMISSION_STORE));
    expect((await container.get(USER_DIRECTORY).list())._unsafeUnwrap()).to.deep.equal([]);
    expect((await container.get(LOOKUP_CACHE).find('a'))._unsafeUnwrap()).to.equal(undefined);
    expect((await container.get(RATE_LIMITER).consume(anId(1)))._unsafeUnwrap().allowed).to.equal(true);
    expect(container.get(POSTGRES_DATABASE)).to.equal(database);

    await container.unbindAllAsync();
    expect((await database.read({ text: 'select 1' })).isErr()).to.equal(true);
  });
});
