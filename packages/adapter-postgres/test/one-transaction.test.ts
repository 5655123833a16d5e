import { ok } from '@ops-admin/core';
import { sqlStores } from '@ops-admin/store-sql';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openTemporary, portsOf } from './open-temporary.ts';

describe('A change within a transaction of the embedding program', () => {
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  after(() => opened.drop());

  it('rejects at once, and undoes that', async () => {
    const { database } = opened;
    const { organisation, permissions } = portsOf(database);
    const { transaction } = sqlStores(database);
    await organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    const change = () => permissions.change([aRequest(1, 'add', ['service.a.read'])], AS_IT_COMES);

    const writing = transaction(async (sql) => {
      await sql.all('create table of_the_host (n integer)');
      await change();
      return ok(undefined);
    });
    const refused = await writing.then(
      () => undefined,
      (error: unknown) => String(error),
    );
    expect(refused).to.match(/cannot be part of another transaction/);
    const found = await database.first("select to_regclass('of_the_host')::text as name");
    expect(found).to.deep.equal({ name: null });
    expect((await permissions.find(anId(1)))._unsafeUnwrap().size).to.equal(0);
    expect((await change()).isOk()).to.equal(true);
  });
});
