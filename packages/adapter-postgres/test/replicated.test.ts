import { openDatabase, type PostgresDatabase } from '@ops-admin/adapter-postgres';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ask } from './a-postgres.ts';
import { type AReplicatedPair, aReplicatedPair, NO_PAIR } from './a-replicated-pair.ts';
import { portsOf } from './open-temporary.ts';

describe('A primary and its synchronous standby', () => {
  let pair: AReplicatedPair | undefined;
  let database: PostgresDatabase | undefined;
  before(async function () {
    if (NO_PAIR !== undefined) {
      console.log(`        skipped: ${NO_PAIR}`);
      this.skip();
    }
    pair = await aReplicatedPair();
  });
  afterEach(() => database?.close());
  after(() => pair?.close());

  const on = () => pair as AReplicatedPair;
  const opened = async (url: string) => {
    const result = await openDatabase(url);
    database = result._unsafeUnwrap();
    return portsOf(database);
  };

  it('are refused where only the standby is named', async () => {
    const refused = (await openDatabase(on().standby))._unsafeUnwrapErr();
    expect(refused.problem).to.equal('unreachable');
    expect(refused.message).to.include('the server is a standby; name the primary');
  });

  it('acknowledge no change that the standby lacks, also where waiting for it is interrupted', async () => {
    const { organisation, permissions } = await opened(on().address);
    const users = [aUser(1, { permissions: ['service.a', 'service.b'] })];
    (await organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    on().killStandby();
    // The process that receives what the primary writes lives on for a moment, and can still confirm a commit.
    await until(
      async () => (await ask(on().primary, 'select pid from pg_stat_replication')).length === 0,
      'the end of the standby',
    );
    const changing = permissions.change([aRequest(1, 'remove', ['service.a'])], AS_IT_COMES);
    const waits = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
    await until(
      async () => (await ask(on().primary, waits)).length > 0,
      'a commit that waits for the standby',
    );
    const failure = (await changing)._unsafeUnwrapErr();
    expect(failure).to.have.nested.property('cause.message').that.includes('check whether it was made');
    expect((await permissions.find(anId(1))).isOk(), 'reads go on').to.equal(true);
  });
});
