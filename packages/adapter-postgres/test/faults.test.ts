import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, type PostgresDatabase } from '@ops-admin/adapter-postgres';
import type { Result, StoreUnavailable } from '@ops-admin/core';
import { verifyAuditTrail } from '@ops-admin/core/operations';
import { sqlStores } from '@ops-admin/store-sql';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  aRequest,
  aSigner,
  aUser,
  type OrganisationPorts,
} from '@ops-admin/testing';
import { expect } from 'chai';
import { Client } from 'pg';
import { until } from '../../../test/until.ts';
import { ask } from './a-postgres.ts';
import { type AProxy, aProxy } from './a-proxy.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';
import { type OwnServer, ownServer } from './own-server.ts';

describe('A PostgreSQL server that fails', () => {
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  let proxy: AProxy;
  let database: PostgresDatabase;
  let ports: OrganisationPorts;
  const lost: Error[] = [];

  before(async () => {
    opened = await openTemporary();
    proxy = await aProxy(opened.url);
  });
  beforeEach(async () => {
    await empty(opened.url);
    await proxy.heal();
    lost.length = 0;
    database = (await openDatabase(proxy.url, { onLost: (error) => lost.push(error) }))._unsafeUnwrap();
    ports = portsOf(database);
    await ports.organisation.importUsers([aUser(1, { permissions: ['service.a', 'service.b'] })], {
      ...aDraft(),
      action: 'set',
    });
  });
  afterEach(() => database.close());
  after(async () => {
    await proxy.stop();
    await opened.drop();
  });

  const find = () => ports.permissions.find(anId(1));
  const held = async () => [...(await find())._unsafeUnwrap()];
  const remove = (permission: string, options = {}) =>
    ports.permissions.change([aRequest(1, 'remove', [permission])], { ...AS_IT_COMES, ...options });
  const entries = async () =>
    (await portsOf(opened.database).audit.list({ limit: 100 }))._unsafeUnwrap().length;
  const fillPool = () => Promise.all(Array.from({ length: 10 }, find));
  const killAll = () =>
    ask(
      opened.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );

  it('ends all connections, and the next call opens another', async () => {
    for (const call of [find, () => remove('service.none'), () => remove('service.a', { dryRun: true })]) {
      await fillPool();
      await killAll();
      const result: Result<unknown, unknown> = await call();
      expect(result.isOk()).to.equal(true);
    }
    expect(await held()).to.deep.equal(['service.a', 'service.b']);
    expect(await entries()).to.equal(2);
    expect(lost, 'reported').to.not.deep.equal([]);
  });

  it('ends the connection of a read, which is retried once', async () => {
    // The name of its statement.
    proxy.cutBehind('permissions');
    expect(await held()).to.deep.equal(['service.a', 'service.b']);
  });

  it('ends the connection that concurrent reads share, and each is retried once', async () => {
    proxy.cutBehind('permissions');
    const found = await Promise.all(Array.from({ length: 20 }, held));
    expect(found).to.deep.equal(Array(20).fill(['service.a', 'service.b']));
    expect(database.load).to.deep.equal({ inUse: 0, waiting: 0 });
  });

  it('refuses one of the reads that share a connection, and answers the others', async () => {
    const reads = [0, 1, 2, 3].map((divisor) => database.all('select 6 / ?::integer as share', divisor));
    const answers = await Promise.allSettled(reads);
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.code))).to.deep.equal([
      '22012',
      ...[6, 3, 2].map((share) => [{ share }]),
    ]);
    expect(database.load).to.deep.equal({ inUse: 0, waiting: 0 });
  });

  it('answers short reads while searches take long', async () => {
    let isOver = false;
    const searches = Array.from({ length: 5 }, () => database.search('select pg_sleep(3)'));
    const over = Promise.all(searches).then(() => {
      isOver = true;
    });
    for (let n = 0; n < 20; n++) expect(await held()).to.deep.equal(['service.a', 'service.b']);
    expect(isOver).to.equal(false);
    await over;
  });

  it('receives time limits only after the connection, for poolers', async () => {
    await database.close();
    // A name in the message that begins a connection ends with a zero; a pooler refuses those that it does not know.
    proxy.cutBehind('_timeout\0');
    database = (await openDatabase(proxy.url))._unsafeUnwrap();
    const limits =
      "select name, setting from pg_settings where (name like '%\\_timeout' or name = 'jit') and source = 'session' order by name";
    const set = await database.all<{ name: string }>(limits);
    expect(set).to.deep.equal([
      { name: 'idle_in_transaction_session_timeout', setting: '30000' },
      // To compile a statement takes longer than to run it.
      { name: 'jit', setting: 'off' },
      { name: 'lock_timeout', setting: '4750' },
      { name: 'statement_timeout', setting: '5000' },
    ]);
  });

  it('ends the connection of a change before it is written, which is retried once on another', async () => {
    // What it reads goes out with its beginning.
    proxy.cutBehind(anId(1));
    expect((await remove('service.a')).isOk()).to.equal(true);
    expect(await held()).to.deep.equal(['service.b']);
    expect(await entries()).to.equal(2);
  });

  it('receives no second commit where the answer was lost', async () => {
    // With its end, because every change begins with "isolation level read committed".
    proxy.cutBehind('commit\0');
    const error = (await remove('service.a'))._unsafeUnwrapErr();
    expect(error).to.have.nested.property('cause.message').that.includes('check whether it was made');
    expect(error).to.not.have.any.keys('isBusy', 'isOutOfReach');
    expect(await held()).to.deep.equal(['service.b']);
    expect(await entries()).to.equal(2);
    expect((await remove('service.b')).isOk()).to.equal(true);
    const trail = portsOf(opened.database).audit;
    expect((await verifyAuditTrail({ audit: trail, verifier: aSigner() })).isOk()).to.equal(true);
  });

  it('is stopped and started again, while calls fail immediately and then work', async () => {
    await fillPool();
    await proxy.stop();
    const started = performance.now();
    for (const result of [await find(), await remove('service.a'), await ports.health.check()]) {
      expect(result._unsafeUnwrapErr()).to.include({ type: 'store-unavailable', isOutOfReach: true });
    }
    // To wait for an answer is to wait for five seconds.
    expect(performance.now() - started).to.be.below(4500);
    await proxy.heal();
    expect((await remove('service.a')).isOk()).to.equal(true);
    expect(await held()).to.deep.equal(['service.b']);
  });

  it('drops packets, and calls give up after five seconds', async () => {
    await fillPool();
    proxy.swallow();
    const started = performance.now();
    const results = await Promise.all([
      find(),
      remove('service.a'),
      remove('service.b'),
      ports.users.find(anId(1)),
      // Shares the connection of the first read, which ends it after five seconds.
      sleep(500).then(() => ports.users.find(anId(1))),
    ]);
    expect(performance.now() - started).to.be.within(4500, 6000);
    for (const result of results) {
      const { type, ...error } = result._unsafeUnwrapErr() as StoreUnavailable;
      expect([type, error.isOutOfReach ?? error.isBusy]).to.deep.equal(['store-unavailable', true]);
    }
    await proxy.heal();
    expect(await held()).to.deep.equal(['service.a', 'service.b']);
    expect((await remove('service.a')).isOk()).to.equal(true);
  });

  it('accepts no changes until another server replaces it', async () => {
    const name = new URL(opened.url).pathname.slice(1);
    await ask(opened.url, `alter database ${name} set default_transaction_read_only = on`);
    await killAll();
    await fillPool();
    expect(await held(), 'reads go on').to.deep.equal(['service.a', 'service.b']);
    expect((await remove('service.a'))._unsafeUnwrapErr()).to.have.nested.property('cause.code', '25006');
    await ask(opened.url, 'set default_transaction_read_only = off', `alter database ${name} reset all`);
    // None of the other connections to what was there before is used again.
    expect((await remove('service.b')).isOk()).to.equal(true);
    await killAll();
  });

  it('is busy with another change for too long, and reads continue', async () => {
    const holder = new Client({ connectionString: opened.url });
    holder.on('error', () => {});
    await holder.connect();
    await holder.query('begin');
    await holder.query("select 1 from counters where name = 'audit_entries' for update");
    // More than there are connections.
    let isOver = false;
    const many = [aRequest(1, 'remove', ['service.a']), aRequest(1, 'remove', ['service.b'])];
    const started = performance.now();
    const changing = Promise.all([
      ...Array.from({ length: 12 }, () => remove('service.a')),
      ports.permissions.change(many, AS_IT_COMES),
    ]).finally(() => {
      isOver = true;
    });
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until(async () => (await ask(opened.url, waiting)).length > 0, 'a change that waits');
    expect(await held()).to.deep.equal(['service.a', 'service.b']);
    expect(isOver, 'changes wait no longer').to.equal(false);
    for (const result of await changing) {
      expect(result._unsafeUnwrapErr()).to.include({ type: 'store-unavailable', isBusy: true });
    }
    expect(performance.now() - started, 'five seconds, also of a large change').to.be.below(6000);
    await holder.query('rollback');
    await holder.end();
    expect((await remove('service.a')).isOk()).to.equal(true);
  });

  it('is permanently unreachable, and closing does not wait for it', async () => {
    await fillPool();
    proxy.swallow();
    const before = proxy.swallowed();
    const finding = find();
    await until(() => proxy.swallowed() > before, 'the question on its way');
    const started = performance.now();
    await database.close();
    expect((await finding).isErr()).to.equal(true);
    // The read gives up after five seconds.
    expect(performance.now() - started).to.be.within(1900, 4500);
  });
});

describe('A PostgreSQL server that allows no more connections', () => {
  let server: OwnServer;
  let database: PostgresDatabase;
  const others: Client[] = [];

  before(async () => {
    server = await ownServer({ settings: ['max_connections=8', 'superuser_reserved_connections=0'] });
    database = (await openDatabase(server.url))._unsafeUnwrap();
  });
  after(async () => {
    await Promise.all(others.map((other) => other.end()));
    await database.close();
    await server.close();
  });

  const another = async () => {
    const client = new Client({ connectionString: server.url });
    client.on('error', () => {});
    await client.connect();
    others.push(client);
  };
  const read = () => sqlStores(database).users.find(anId(1));

  it('serves calls over the existing connections, one after the other', async () => {
    for (let n = 0; n < 5; n++) await another();
    const found = await Promise.all(Array.from({ length: 12 }, read));
    expect(found.filter((one) => one.isErr())).to.deep.equal([]);
  });

  it('fails a call without a free connection within five seconds, and serves one with a connection', async () => {
    await others[0]?.query(
      `select pg_terminate_backend(pid, 30000) from pg_stat_activity where application_name = 'ops-admin'`,
    );
    for (let n = 0; n < 3; n++) await another();
    const started = performance.now();
    expect((await read())._unsafeUnwrapErr()).to.include({ type: 'store-unavailable', isOutOfReach: true });
    expect(performance.now() - started).to.be.within(4500, 5900);
    const reading = read();
    await others.pop()?.end();
    expect((await reading).isOk()).to.equal(true);
  });
});
