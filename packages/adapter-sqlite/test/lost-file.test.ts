import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type OpenedSqlite, openSqlite } from '@ops-admin/adapter-sqlite';
import { AS_IT_COMES, aDraft, anId, aRequest, aSigner, aSignerThat, aUser } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { temporaryFolder } from './open-temporary.ts';

describe('A database file that is lost while it is open', () => {
  const folder = temporaryFolder();
  const file = () => folder.path('organisation.db');
  let opened: OpenedSqlite;
  beforeEach(async () => {
    opened = openSqlite({ file: file() })._unsafeUnwrap();
    const { organisation } = opened.sealedBy(aSigner());
    const users = [aUser(1, { permissions: ['service.a'] })];
    (await organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
  });
  afterEach(() => opened.close());

  const add = (permission: string, signer = aSigner()) =>
    opened.sealedBy(signer).permissions.change([aRequest(1, 'add', [permission])], AS_IT_COMES);
  const isReady = async () => (await opened.health.check()).isOk();

  it('accepts no change, is not ready, and is not created again', async () => {
    expect(await isReady()).to.equal(true);
    rmSync(file());
    const error = (await add('service.b'))._unsafeUnwrapErr();
    expect(error).to.include({ type: 'store-unavailable' }).and.not.have.any.keys('isBusy', 'isOutOfReach');
    expect(error)
      .to.have.nested.property('cause.message')
      .that.matches(/was removed or replaced/);
    expect(await isReady()).to.equal(false);
    expect(existsSync(file())).to.equal(false);
  });

  it('stays lost when a file is put back, until it is opened again', async () => {
    renameSync(file(), folder.path('aside.db'));
    expect((await add('service.b')).isErr()).to.equal(true);
    renameSync(folder.path('aside.db'), file());
    expect(await isReady()).to.equal(false);
    await opened.close();
    opened = openSqlite({ file: file() })._unsafeUnwrap();
    expect(await isReady()).to.equal(true);
    expect((await opened.users.find(anId(1)))._unsafeUnwrap()?.permissions.toArray()).to.deep.equal([
      'service.a',
    ]);
  });

  it('does not acknowledge a change during which it is removed', async () => {
    const changed = await add(
      'service.b',
      aSignerThat(() => renameSync(file(), folder.path('aside.db'))),
    );
    expect(changed._unsafeUnwrapErr().type).to.equal('store-unavailable');
  });

  it('writes no change into a file that replaced it', async () => {
    await opened.database.query({ text: 'pragma wal_checkpoint(truncate)', values: [] }).catch(() => []);
    copyFileSync(file(), folder.path('copy.db'));
    renameSync(folder.path('copy.db'), file());
    expect((await add('service.b')).isErr()).to.equal(true);
    expect(await isReady()).to.equal(false);
  });

  it('is not ready once it is damaged, and accepts no change', async () => {
    await opened.close();
    const database = new Database(file());
    const page = database.prepare<[], number>("select rootpage from sqlite_schema where name = 'users'");
    const start = ((page.pluck().get() ?? 0) - 1) * 4096;
    database.close();
    writeFileSync(file(), readFileSync(file()).fill(0x5a, start, start + 4096));
    opened = openSqlite({ file: file() })._unsafeUnwrap();
    const listed = await opened.users.find(anId(1));
    expect(listed._unsafeUnwrapErr()).to.have.nested.property('cause.code', 'SQLITE_CORRUPT');
    expect(await isReady()).to.equal(false);
    expect((await add('service.b')).isErr()).to.equal(true);
  });
});
