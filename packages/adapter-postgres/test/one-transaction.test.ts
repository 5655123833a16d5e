import { err, ok } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { sqlStores } from '@ops-admin/store-sql';
import { AS_IT_COMES, aDraft, anId, aRequest, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { openTemporary, portsOf } from './open-temporary.ts';

describe('A transaction by the embedding program', () => {
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  after(() => opened.drop());

  it('rejects with another change in it, and is rolled back', async () => {
    const { database } = opened;
    const { organisation, permissions } = portsOf(database);
    const { transaction } = sqlStores(database).sealedBy(aSigner());
    await organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    const change = () => permissions.change([aRequest(1, 'add', ['service.a.read'])], AS_IT_COMES);

    const writing = transaction(async ({ sql }) => {
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

  it('changes permissions together with rows of the program, or keeps neither', async () => {
    const { database } = opened;
    const signer = aSigner();
    const { audit, sealedBy } = sqlStores(database);
    const { organisation, permissions, transaction } = sealedBy(signer);
    await organisation.importUsers([aUser(2)], { ...aDraft(), action: 'set' });
    await database.transaction((sql) => sql.all('create table tickets (title text)'));
    for (const outcome of [err('no'), ok('yes')]) {
      const written = await transaction(async ({ change, sql }) => {
        await sql.all('insert into tickets values (?)', String(outcome.isOk()));
        const changed = await change([aRequest(2, 'add', ['service.a.read'])], AS_IT_COMES);
        expect(changed._unsafeUnwrap()[0]).to.include({ type: 'made' });
        return outcome;
      });
      expect(written).to.deep.equal(outcome);
      const tickets = await database.all('select title from tickets');
      expect(tickets).to.deep.equal(outcome.isOk() ? [{ title: 'true' }] : []);
      expect((await permissions.find(anId(2)))._unsafeUnwrap().size).to.equal(tickets.length);
      expect((await verifyAuditTrail({ audit, verifier: signer })).isOk()).to.equal(true);
    }
  });
});
