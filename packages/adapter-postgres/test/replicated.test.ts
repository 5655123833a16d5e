import { openDatabase, openPostgres, type PostgresDatabase } from '@ops-admin/adapter-postgres';
import { AS_IT_COMES, aDraft, anId, aRequest, aSigner, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { ask } from './a-postgres.ts';
import { type AReplicatedPair, aReplicatedPair, POSTGRES_PROGRAMS } from './a-replicated-pair.ts';
import { portsOf } from './open-temporary.ts';
import { silent } from './silent.ts';

describe('A standby for lists that is promoted', () => {
  let pair: AReplicatedPair | undefined;
  before(async function () {
    if (POSTGRES_PROGRAMS === undefined) {
      console.log('        skipped: it takes the PostgreSQL of Debian');
      this.skip();
    }
    pair = await aReplicatedPair();
  });
  after(() => pair?.close());

  it('is given up where a standby is wanted, though its connections last', async () => {
    const { both, primary, promote, standby } = pair as AReplicatedPair;
    await (await openDatabase(primary))._unsafeUnwrap().close();
    await until(
      () =>
        ask(standby, 'select from counters').then(
          (rows) => rows.length > 0,
          () => false,
        ),
      'the tables of the primary',
    );
    const said: string[] = [];
    const log = { ...silent, warn: (_: object, message: string) => void said.push(message) };
    const url = `${both.replace(/\?.*/, '')}?target_session_attrs=standby`;
    const { close, lists } = (await openPostgres({ url: primary, standby: { url, log } }))._unsafeUnwrap();
    try {
      const read = async () => (await lists.users.list())._unsafeUnwrap();
      await read();
      expect(said).to.deep.equal([]);
      await promote();
      await until(async () => (await read()) && said.length > 0, 'a line in the log');
    } finally {
      await close();
    }
  });
});

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

  it('serve lists and changes each, however late the standby is', async () => {
    const { primary, standby } = on();
    const logged: string[] = [];
    const log = { ...silent, warn: (_: object, message: string) => void logged.push(message) };
    const url = `${on().both.replace(/\?.*/, '')}?target_session_attrs=standby`;
    const stores = (await openPostgres({ url: primary, standby: { url, log } }))._unsafeUnwrap();
    const { lists, sealedBy, standbyLag, users } = stores;
    try {
      const listed = async () => (await lists.users.heldPermissions())._unsafeUnwrap();
      await until(async () => (await listed()).includes('service.a'), 'the first users in the list');
      await until(async () => (await standbyLag?.()) === 0, 'a standby that has everything');

      await ask(standby, 'select pg_wal_replay_pause()');
      const isPaused = `select where pg_get_wal_replay_pause_state() = 'paused'`;
      await until(async () => (await ask(standby, isPaused)).length > 0, 'a standby that stays behind');
      const { permissions } = sealedBy(aSigner());
      const change = await permissions.change([aRequest(1, 'add', ['service.late'])], AS_IT_COMES);
      expect(change.isOk(), 'made at the primary').to.equal(true);
      expect((await users.find(anId(1)))._unsafeUnwrap()?.permissions.toArray()).to.include('service.late');
      expect(await listed()).to.not.include('service.late');
      const late = (await standbyLag?.()) as number;
      expect(late).to.be.greaterThan(0);
      await until(async () => ((await standbyLag?.()) as number) > late, 'a longer time');

      await ask(standby, 'select pg_wal_replay_resume()');
      await until(async () => (await listed()).includes('service.late'), 'the change in the list');
      await until(async () => (await standbyLag?.()) === 0, 'no lag');
      expect(logged).to.deep.equal([]);

      on().killStandby();
      expect(await listed(), 'by the primary').to.include('service.late');
      await until(async () => (await listed()) && logged.length > 0, 'a line in the log');
      expect(logged).to.deep.equal(['the standby does not serve lists: the primary does']);
    } finally {
      await stores.close();
    }
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
