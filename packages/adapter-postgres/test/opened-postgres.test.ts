import { openPostgres } from '@ops-admin/adapter-postgres';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { type ADatabase, aDatabase, ask } from './a-postgres.ts';
import { silent } from './silent.ts';

describe('openPostgres', () => {
  let made: ADatabase;
  before(async () => {
    made = await aDatabase();
  });
  after(() => made.drop());

  it('returns the stores, and closes the database', async () => {
    const opened = (await openPostgres({ url: made.url }))._unsafeUnwrap();
    expect((await opened.users.list())._unsafeUnwrap()).to.deep.equal([]);
    expect((await opened.health.check()).isOk()).to.equal(true);

    await opened.close();
    expect((await opened.health.check()).isErr()).to.equal(true);
  });

  it('checks a database whose owner has identifiers quoted everywhere', async () => {
    const { pathname } = new URL(made.url);
    await ask(made.url, `alter database "${pathname.slice(1)}" set quote_all_identifiers = on`);
    const opened = (await openPostgres({ url: made.url }))._unsafeUnwrap();
    const check = (await opened.integrity.check())._unsafeUnwrap();
    await opened.close();
    expect(check).to.deep.equal([]);
    expect(await ask(made.url, 'show quote_all_identifiers')).to.deep.equal([
      { quote_all_identifiers: 'on' },
    ]);
  });

  it('returns the parts shared by instances, in addition to the ports', async () => {
    const opened = (await openPostgres({ url: made.url }))._unsafeUnwrap();
    const limiter = opened.rateLimiter({ limit: 1, windowSeconds: 1 }, silent);
    expect((await limiter.consume(anId(1)))._unsafeUnwrap().allowed).to.equal(true);
    expect((await opened.lookupCache(1).find('a'))._unsafeUnwrap()).to.equal(undefined);
    await opened.close();
  });
});
