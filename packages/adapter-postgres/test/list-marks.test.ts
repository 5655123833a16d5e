import { MIGRATIONS } from '@ops-admin/adapter-postgres';
import { aDepartment, anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { Client } from 'pg';
import { aDatabase, ask } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';

const LISTS = {
  departments: { table: 'departments', key: 'created_at', id: 'id', from: '<=', order: 'desc' },
  users: { table: 'user_keys', key: 'name_key', id: 'user_id', from: '>=', order: 'asc' },
} as const;

describe('Marks of lists in PostgreSQL', function () {
  this.timeout(60_000);
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  beforeEach(() => empty(opened.url));
  after(() => opened.drop());

  /** Rows from one number to another, in no order of their keys, of which many are equal. */
  const inserting = (from: number, to: number) => {
    const [id, numbers] = ["lpad(n::text, 24, '0')", `generate_series(${from}, ${to}) n`];
    return [
      `insert into departments select ${id}, 'D' || n, '', '', null, null, 'time ' || (n * 7 % 50), '' from ${numbers}`,
      `insert into users select ${id}, '', '', 'U' || n, '[]' from ${numbers}`,
      `insert into user_keys select ${id}, 'name ' || (n * 7919 % 5000), '' from ${numbers}`,
    ];
  };
  /** Every mark has as many rows as there really are from it to the next, at most 2,000, and knows what is before it. */
  const expectRight = async (url = opened.url): Promise<void> => {
    for (const [list, { from, id, key, order, table }] of Object.entries(LISTS)) {
      const marks = await ask<{ rows: number; before: string; here: string }>(
        url,
        `select rows, before, (
           select count(*) from ${table} t where (t.${key}, t.${id}) ${from} (m.sort_key, m.id)
         ) as here
         from list_marks m where list = '${list}' order by sort_key ${order}, id ${order}`,
      );
      const total = Number(marks[0]?.here);
      for (const [n, { before, here, rows }] of marks.entries()) {
        const after = Number(marks[n + 1]?.here ?? 0);
        expect([rows, Number(before)], `${list}, mark ${n}`).to.deep.equal([
          Number(here) - after,
          total - Number(here),
        ]);
        expect(rows).to.be.at.most(2000);
      }
    }
  };
  const expectPages = async (): Promise<void> => {
    const { departments, users } = portsOf(opened.database);
    const all = {
      departments: (await departments.list({ start: 0 }))._unsafeUnwrap().departments.map(({ id }) => id),
      users: (await users.search({ start: 0 }))._unsafeUnwrap().users.map(({ id }) => id),
    };
    const total = all.users.length;
    expect(new Set(all.users).size).to.equal(total);
    for (const start of [0, 999, 1000, 1001, 3777, total - 1, total, total + 1])
      for (const end of [start + 7, start + 2100]) {
        const page = (await departments.list({ start, end }))._unsafeUnwrap();
        expect([page.total, page.departments.map(({ id }) => id)]).to.deep.equal([
          total,
          all.departments.slice(start, end),
        ]);
        const found = (await users.search({ start, end }))._unsafeUnwrap();
        expect([found.total, found.users.map(({ id }) => id)]).to.deep.equal([
          total,
          all.users.slice(start, end),
        ]);
      }
  };

  it('follow what is inserted, moved, deleted and emptied, regardless of who does it', async () => {
    await ask(opened.url, ...inserting(1, 5000));
    await expectRight();
    await expectPages();
    await ask(
      opened.url,
      "update departments set created_at = 'time 17' where right(id, 1) in ('3', '6')",
      "update user_keys set name_key = 'name 17' || user_id where right(user_id, 1) in ('3', '6')",
    );
    await expectRight();
    await ask(
      opened.url,
      ...["delete from departments where right(id, 1) = '4'", "delete from users where right(id, 1) = '4'"],
      ...['begin', 'delete from departments', 'delete from user_keys', 'rollback'],
    );
    await expectRight();
    await expectPages();
    await ask(opened.url, 'truncate departments', 'truncate users cascade', ...inserting(1, 3000));
    await expectRight();
    await expectPages();
  });

  it('are right after a statement that moves some and inserts others', async () => {
    await ask(opened.url, ...inserting(1, 1900));
    const rows = `select lpad(n::text, 24, '0'), '', '', '', null, null, 'time ' || (n % 50), '' from generate_series(1001, 4000) n`;
    await ask(
      opened.url,
      `insert into departments ${rows} on conflict (id) do update set created_at = excluded.created_at`,
    );
    await expectRight();
  });

  it('are right after changes that wait for each other', async () => {
    await ask(opened.url, ...inserting(1, 1990));
    const [first, second] = [1, 2].map(() => new Client({ connectionString: opened.url })) as [
      Client,
      Client,
    ];
    await Promise.all([first.connect(), second.connect()]);
    const insert = (from: number) =>
      inserting(from, from + 1500)[0]?.replace("'time '", `'time ${from} '`) as string;
    await first.query('begin');
    await first.query(insert(10_001));
    const waiting = second.query(insert(20_001));
    await first.query('commit');
    await waiting;
    await Promise.all([first.end(), second.end()]);
    await expectRight();
  });

  it('are made of what an older schema has', async () => {
    const made = await aDatabase();
    try {
      await ask(made.url, ...MIGRATIONS.slice(0, 5).map(({ sql }) => sql), ...inserting(1, 5999));
      await ask(made.url, (MIGRATIONS[5] as { sql: string }).sql);
      await expectRight(made.url);
    } finally {
      await made.drop();
    }
  });

  it('are looked at by the check of the database', async () => {
    const { integrity, organisation } = portsOf(opened.database);
    await organisation.importDepartments([aDepartment(1), aDepartment(2, { parentId: anId(1) })]);
    const flaws = async () => (await integrity.check())._unsafeUnwrap();
    expect(await flaws()).to.deep.equal([]);
    await ask(opened.url, "update list_marks set rows = 7 where list = 'departments'");
    expect(await flaws()).to.deep.equal([
      { type: 'damaged', detail: 'list_marks says 7, but there are 2 departments' },
    ]);
  });
});
