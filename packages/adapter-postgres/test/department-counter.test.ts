import { MIGRATIONS, PostgresDepartmentRepository } from '@ops-admin/adapter-postgres';
import { aDepartment, anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { type ADatabase, aDatabase, ask } from './a-postgres.ts';
import { empty, openTemporary, portsOf } from './open-temporary.ts';

describe('The number of departments in PostgreSQL', function () {
  this.timeout(30_000);
  let opened: Awaited<ReturnType<typeof openTemporary>>;
  before(async () => {
    opened = await openTemporary();
  });
  beforeEach(() => empty(opened.url));
  after(() => opened.drop());

  const departments = (count: number, first = 1) =>
    Array.from({ length: count }, (_, n) => aDepartment(first + n));
  const importing = async (count: number, first = 1) =>
    (
      await portsOf(opened.database).organisation.importDepartments(departments(count, first))
    )._unsafeUnwrap();
  const counted = async () => {
    const [row] = await ask<{ total: string; n: string }>(
      opened.url,
      'select total, (select count(*) from departments) as n from department_counter',
    );
    expect(row?.total).to.equal(row?.n);
    return Number(row?.total);
  };

  it('follows every insert, update, delete and emptying, regardless of who does it', async () => {
    await importing(30);
    expect(await counted()).to.equal(30);
    await importing(30, 11);
    expect(await counted(), 'ten of them new').to.equal(40);
    await ask(opened.url, `delete from departments where id in ('${anId(1)}', '${anId(2)}')`);
    expect(await counted()).to.equal(38);
    await ask(opened.url, 'begin', 'delete from departments', 'rollback');
    expect(await counted()).to.equal(38);
    await ask(opened.url, 'truncate departments');
    expect(await counted()).to.equal(0);
  });

  it('is right in each page, wherever it was counted from, while another process writes', async () => {
    const ours = new PostgresDepartmentRepository(opened.database);
    const page = async (start: number, end?: number) => {
      const { departments: found, total } = (
        await ours.list(end === undefined ? { start } : { start, end })
      )._unsafeUnwrap();
      return { total, ids: found.map(({ id }) => id) };
    };
    for (const [count, first] of [
      [20, 1],
      [5, 21],
    ] as const) {
      // Past the repository.
      await importing(count, first);
      const newestFirst = (
        await ask<{ id: string }>(opened.url, 'select id from departments order by created_at desc, id desc')
      ).map(({ id }) => id);
      const total = newestFirst.length;
      for (const [start, end] of [
        [total - 3, total],
        [0, 3],
        [total - 2, undefined],
        [total, total + 5],
      ] as const)
        expect(await page(start, end), `${start} to ${end}`).to.deep.equal({
          total,
          ids: newestFirst.slice(start, end),
        });
    }
    await ask(opened.url, `delete from departments where id <> '${anId(3)}'`);
    expect(await page(20, 25), 'all but one are gone').to.deep.equal({ total: 1, ids: [] });
    expect(await page(0, 5)).to.deep.equal({ total: 1, ids: [anId(3)] });
  });

  it('counts what was there before it was counted', async () => {
    const made: ADatabase = await aDatabase();
    try {
      await ask(
        made.url,
        ...MIGRATIONS.slice(0, 2).map(({ sql }) => sql),
        "insert into departments values ('a', '', '', '', null, null, '', ''), ('b', '', '', '', null, null, '', '')",
        (MIGRATIONS[2] as { sql: string }).sql,
      );
      expect(await ask(made.url, 'select total from department_counter')).to.deep.equal([{ total: '2' }]);
    } finally {
      await made.drop();
    }
  });
});
