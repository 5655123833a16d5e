import { openPostgres } from '@ops-admin/adapter-postgres';
import { postgresModule } from '@ops-admin/adapter-postgres/inversify';
import { HEALTH_PROBE, PERMISSION_STORE, TRAIL_SIGNER, USER_DIRECTORY } from '@ops-admin/core/ports';
import { anId, aSigner } from '@ops-admin/testing';
import { expect } from 'chai';
import { Container } from 'inversify';
import { type ADatabase, aDatabase } from './a-postgres.ts';
import { silent } from './silent.ts';

describe('postgresModule', () => {
  let made: ADatabase;
  before(async () => {
    made = await aDatabase();
  });
  after(() => made.drop());

  it('serves the ports, and closes the database with the container', async () => {
    const opened = (await openPostgres({ url: made.url }))._unsafeUnwrap();
    const container = new Container({ defaultScope: 'Singleton' });
    container.bind(TRAIL_SIGNER).toConstantValue(aSigner());
    container.load(postgresModule(opened));
    expect(container.get(PERMISSION_STORE)).to.equal(container.get(PERMISSION_STORE));
    expect((await container.get(USER_DIRECTORY).list())._unsafeUnwrap()).to.deep.equal([]);
    expect((await container.get(HEALTH_PROBE).check()).isOk()).to.equal(true);

    await container.unbindAllAsync();
    expect((await opened.health.check()).isErr()).to.equal(true);
  });

  it('gives what instances share, beside the ports', async () => {
    const opened = (await openPostgres({ url: made.url }))._unsafeUnwrap();
    const limiter = opened.rateLimiter({ limit: 1, windowSeconds: 1 }, silent);
    expect((await limiter.consume(anId(1)))._unsafeUnwrap().allowed).to.equal(true);
    expect((await opened.lookupCache(1).find('a'))._unsafeUnwrap()).to.equal(undefined);
    await opened.close();
  });
});
