import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { openDatabase, SCHEMA } from '@ops-admin/adapter-sqlite';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { temporaryFolder } from './open-temporary.ts';

describe('openDatabase', () => {
  const folder = temporaryFolder();
  const problemOf = (file: string, options = {}) => {
    const error = openDatabase(file, options)._unsafeUnwrapErr();
    expect(error.message).to.include(file);
    return error.problem;
  };

  it('creates a database that flushes every commit, writes ahead and checks foreign keys', () => {
    const database = openDatabase(folder.path('new.db'))._unsafeUnwrap();
    const pragma = (name: string) => database.pragma(name, { simple: true });
    expect(pragma('journal_mode')).to.equal('wal');
    expect(pragma('synchronous')).to.equal(2);
    expect(pragma('foreign_keys')).to.equal(1);
    expect(pragma('busy_timeout')).to.be.greaterThan(0);
    database.close();
  });

  it('creates files that only their owner can read, for any umask, and keeps the mode of existing ones', () => {
    const before = process.umask(0);
    try {
      const file = folder.path('private.db');
      const database = openDatabase(file)._unsafeUnwrap();
      database.exec('create table one (x)');
      const modes = ['', '-wal', '-shm'].map((end) => statSync(file + end).mode & 0o777);
      expect(modes).to.deep.equal([0o600, 0o600, 0o600]);
      database.close();
      chmodSync(file, 0o640);
      openDatabase(file)._unsafeUnwrap().close();
      expect(statSync(file).mode & 0o777).to.equal(0o640);
      expect(openDatabase(':memory:').isOk()).to.equal(true);
    } finally {
      process.umask(before);
    }
  });

  it('shrinks the log after a large change', () => {
    const database = openDatabase(folder.path('grown.db'))._unsafeUnwrap();
    const size = () => statSync(folder.path('grown.db-wal')).size;
    database.exec(`create table much (one); insert into much
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 12) select randomblob(2000000) from n`);
    expect(size()).to.be.greaterThan(20_000_000);
    // The first change after a checkpoint starts the log again.
    for (let n = 0; n < 2; n++) database.exec('insert into much values (1)');
    expect(size()).to.be.below(17_000_000);
    database.close();
  });

  it('opens it again', () => {
    const file = folder.path('again.db');
    openDatabase(file)._unsafeUnwrap().close();
    const database = openDatabase(file)._unsafeUnwrap();
    expect(database.prepare('select count(*) as n from users').get()).to.deep.equal({ n: 0 });
    database.close();
  });

  it('does not change a database that a newer version wrote, or an unreleased one', () => {
    const file = folder.path('newer.db');
    const later = { sql: 'create table b (x);', compatibleFrom: 2 };
    openDatabase(file, { steps: [...SCHEMA, later] })
      ._unsafeUnwrap()
      .close();
    const before = readFileSync(file);
    expect(problemOf(file)).to.equal('newer');
    expect(problemOf(file, { steps: [later, later] })).to.equal('unknown');
    expect(readFileSync(file).equals(before)).to.equal(true);
  });

  it('refuses a file from before fingerprints existed in one sentence, and leaves it unchanged', () => {
    const file = folder.path('earlier.db');
    const earlier = new Database(file);
    earlier.exec(
      'create table users (id text primary key); pragma user_version = 5; pragma application_id = 1330664257',
    );
    earlier.close();
    const before = readFileSync(file);
    expect(openDatabase(file)._unsafeUnwrapErr()).to.deep.equal({
      type: 'database-unusable',
      problem: 'unknown',
      message: `cannot use the database ${file}: a version of ops-admin that was never released made its tables; import into a new one`,
    });
    expect(readFileSync(file).equals(before)).to.equal(true);
  });

  it('refuses the database of another program, and leaves it unchanged', () => {
    const file = folder.path('foreign.db');
    new Database(file).exec('create table users (id)').close();
    const before = readFileSync(file);
    expect(problemOf(file)).to.equal('foreign');
    expect(readFileSync(file).equals(before)).to.equal(true);
  });

  it('refuses a file that is not a database, and leaves it unchanged', () => {
    const file = folder.path('notes.txt');
    const text = 'Dear diary, '.repeat(100);
    writeFileSync(file, text);
    expect(problemOf(file)).to.equal('no-database');
    expect(readFileSync(file, 'utf8')).to.equal(text);
  });

  it('refuses a directory, and a missing folder', () => {
    mkdirSync(folder.path('directory'));
    expect(problemOf(folder.path('directory'))).to.equal('directory');
    expect(problemOf(folder.path('missing', 'x.db'))).to.equal('no-folder');
    openDatabase(folder.path('file.db'))._unsafeUnwrap().close();
    expect(problemOf(folder.path('file.db', 'x.db'))).to.equal('no-folder');
    expect(problemOf(folder.path('x'.repeat(300)))).to.equal('no-folder');
    expect(openDatabase('')._unsafeUnwrapErr().problem).to.equal('missing');
  });

  it('creates no database where it may not', () => {
    const file = folder.path('mistyped.db');
    expect(problemOf(file, { create: false })).to.equal('missing');
    expect(existsSync(file)).to.equal(false);
  });

  it('refuses a new database that another process keeps locked', () => {
    const file = folder.path('locked.db');
    const holder = new Database(file);
    holder.exec('begin immediate');
    expect(problemOf(file, { busyTimeoutMs: 50 })).to.equal('busy');
    holder.close();
  });

  it('opens for reading while another process writes', () => {
    const file = folder.path('written.db');
    openDatabase(file)._unsafeUnwrap().close();
    const writer = new Database(file);
    writer.exec('begin immediate');
    const database = openDatabase(file, { busyTimeoutMs: 50 })._unsafeUnwrap();
    expect(database.prepare('select count(*) as n from users').get()).to.deep.equal({ n: 0 });
    database.close();
    writer.close();
  });

  it('waits for another process that creates the same database', async () => {
    const file = folder.path('contended.db');
    const holder = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
       const database = require(workerData.sqlite)(workerData.file);
       database.exec('begin immediate');
       parentPort.postMessage('held');
       setTimeout(() => database.exec('rollback').close(), 300);`,
      { eval: true, workerData: { file, sqlite: fileURLToPath(import.meta.resolve('better-sqlite3')) } },
    );
    await once(holder, 'message');
    openDatabase(file)._unsafeUnwrap().close();
    await once(holder, 'exit');
  });

  it('refuses a database with a broken page', () => {
    const file = folder.path('broken.db');
    openDatabase(file)._unsafeUnwrap().close();
    writeFileSync(file, readFileSync(file).fill(0x5a, 100, 4096));
    expect(problemOf(file)).to.equal('unreadable');
  });

  it('refuses a file, and a folder, that permission denied write', () => {
    const file = folder.path('read-only.db');
    openDatabase(file)._unsafeUnwrap().close();
    chmodSync(folder.path(), 0o777);
    chmodSync(file, 0o444);
    expect(problemAsNobody(file)).to.equal('not-writable');
    chmodSync(folder.path(), 0o555);
    expect(problemAsNobody(file)).to.equal('not-writable');
    chmodSync(file, 0o666);
    expect(problemAsNobody(file)).to.equal('not-writable');
    expect(problemAsNobody(folder.path('new.db'))).to.equal('not-writable');
    chmodSync(folder.path(), 0o700);
    expect(problemAsNobody(file)).to.equal('not-writable');
  });

  /** Root may write anything, so a root gives itself up first; the native code is loaded before, as it may lie where only root reads. */
  function problemAsNobody(file: string): string {
    const script = `
      import Database from 'better-sqlite3';
      import { openDatabase } from '@ops-admin/adapter-sqlite';
      new Database(':memory:').close();
      if (process.getuid() === 0) process.setuid(65534);
      openDatabase(${JSON.stringify(file)}).match(() => console.log('opened'), (error) => console.log(error.problem));`;
    const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
    expect(stderr).to.equal('');
    return stdout.trim();
  }
});
