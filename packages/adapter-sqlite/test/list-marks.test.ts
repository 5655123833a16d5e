import { MIGRATIONS, type OpenDatabaseOptions, openDatabase } from '@ops-admin/adapter-sqlite';
import { aDepartment } from '@ops-admin/core/fakes';
import type Database from 'better-sqlite3';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

const LISTS = {
  departments: { rows: 'select created_at as key, id from departments', order: 'desc' },
  users: { rows: 'select name_key as key, user_id as id from user_keys', order: 'asc' },
} as const;

interface Place {
  readonly key: string;
  readonly id: string;
}

describe('Marks of lists', () => {
  const folder = temporaryFolder();
  let database: Database.Database;
  let ports: ReturnType<typeof portsOf>;
  const open = (file: string, options?: OpenDatabaseOptions) => {
    database = openDatabase(folder.path(file), options)._unsafeUnwrap();
    ports = portsOf(database);
  };

  beforeEach(() => {
    open('organisation.db');
    database.pragma('foreign_keys = off');
  });
  afterEach(() => database.close());

  /** Rows from one number to another, in no order of their keys, of which many are equal. */
  const insert = (from: number, to: number) => {
    const numbers = `(with recursive n (n) as (select ${from} union all select n + 1 from n where n < ${to}) select n from n)`;
    database.exec(`
      insert into departments select printf('%024d', n), 'D' || n, '', '', null, null, 'time ' || (n * 7 % 50), '' from ${numbers};
      insert into users select printf('%024d', n), '', '', 'U' || n, '[]' from ${numbers};
      insert into user_keys select printf('%024d', n), 'name ' || (n * 7919 % 5000), '' from ${numbers};`);
  };
  /** Every mark has as many rows as there really are from it to the next, and at most 1,000. */
  const expectRight = (): void => {
    for (const [list, { order, rows }] of Object.entries(LISTS)) {
      const later = order === 'asc' ? 1 : -1;
      const compare = (a: Place, b: Place) =>
        a.key === b.key && a.id === b.id
          ? 0
          : (a.key === b.key ? a.id > b.id : a.key > b.key)
            ? later
            : -later;
      const all = (database.prepare(rows).all() as Place[]).sort(compare);
      const marks = database
        .prepare(
          `select sort_key as key, id, rows from list_marks where list = ? order by sort_key ${order}, id ${order}`,
        )
        .all(list) as (Place & { readonly rows: number })[];
      let [at, most] = [0, 0];
      for (const [n, mark] of marks.entries()) {
        const next = marks[n + 1];
        const found = next ? all.findIndex((row) => compare(row, next) >= 0) : -1;
        const end = found < 0 ? all.length : found;
        expect(mark.rows, `${list}, mark ${n}`).to.equal(end - at);
        most = Math.max(most, mark.rows);
        at = end;
      }
      expect(most).to.be.within(1, 1000);
    }
  };
  const expectPages = async () => {
    const { departments, users } = ports;
    const all = {
      departments: (await departments.list({ start: 0 }))._unsafeUnwrap().departments.map(({ id }) => id),
      users: (await users.search({ start: 0 }))._unsafeUnwrap().users.map(({ id }) => id),
    };
    const total = all.users.length;
    expect(new Set(all.users).size).to.equal(total);
    for (const start of [0, 999, 1000, 1001, 2000, 3777, total - 10, total - 1, total, total + 1])
      for (const end of [start + 7, start + 2100]) {
        const page = (await departments.list({ start, end }))._unsafeUnwrap();
        expect(page.total).to.equal(total);
        expect(page.departments.map(({ id }) => id)).to.deep.equal(all.departments.slice(start, end));
        const found = (await users.search({ start, end }))._unsafeUnwrap();
        expect(found.total).to.equal(total);
        expect(found.users.map(({ id }) => id)).to.deep.equal(all.users.slice(start, end));
      }
  };

  it('follow what is inserted, moved and deleted, regardless of who does it', async () => {
    insert(1, 5000);
    expectRight();
    await expectPages();
    database.exec(`
      update departments set created_at = 'time 17' where id % 3 = 0;
      update user_keys set name_key = 'name 17' || user_id where user_id % 3 = 0;`);
    expectRight();
    database.exec('delete from departments where id % 4 = 0; delete from users where id % 4 = 0;');
    expectRight();
    await expectPages();
    insert(5001, 9000);
    expectRight();
    database.exec('delete from departments; delete from users');
    insert(1, 3000);
    expectRight();
    await expectPages();
  });

  it('are as they were after what was rolled back', async () => {
    insert(1, 3000);
    database.exec('begin');
    insert(3001, 6000);
    await expectPages();
    database.exec('rollback');
    expectRight();
    await expectPages();
  });

  it('follow an import of departments that are there', async () => {
    const { organisation } = ports;
    const some = Array.from({ length: 2100 }, (_, n) => aDepartment(n + 1));
    const moved = some.map(({ createdAt, ...one }, n) => ({
      ...one,
      createdAt: some[2099 - n]?.createdAt ?? createdAt,
    }));
    for (const departments of [some, some, moved]) {
      (await organisation.importDepartments(departments))._unsafeUnwrap();
      insert(90_001, 90_001);
      expectRight();
      database.exec('delete from departments where id % 100000 = 90001; delete from users');
    }
  });

  it('are made of what an older schema has', async () => {
    database.close();
    open('older.db', { migrations: MIGRATIONS.slice(0, 4) });
    insert(1, 5999);
    database.close();
    open('older.db');
    expectRight();
    await expectPages();
  });

  it('are looked at by the check of the database', async () => {
    insert(1, 10);
    const flaws = async () =>
      (await ports.integrity.check())._unsafeUnwrap().filter(({ type }) => type === 'damaged');
    expect(await flaws()).to.deep.equal([]);
    database.exec("update list_marks set rows = 7 where list = 'departments'");
    expect(await flaws()).to.deep.equal([
      { type: 'damaged', detail: 'list_marks says 7, but there are 10 departments' },
    ]);
  });
});
