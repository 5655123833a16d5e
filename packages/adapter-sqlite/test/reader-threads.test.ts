import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { type OpenedSqlite, openSqlite } from '@ops-admin/adapter-sqlite';
import type { AuditQuery, UserSearch } from '@ops-admin/core';
import { all } from '@ops-admin/store-sql';
import { aDraft, anId, aPatience, aSigner, aUser, makeChange } from '@ops-admin/testing';
import { expect } from 'chai';
import { ReaderThreads } from '../dist/reader-threads.js';
import { temporaryFolder } from './open-temporary.ts';

/** Just more than what is read at once. */
const USERS = 10_001;

const SEARCHES: readonly UserSearch[] = [
  { start: 0, end: 20, search: 'nobody' },
  { start: 5_000, end: 5_020, holds: 'service.common.read' },
  { start: 0, end: 20, search: 'person', sort: '-email' },
  { start: 0 },
];
const QUERIES: readonly AuditQuery[] = [
  { limit: 20, reason: 'no such reason' },
  { limit: 20, reason: 'FIRST', newestFirst: true },
  { limit: 20, actor: 'cli:nobody' },
];

describe('Reads of many rows in threads', () => {
  const folder = temporaryFolder();
  const file = () => folder.path('large.db');
  let made: Buffer;
  let opened: OpenedSqlite;

  function open(threads: number): OpenedSqlite {
    const log = { error: () => {}, info: () => {} };
    return openSqlite({ file: file(), log, threads })._unsafeUnwrap();
  }

  beforeEach('a large organisation', async () => {
    if (made) await writeFile(file(), made);
    opened = open(1);
    if (made) return;
    const users = Array.from({ length: USERS }, (_, n) =>
      aUser(n, { permissions: ['service.common.read', `service.m${n % 50}.read`] }),
    );
    const { organisation } = opened.sealedBy(aSigner());
    const draft = { ...aDraft(), action: 'set' as const, reason: 'First import' };
    (await organisation.importUsers(users, draft))._unsafeUnwrap();
    made = opened.database.current().database.serialize();
  });
  afterEach(async () => {
    await opened.close();
  });

  it('answer what is read at once without threads', async () => {
    const plain = open(0);
    for (const search of SEARCHES) {
      const page = (await opened.users.search(search))._unsafeUnwrap();
      expect(page).to.deep.equal((await plain.users.search(search))._unsafeUnwrap());
    }
    for (const query of QUERIES) {
      const entries = (await opened.audit.list(query))._unsafeUnwrap();
      expect(entries).to.deep.equal((await plain.audit.list(query))._unsafeUnwrap());
    }
    const counted = await opened.users.countHolders(['service.common.read', 'service.m1.read']);
    expect(counted._unsafeUnwrap()).to.deep.equal([USERS, 200]);
    await plain.close();
  });

  it('end when nothing was read for a while, and start again', async () => {
    const started: Worker[] = [];
    const note = (worker: Worker) => started.push(worker);
    process.on('worker', note);
    const threads = new ReaderThreads(2, { restMs: 1 });
    const { generation, place } = opened.database.current();
    if (!place?.state) throw new Error('there is no file');
    const of = { file: place.file, state: place.state, generation };
    const read = async () => {
      const reading = await threads.begin(of, { left: () => 60_000 });
      const rows = await reading.run(all('select count(*) as total from users'));
      reading.end();
      return rows;
    };
    for (const times of [1, 2]) {
      expect(await read()).to.deep.equal([{ total: USERS }]);
      expect(started).to.have.length(times);
      await once(started[times - 1] as Worker, 'exit');
      expect(threads.inUse).to.equal(0);
    }
    await threads.close();
    process.off('worker', note);
  });

  it('have a large page of what the small ones have', async () => {
    for (const filter of [{}, { holds: 'service.m1.read', sort: '-email' as const }]) {
      const large = (await opened.users.search({ start: 10, ...filter }))._unsafeUnwrap();
      const small: unknown[] = [];
      for (let start = 10; start < large.total; start += 1000) {
        const page = await opened.users.search({ start, end: start + 1000, ...filter });
        small.push(...page._unsafeUnwrap().users);
      }
      expect(large.users).to.deep.equal(small);
    }
  });

  it('leave the event loop to others', async () => {
    let isRead = false;
    let turns = 0;
    const reading = opened.audit.list({ limit: 20, reason: 'no such reason' });
    const isOver = reading.then(() => {
      isRead = true;
    });
    // More than the few that an awaited result itself takes.
    for (; !isRead; turns++) await nextTurn();
    await isOver;
    expect((await reading).isOk()).to.equal(true);
    expect(turns).to.be.above(10);
  });

  it('leave turns to others where small reads follow each other for long', async () => {
    let isRead = false;
    let turns = 0;
    const reading = (async () => {
      const end = performance.now() + 100;
      while (performance.now() < end) (await opened.users.find(anId(1)))._unsafeUnwrap();
      isRead = true;
    })();
    for (; !isRead; turns++) await nextTurn();
    await reading;
    expect(turns).to.be.above(1);
  });

  it('see what was committed before them, and wait for each other', async () => {
    const { permissions } = opened.sealedBy(aSigner());
    await makeChange(permissions, 7, 'add', ['service.rare.read']);
    const search = { start: 0, end: 5, holds: 'service.rare.read' };
    const pages = await Promise.all([1, 2, 3].map(() => opened.users.search(search)));
    expect(pages.map((page) => page._unsafeUnwrap().users.map(({ id }) => id))).to.deep.equal(
      [1, 2, 3].map(() => [anId(7)]),
    );
  });

  it('wait for a thread as long as their request has not waited before', async () => {
    const log = { error: () => {}, info: () => {} };
    const spent = [0, 5_000, 0].map(aPatience);
    let calls = 0;
    const one = openSqlite({ file: file(), log, threads: 1, patience: () => spent[calls++] })._unsafeUnwrap();
    const search = { start: 0, end: 5, search: 'nobody' };
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => one.users.search(search)));
    expect([first?.isOk(), third?.isOk()]).to.deep.equal([true, true]);
    expect(second?._unsafeUnwrapErr()).to.include({ type: 'store-unavailable', isBusy: true });
    // What is read has time of its own.
    const done = ['wait', 'over', 'renew'];
    expect(spent.map(({ log }) => log)).to.deep.equal([done, ['wait', 'over'], done]);
    await one.close();
  });

  it('fail where the file is gone, and answer from the one in its place', async () => {
    const search = { start: 0, end: 5, search: 'person12' };
    const before = (await opened.users.search(search))._unsafeUnwrap();
    await copyFile(file(), folder.path('copy.db'));
    for (const end of ['', '-wal', '-shm']) rmSync(file() + end, { force: true });
    await nextTurn();
    const lost = await opened.users.search(search);
    expect(lost._unsafeUnwrapErr().type).to.equal('store-unavailable');
    await copyFile(folder.path('copy.db'), file());
    await nextTurn();
    await opened.close();
    opened = open(1);
    expect((await opened.users.search(search))._unsafeUnwrap()).to.deep.equal(before);
  });

  it('end when the database is closed, and leave no log behind', async () => {
    const reading = opened.audit.list({ limit: 20, reason: 'no such reason' });
    await opened.close();
    await reading;
    expect(existsSync(`${file()}-wal`)).to.equal(false);
    const late = await opened.users.search({ start: 0, end: 5, search: 'person' });
    expect(late._unsafeUnwrapErr().type).to.equal('store-unavailable');
  });
});
