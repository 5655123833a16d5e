import { openDatabase } from '@ops-admin/adapter-sqlite';
import type Database from 'better-sqlite3';
import { expect } from 'chai';
import { portsOf, temporaryFolder } from './open-temporary.ts';

describe('Users who have a text', () => {
  const folder = temporaryFolder();
  let database: Database.Database;

  beforeEach(() => {
    database = openDatabase(folder.path('organisation.db'))._unsafeUnwrap();
    // 1,001 have what the 1,000 of them have, too; one in seven has something else.
    database.exec(`
      insert into users select printf('%024d', n), '', '', 'U' || n, '[]' from
        (with recursive n (n) as (select 1 union all select n + 1 from n where n < 1001) select n from n);
      insert into user_keys
        select id, 'name ' || (id * 7919 % 500), 'all' || iif(id + 0 > 1, ' most', '') || iif(id % 7 = 0, ' seventh', '') from users`);
  });
  afterEach(() => database.close());

  it('are the same, whether they are sorted at once or counted first', async () => {
    const { users } = portsOf(database);
    const find = async (search: string | undefined, start: number, end?: number) => {
      const range = end === undefined ? { start } : { start, end };
      const page = await users.search({ ...range, ...(search !== undefined && { search }) });
      const { total, users: some } = page._unsafeUnwrap();
      return { total, ids: some.map(({ id }) => id) };
    };
    const { ids: everyone } = await find(undefined, 0);
    const fitting: Record<string, (id: string) => boolean> = {
      all: () => true,
      most: (id) => Number(id) > 1,
      seventh: (id) => Number(id) % 7 === 0,
      none: () => false,
      '00000000000000000000000': (id) => Number(id) < 10,
      '00000000000000000000010': (id) => Number(id) >= 100 && Number(id) < 110,
    };
    for (const [search, fits] of Object.entries(fitting)) {
      const ids = everyone.filter(fits);
      for (const start of [0, 1, 500, 990, ids.length - 1, ids.length, 2000])
        for (const end of [undefined, start, start + 1, start + 50, Number.MAX_SAFE_INTEGER]) {
          if (start < 0) continue;
          const expected = { total: ids.length, ids: ids.slice(start, end) };
          expect(await find(search, start, end), `${search} ${start}-${end}`).to.deep.equal(expected);
        }
    }
  });
});
