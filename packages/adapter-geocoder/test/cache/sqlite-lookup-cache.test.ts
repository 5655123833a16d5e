import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OpenedLookupCache, openLookupCache } from '@ops-admin/adapter-geocoder';
import { FOUND_LOCATION, lookupCacheContract } from '@ops-admin/testing/contracts';
import Database from 'better-sqlite3';
import { expect } from 'chai';

describe('SqliteLookupCache', () => {
  let folder: string;
  const opened: Pick<OpenedLookupCache, 'close'>[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-cache-'));
  });
  afterEach(() => {
    for (const one of opened.splice(0)) one.close();
    rmSync(folder, { recursive: true });
  });
  const file = () => join(folder, 'cache.sqlite');
  const open = (capacity = 9, clock = () => new Date()) => {
    const { cache, close } = openLookupCache({ file: file(), capacity, clock })._unsafeUnwrap();
    opened.push({ close });
    return cache;
  };
  /** The file, to look at or to spoil. */
  const openRaw = () => {
    const database = new Database(file());
    opened.push(database);
    return database;
  };
  const answer = { type: 'found', location: FOUND_LOCATION } as const;
  const entry = (key: string) => ({ key, provider: 'nominatim', answer, seconds: 60 });

  lookupCacheContract(async (capacity, clock) => open(capacity, clock));

  it('is shared by processes', async () => {
    const [one, other] = [open(), open()];
    await one.store(entry('a'));
    expect((await other.find('a'))._unsafeUnwrap()).to.deep.equal(answer);
  });

  it('stays within its bound, and fast, over many answers', async () => {
    const cache = open(500);
    for (let n = 0; n < 3000; n++) await cache.store(entry(`key ${n % 2000}`));
    const rows = openRaw().prepare('SELECT count(*) FROM answer').pluck().get();
    expect(rows).to.be.within(400, 500);
  });

  it('does not wait for another process that writes', async () => {
    const cache = open();
    const other = openRaw();
    other.exec('BEGIN IMMEDIATE');
    const started = performance.now();
    const stored = await cache.store(entry('a'));
    expect(stored._unsafeUnwrapErr().type).to.equal('store-unavailable');
    // To wait for a lock is to wait for five seconds.
    expect(performance.now() - started).to.be.below(4000);
    expect((await cache.find('a'))._unsafeUnwrap()).to.equal(undefined);
    other.exec('ROLLBACK');
    expect((await cache.store(entry('a'))).isOk()).to.equal(true);
  });

  it('starts again where the file has another format', async () => {
    await open().store(entry('a'));
    const database = openRaw();
    database.pragma('user_version = 99');
    database.exec('ALTER TABLE answer DROP COLUMN location');
    const cache = open();
    expect((await cache.find('a'))._unsafeUnwrap()).to.equal(undefined);
    expect((await cache.store(entry('a'))).isOk()).to.equal(true);
  });

  for (const lock of ['BEGIN EXCLUSIVE', 'BEGIN IMMEDIATE']) {
    it(`waits for another process that creates the file concurrently: ${lock}`, async () => {
      const script = `import Database from 'better-sqlite3';
        const database = new Database(${JSON.stringify(file())});
        database.exec(${JSON.stringify(lock)});
        console.log('held');
        setTimeout(() => database.close(), 300);`;
      const other = spawn(process.execPath, ['--input-type=module', '-e', script], {
        cwd: import.meta.dirname,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(other.stdout, 'data');
      openLookupCache({ file: file(), capacity: 9 })._unsafeUnwrap().close();
      if (other.exitCode === null) await once(other, 'exit');
    });
  }

  it('opens in several processes concurrently', async () => {
    const script = `import { openLookupCache } from '@ops-admin/adapter-geocoder';
      openLookupCache({ file: ${JSON.stringify(file())}, capacity: 9 })._unsafeUnwrap().close();`;
    const run = promisify(execFile);
    const opening = Array.from({ length: 6 }, () =>
      run(process.execPath, ['--input-type=module', '-e', script], { cwd: import.meta.dirname }),
    );
    for (const { reason } of (await Promise.allSettled(opening)) as { reason?: Error }[]) {
      expect(reason?.message).to.equal(undefined);
    }
  });

  describe('refuses', () => {
    const refusal = () => openLookupCache({ file: file(), capacity: 9 })._unsafeUnwrapErr().message;

    it("another program's database, and leaves it unchanged", () => {
      const other = new Database(file());
      other.exec('CREATE TABLE precious (x)');
      other.close();
      const before = readFileSync(file());
      expect(refusal()).to.match(
        /cache\.sqlite: it is another database; name another file in OPS_GEOCODE_CACHE/,
      );
      expect(readFileSync(file()).equals(before)).to.equal(true);
    });

    it('a file that is not a database', () => {
      writeFileSync(file(), 'x'.repeat(5000));
      expect(refusal()).to.match(/not a database; remove it, or name another file/);
    });

    it('a folder, and a path where no file can exist', () => {
      mkdirSync(file());
      expect(refusal()).to.include(file());
      expect(openLookupCache({ file: join(folder, 'none/cache.sqlite'), capacity: 9 }).isErr()).to.equal(
        true,
      );
    });
  });
});
