import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { openDatabase } from '@ops-admin/adapter-sqlite';
import { type DepartmentPage, type ListRange, okAsync } from '@ops-admin/core';
import { aDepartment, aDraft, aUser } from '@ops-admin/testing';
import type Database from 'better-sqlite3';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('Revisions of departments', () => {
  const folder = temporaryFolder();
  let file: string;
  let database: Database.Database;
  let ports: ReturnType<typeof portsOf>;

  beforeEach(async () => {
    file = folder.path('organisation.db');
    database = openDatabase(file)._unsafeUnwrap();
    ports = portsOf(database);
    await ports.organisation.importUsers([aUser(1)], { ...aDraft(), action: 'set' });
    await ports.organisation.importDepartments(
      Array.from({ length: 30 }, (_, n) => aDepartment(n + 1)),
      aDraft(),
    );
  });
  afterEach(() => database.close());

  const list = async (range: ListRange): Promise<DepartmentPage> =>
    (await ports.departments.list(range))._unsafeUnwrap();
  const newest = async () => {
    const { total, departments } = await list({ start: 0, end: 1 });
    return `${departments[0]?.name} of ${total}`;
  };

  const revision = async (): Promise<string | undefined> =>
    (await (ports.departments.revision?.() ?? okAsync(undefined)))._unsafeUnwrap();

  it('have one revision while no process writes', async () => {
    const before = await revision();
    expect(before).to.be.a('string');
    await list({ start: 0 });
    expect(await revision()).to.equal(before);
  });

  it('have another revision after a write, and in another opening of the file', async () => {
    const revisions = [await revision()];
    await ports.organisation.importDepartments([aDepartment(31)], aDraft());
    revisions.push(await revision());
    const again = openDatabase(file)._unsafeUnwrap();
    revisions.push((await portsOf(again).departments.revision?.())?._unsafeUnwrap());
    again.close();
    expect(new Set(revisions).size).to.equal(3);
    expect(revisions).not.to.include(undefined);
  });

  it('have another revision after another process wrote, and after a rollback', async () => {
    const revisions = [await revision()];
    const worker = join(import.meta.dirname, 'department-worker.ts');
    expect(spawnSync(process.execPath, [worker, file, '31']).status).to.equal(0);
    revisions.push(await revision());
    database.exec('begin');
    database.prepare("update departments set name = 'Never'").run();
    expect(await revision(), 'inside a transaction of another').to.equal(revisions[1]);
    database.exec('rollback');
    expect(await revision()).to.equal(revisions[1]);
    expect(new Set(revisions).size).to.equal(2);
  });

  it('are never outdated after another process wrote', async () => {
    expect(await newest()).to.equal('Department 30 of 30');
    for (const n of [31, 32, 33]) {
      const worker = join(import.meta.dirname, 'department-worker.ts');
      expect(spawnSync(process.execPath, [worker, file, String(n)]).status).to.equal(0);
      expect(await newest()).to.equal(`Department ${n} of ${n}`);
    }
  });

  it('are never outdated after this process wrote', async () => {
    expect(await newest()).to.equal('Department 30 of 30');
    await ports.organisation.importDepartments([aDepartment(31)], aDraft());
    expect(await newest()).to.equal('Department 31 of 31');
    await ports.organisation.importDepartments([aDepartment(31, { name: 'Renamed' })], aDraft());
    expect(await newest()).to.equal('Renamed of 31');
  });

  it('do not include a rolled-back state', async () => {
    database.exec('begin');
    database.prepare("update departments set name = 'Never'").run();
    expect(await newest(), 'before it is committed').to.equal('Department 30 of 30');
    database.exec('rollback');
    expect(await newest()).to.equal('Department 30 of 30');
  });

  it('have the same order from both ends', async () => {
    const all = (await list({ start: 0 })).departments.map(({ _id }) => _id);
    for (let start = 0; start <= 31; start++) {
      for (const size of [1, 2, 10, 29]) {
        const page = await list({ start, end: start + size });
        const ids = page.departments.map(({ _id }) => _id);
        expect(ids, `${start} to ${start + size}`).to.deep.equal(all.slice(start, start + size));
      }
    }
  });
});
