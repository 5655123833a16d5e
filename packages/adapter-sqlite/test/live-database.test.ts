import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { LiveDatabase, openDatabase, sqliteStores } from '@ops-admin/adapter-sqlite';
import { err, type HealthProbe, ok, type PermissionStore } from '@ops-admin/core';
import {
  AS_IT_COMES,
  aDraft,
  anId,
  aRequest,
  aSigner,
  aSignerThat,
  aUser,
  makeChange,
} from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('LiveDatabase', () => {
  const folder = temporaryFolder();
  const file = () => folder.path('live.db');
  const aside = () => folder.path('aside.db');
  let logged: string[];
  let live: LiveDatabase;
  let permissions: PermissionStore;
  let health: HealthProbe;

  let clock: SinonFakeTimers;
  beforeEach(async () => {
    clock = useFakeTimers({ toFake: ['Date'], now: Date.now() });
    logged = [];
    const log = (_: object, message: string) => logged.push(message);
    live = LiveDatabase.open(file(), { log: { error: log, info: log } })._unsafeUnwrap();
    permissions = sqliteStores(live).sealedBy(aSigner()).permissions;
    health = sqliteStores(live).health;
    const users = [aUser(1, { permissions: ['service.a'] })];
    await sqliteStores(live)
      .sealedBy(aSigner())
      .organisation.importUsers(users, { ...aDraft(), action: 'set' });
  });
  afterEach(async () => {
    await live.close();
    clock.restore();
  });

  const held = async (store: Pick<PermissionStore, 'find'> = permissions) =>
    [...(await store.find(anId(1)))._unsafeUnwrap()].join();
  const add = async (text: string) => {
    await nextTurn();
    const added = await permissions.change([aRequest(1, 'add', [text])], AS_IT_COMES);
    return added.isOk() ? 'done' : added.error.type;
  };
  const isHealthy = async () => {
    await nextTurn();
    return (await health.check()).isOk();
  };
  /** After the pause in which a file that was refused is left alone. */
  const isHealthyAgain = async () => {
    clock.tick(1000);
    return isHealthy();
  };

  it('keeps nothing of work whose result is an error, or which throws', async () => {
    const insert =
      "insert into departments (id, name, description, code, created_at, updated_at) values ('x', '', '', '', '', '')";
    const names = () =>
      live.read((database) => ok(database.prepare('select id from departments').pluck().all()));
    const refused = await live.write((database) => {
      database.exec(insert);
      return err('no');
    });
    expect(refused).to.deep.equal(err('no'));
    await Promise.allSettled([
      live.write((database) => {
        database.exec(insert);
        throw new Error('oops');
      }),
    ]);
    expect((await names())._unsafeUnwrap()).to.deep.equal([]);
    const done = await live.write((database) => ok(database.prepare(insert).run().changes));
    expect(done._unsafeUnwrap()).to.equal(1);
    expect((await names())._unsafeUnwrap()).to.deep.equal(['x']);
  });

  it('fails changes, reads and health where the file was removed, and never makes another', async () => {
    rmSync(file());
    expect(await add('service.b')).to.equal('store-unavailable');
    expect((await permissions.find(anId(1))).isErr()).to.equal(true);
    expect(await isHealthyAgain()).to.equal(false);
    expect(existsSync(file())).to.equal(false);
    expect(logged).to.deep.equal(['the database is lost']);
  });

  it('does not acknowledge what was committed to a file that went during the change', async () => {
    const signer = aSignerThat(() => renameSync(file(), aside()));
    const added = await sqliteStores(live)
      .sealedBy(signer)
      .permissions.change([aRequest(1, 'add', ['service.b'])], AS_IT_COMES);
    expect(added.isErr() && added.error.type).to.equal('store-unavailable');
    renameSync(aside(), file());
    expect(await isHealthyAgain()).to.equal(true);
    expect(logged).to.deep.equal(['the database is lost', 'the database is back']);
  });

  it('leaves a file that was moved away whole, without its log', async () => {
    expect(await add('service.b')).to.equal('done');
    renameSync(file(), aside());
    expect(await isHealthy()).to.equal(false);
    for (const rest of ['-wal', '-shm']) rmSync(file() + rest, { force: true });
    const moved = openDatabase(aside())._unsafeUnwrap();
    expect(await held(portsOf(moved).permissions)).to.equal('service.a,service.b');
    moved.close();
  });

  it('takes up a backup where nothing was left of the file before, and changes that at once', async () => {
    await live.current().database.backup(aside());
    for (const rest of ['', '-wal', '-shm']) rmSync(file() + rest);
    expect(await isHealthy()).to.equal(false);
    const copy = new Database(aside());
    copy.pragma('journal_mode = delete');
    copy.close();
    renameSync(aside(), file());
    expect(await isHealthyAgain()).to.equal(true);
    expect(await add('service.b')).to.equal('done');
    expect(logged).to.deep.equal(['the database is lost', 'the database is back']);
  });

  it('reads another file that was put in its place, without the log of the one before', async () => {
    await live.current().database.backup(aside());
    expect(await add('service.b')).to.equal('done');
    renameSync(aside(), file());
    expect(await add('service.c')).to.equal('done');
    expect(await held()).to.equal('service.a,service.c');
    expect(logged).to.deep.equal(['the database is lost', 'the database is back']);
  });

  it('makes a change in the file that is there when its transaction begins', async () => {
    await live.current().database.backup(aside());
    const adding = add('service.b');
    renameSync(file(), folder.path('old.db'));
    renameSync(aside(), file());
    expect(await adding).to.equal('done');
    const reader = openDatabase(file())._unsafeUnwrap();
    expect(await held(portsOf(reader).permissions)).to.equal('service.a,service.b');
    reader.close();
  });

  it('waits where somebody else still reads the log of the file before', async () => {
    await live.current().database.backup(aside());
    const reader = new Database(file());
    reader.exec('begin; select * from users');
    reader.prepare('select * from users').get();
    expect(await add('service.b')).to.equal('done');
    renameSync(aside(), file());
    expect(await isHealthy()).to.equal(false);
    reader.close();
    rmSync(`${file()}-wal`);
    expect(await isHealthyAgain()).to.equal(true);
    expect(await held()).to.equal('service.a');
  });

  it('keeps what was committed to a log that was removed', async () => {
    expect(await add('service.b')).to.equal('done');
    rmSync(`${file()}-wal`);
    expect(await add('service.c')).to.equal('store-unavailable');
    expect(await isHealthy()).to.equal(true);
    expect(await held()).to.equal('service.a,service.b,service.c');
  });

  it('takes up no half of a copy, no damaged or empty file and no database of another program', async () => {
    live.current().database.pragma('wal_checkpoint(truncate)');
    copyFileSync(file(), aside());
    rmSync(file());
    expect(await isHealthy()).to.equal(false);
    const whole = readFileSync(aside());
    writeFileSync(file(), whole.subarray(0, whole.length / 2));
    expect(await isHealthyAgain()).to.equal(false);
    writeFileSync(file(), Buffer.from(whole).fill(0x5a, 2 * 4096, 3 * 4096));
    expect(await isHealthyAgain()).to.equal(false);
    truncateSync(file(), 0);
    expect(await isHealthyAgain()).to.equal(false);
    rmSync(file());
    new Database(file()).exec('create table x (y)').close();
    expect(await isHealthyAgain()).to.equal(false);
    rmSync(file());
    writeFileSync(file(), whole);
    expect(await isHealthyAgain()).to.equal(true);
    expect(await held()).to.equal('service.a');
  });

  it('loses a file that was cut short while it is open, with and without a log', async () => {
    for (const hasLog of [false, true]) {
      expect(await isHealthyAgain(), 'before').to.equal(true);
      live.current().database.pragma('wal_checkpoint(truncate)');
      if (hasLog) expect(await add('service.b')).to.equal('done');
      expect(await isHealthy()).to.equal(true);
      const whole = readFileSync(file());
      truncateSync(file(), whole.length - 8192);
      expect(await isHealthy(), `${hasLog}`).to.equal(false);
      writeFileSync(file(), whole);
    }
  });

  it('stays with a file that somebody vacuumed, which makes it shorter', async () => {
    const other = openDatabase(file())._unsafeUnwrap();
    other.exec('create table large as select randomblob(1000000) as text');
    other.pragma('wal_checkpoint(truncate)');
    expect(await isHealthy()).to.equal(true);
    const { size } = statSync(file());
    other.exec('drop table large; vacuum');
    other.pragma('wal_checkpoint(truncate)');
    other.close();
    expect(statSync(file()).size).to.be.below(size / 2);
    expect(await add('service.b')).to.equal('done');
    expect(await held()).to.equal('service.a,service.b');
    expect(logged).to.deep.equal([]);
  });

  it('stays with a file that others write to', async () => {
    const other = openDatabase(file())._unsafeUnwrap();
    const ports = portsOf(other);
    await makeChange(ports.permissions, 1, 'add', ['service.b']);
    other.pragma('wal_checkpoint(truncate)');
    expect(await isHealthy()).to.equal(true);
    expect(await held()).to.equal('service.a,service.b');
    expect(logged).to.deep.equal([]);
    other.close();
  });
});
