import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LiveDatabase, openDatabase, SqliteDepartmentRepository } from '@ops-admin/adapter-sqlite';
import type { DepartmentPage, ListRange } from '@ops-admin/core';
import { aDepartment, aDraft, aUser } from '@ops-admin/core/fakes';
import type Database from 'better-sqlite3';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('Remembered departments', () => {
  const folder = temporaryFolder();
  let file: string;
  let database: Database.Database;
  let ports: ReturnType<typeof portsOf>;

  beforeEach(async () => {
    file = folder.path('organisation.db');
    database = openDatabase(file)._unsafeUnwrap();
    ports = portsOf(database);
    await ports.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    await ports.organisation.importDepartments(Array.from({ length: 30 }, (_, n) => aDepartment(n + 1)));
  });
  afterEach(() => database.close());

  const list = async (range: ListRange): Promise<DepartmentPage> =>
    (await ports.departments.list(range))._unsafeUnwrap();
  const newest = async () => {
    const { total, departments } = await list({ start: 0, end: 1 });
    return `${departments[0]?.name} of ${total}`;
  };

  it('have one revision while nobody writes, whatever the size of the page', async () => {
    for (const range of [{ start: 0, end: 10 }, { start: 0 }]) {
      const { revision } = await list(range);
      expect(revision).to.be.a('string');
      expect((await list(range)).revision).to.equal(revision);
    }
  });

  it('have another revision after a write, and in another opening of the file', async () => {
    const revisions = [(await list({ start: 0 })).revision];
    await ports.organisation.importDepartments([aDepartment(31)]);
    revisions.push((await list({ start: 0 })).revision);
    const again = openDatabase(file)._unsafeUnwrap();
    revisions.push((await portsOf(again).departments.list({ start: 0 }))._unsafeUnwrap().revision);
    again.close();
    expect(new Set(revisions).size).to.equal(3);
  });

  it('have no revision inside a transaction, which may be rolled back', async () => {
    database.exec('begin');
    database.prepare("update departments set name = 'Never'").run();
    expect((await list({ start: 0 })).revision).to.equal(undefined);
    database.exec('rollback');
  });

  it('are those of before for no read after another process wrote', async () => {
    expect(await newest()).to.equal('Department 30 of 30');
    for (const n of [31, 32, 33]) {
      const worker = join(import.meta.dirname, 'department-worker.ts');
      expect(spawnSync(process.execPath, [worker, file, String(n)]).status).to.equal(0);
      expect(await newest()).to.equal(`Department ${n} of ${n}`);
    }
  });

  it('are those of before for no read after this process wrote', async () => {
    expect(await newest()).to.equal('Department 30 of 30');
    await ports.organisation.importDepartments([aDepartment(31)]);
    expect(await newest()).to.equal('Department 31 of 31');
    await ports.organisation.importDepartments([aDepartment(31, { name: 'Renamed' })]);
    expect(await newest()).to.equal('Renamed of 31');
  });

  it('are none that were rolled back', async () => {
    database.exec('begin');
    database.prepare("update departments set name = 'Never'").run();
    expect(await newest()).to.equal('Never of 30');
    database.exec('rollback');
    expect(await newest()).to.equal('Department 30 of 30');
  });

  it('are forgotten with the content of a file that was written over', async () => {
    const live = LiveDatabase.open(file, { log: { error: () => {}, info: () => {} } })._unsafeUnwrap();
    const departments = new SqliteDepartmentRepository(live);
    const name = async () => {
      await sleep(20);
      return (await departments.list({ start: 0, end: 1 }))._unsafeUnwrap().departments[0]?.name;
    };
    database.pragma('wal_checkpoint(truncate)');
    expect(await name()).to.equal('Department 30');
    writeFileSync(file, readFileSync(file, 'latin1').replaceAll('Department 30', 'Department XX'), 'latin1');
    expect(await name()).to.equal('Department XX');
    live.close();
  });

  it('are so many at most, and the first of them goes', async () => {
    const first = await list({ start: 0, end: 1 });
    for (let end = 2; end <= 100; end++) await list({ start: 0, end });
    expect(await list({ start: 0, end: 1 })).to.equal(first);
    await list({ start: 0, end: 101 });
    expect(await list({ start: 0, end: 1 })).not.to.equal(first);
  });

  it('are no pages of more than 100', async () => {
    await ports.organisation.importDepartments(Array.from({ length: 101 }, (_, n) => aDepartment(n + 1)));
    expect(await list({ start: 0, end: 100 })).to.equal(await list({ start: 0, end: 100 }));
    expect(await list({ start: 0, end: 101 })).not.to.equal(await list({ start: 0, end: 101 }));
  });

  it('have the same order from either end', async () => {
    const all = (await list({ start: 0 })).departments.map(({ id }) => id);
    for (let start = 0; start <= 31; start++) {
      for (const size of [1, 2, 10, 29]) {
        const page = await list({ start, end: start + size });
        const ids = page.departments.map(({ id }) => id);
        expect(ids, `${start} to ${start + size}`).to.deep.equal(all.slice(start, start + size));
      }
    }
  });
});
