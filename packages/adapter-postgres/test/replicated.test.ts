import { openDatabase, type PostgresDatabase } from '@ops-admin/adapter-postgres';
import { AS_IT_COMES, aDraft, anId, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ask } from './a-postgres.ts';
import { type AReplicatedPair, aReplicatedPair, POSTGRES_PROGRAMS } from './a-replicated-pair.ts';
import { portsOf } from './open-temporary.ts';

describe('A primary and its synchronous standby', () => {
  let pair: AReplicatedPair | undefined;
  let database: PostgresDatabase | undefined;
  before(async function () {
    if (POSTGRES_PROGRAMS === undefined) {
      console.log('        skipped: it takes the PostgreSQL of Debian');
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

  it('are found in either order of the hosts', async () => {
    const hosts = [on().primary, on().standby].map((url) => new URL(url).host);
    for (const order of [hosts, hosts.toReversed()]) {
      for (const url of [
        `postgres://postgres@${order}/postgres`,
        `postgres:///postgres?user=postgres&host=127.0.0.1,127.0.0.1&port=${order.map((host) => host.split(':')[1])}`,
      ]) {
        const { organisation } = await opened(url);
        const done = await organisation.importUsers([aUser(1, { permissions: ['service.a', 'service.b'] })], {
          ...aDraft(),
          action: 'set',
        });
        expect(done.isOk(), url).to.equal(true);
        await database?.close();
      }
    }
  });

  it('are reached past a host that does not answer', async () => {
    // Packets to there are lost, or refused at once.
    const { users } = await opened(on().both.replace('@', '@192.0.2.1:5432,'));
    expect((await users.find(anId(1)))._unsafeUnwrap()?.id).to.equal(anId(1));
  });

  it('are a mistake where the standby is named alone', async () => {
    const refused = (await openDatabase(on().standby))._unsafeUnwrapErr();
    expect(refused.problem).to.equal('unreachable');
    expect(refused.message).to.include('the server is a standby; name the primary');
  });

  it('acknowledge no change that the standby does not have, also where waiting for it is cut short', async () => {
    const { permissions } = await opened(on().both);
    on().killStandby();
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
