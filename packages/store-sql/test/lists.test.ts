import type { UserFilter } from '@ops-admin/core';
import { aDepartment, aDraft, anId, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { DATABASES, type OpenedDatabase, openOf, type TestedDatabase } from './databases.ts';

for (const { make, name } of DATABASES) {
  describe(`Lists in ${name}`, function () {
    this.timeout(30_000);
    let database: TestedDatabase;
    let opened: OpenedDatabase;
    before(async () => {
      database = await make();
      opened = await openOf(database);
      // Many have the same name, and the same time.
      const users = Array.from({ length: 300 }, (_, n) =>
        aUser(n + 1, {
          personalInformation: { firstName: '', lastName: '', name: `Name ${(n * 7919) % 50}` },
          emails: [`all${n > 0 ? '-most' : ''}${n % 7 === 0 ? '-seventh' : ''}${n}@example.org`],
          permissions: [
            ...(n % 3 === 0 ? ['service.third.read'] : []),
            ...(n % 5 === 0 ? ['service.thirdly'] : []),
            ...(n % 10 === 0 ? ['service.third.*', 'service.third'] : []),
          ],
        }),
      );
      (await opened.ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
      const departments = Array.from({ length: 300 }, (_, n) =>
        aDepartment(n + 1, { createdAt: aDepartment((n % 4) + 1).createdAt }),
      );
      (await opened.ports.organisation.importDepartments(departments, aDraft()))._unsafeUnwrap();
    });
    after(async () => {
      await opened.close();
      await database.drop();
    });

    const everywhere = async (
      all: readonly string[],
      find: (range: { start: number; end?: number }) => Promise<{ total: number; ids: readonly string[] }>,
    ) => {
      for (const start of [0, 1, 99, 150, all.length - 1, all.length, 2000]) {
        for (const end of [undefined, start, start + 1, start + 50, Number.MAX_SAFE_INTEGER]) {
          if (start < 0) continue;
          const range = end === undefined ? { start } : { start, end };
          expect(await find(range), `${start}-${end}`).to.deep.equal({
            total: all.length,
            ids: all.slice(start, end),
          });
        }
      }
    };

    it('of departments have their order and total at every offset', async () => {
      const rows = (await opened.sql('select id from departments order by created_at desc, id desc')) as {
        id: string;
      }[];
      await everywhere(
        rows.map(({ id }) => id),
        async (range) => {
          const { departments, total } = (await opened.ports.departments.list(range))._unsafeUnwrap();
          return { total, ids: departments.map(({ _id }) => _id) };
        },
      );
    });

    const number = (id: string) => Number.parseInt(id, 16) - 1;
    const filters: Record<string, [filter: object, fits: (n: number) => boolean]> = {
      'all users': [{}, () => true],
      'users with a text that all have': [{ search: 'ALL' }, () => true],
      'users with a text that most have': [{ search: 'most' }, (n) => n > 0],
      'users with a text that some have': [{ search: 'seventh' }, (n) => n % 7 === 0],
      'users with a text that no user has': [{ search: 'none' }, () => false],
      'users whose id begins with a text': [
        { search: anId(16).slice(0, 23) },
        (n) => n + 1 >= 16 && n + 1 < 32,
      ],
      'users who hold a string': [{ holds: 'service.third.read' }, (n) => n % 3 === 0],
      'users who hold anything of a module': [
        { holds: 'service.third.*' },
        (n) => n % 3 === 0 || n % 10 === 0,
      ],
      'users to whom a string is granted': [
        { grants: 'service.third.read' },
        (n) => n % 3 === 0 || n % 10 === 0,
      ],
      'users who match everything': [
        { grants: 'service.third.write', holds: 'service.thirdly', search: 'seventh' },
        (n) => n % 70 === 0,
      ],
    };
    for (const [what, [filter, fits]] of Object.entries(filters)) {
      it(`of ${what} have their order and total at every offset`, async () => {
        const rows = (await opened.sql('select user_id as id from user_keys order by name_key, user_id')) as {
          id: string;
        }[];
        await everywhere(
          rows.map(({ id }) => id).filter((id) => fits(number(id))),
          async (range) => {
            const { total, users } = (
              await opened.ports.users.search({ ...filter, ...range })
            )._unsafeUnwrap();
            return { total, ids: users.map(({ id }) => id) };
          },
        );
      });
    }
  });

  describe(`Lists of many in ${name}`, function () {
    this.timeout(120_000);
    const MOST = 11_000;
    let database: TestedDatabase;
    let opened: OpenedDatabase;
    before(async () => {
      database = await make();
      opened = await openOf(database);
      const users = Array.from({ length: MOST }, (_, n) =>
        aUser(n + 1, {
          personalInformation: { firstName: '', lastName: '', name: `Name ${(n * 7919) % 500}` },
          emails: [`all${n % 700 === 0 ? '-seldom' : ''}${n}@example.org`],
          permissions: n % 100 === 0 ? [] : ['service.common.read', 'service.common.write'],
          active: n % 50 !== 1,
        }),
      );
      (await opened.ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    });
    after(async () => {
      await opened.close();
      await database.drop();
    });

    const holds = 'service.common.read';
    const isHeld = (n: number) => n % 100 !== 0;
    const filters: readonly [filter: Omit<UserFilter, 'department'>, fits: (n: number) => boolean][] = [
      [{ search: 'ALL' }, () => true],
      [{ holds }, isHeld],
      [{ holds, search: 'all' }, isHeld],
      [{ holds, search: 'seldom' }, (n) => isHeld(n) && n % 700 === 0],
      [{ holds, active: true }, (n) => isHeld(n) && n % 50 !== 1],
      [{ holds: 'service.common.*', search: 'all' }, isHeld],
      [{ grants: holds, search: 'all' }, (n) => isHeld(n) && n % 50 !== 1],
    ];
    for (const [filter, fits] of filters)
      it(`of ${JSON.stringify(filter)} have their order and total at every offset`, async () => {
        for (const [sort, order] of [
          ['name', 'name_key, user_id'],
          ['-name', 'name_key desc, user_id desc'],
          ['department', 'name_key, user_id'],
        ] as const) {
          const rows = (await opened.sql(`select user_id as id from user_keys order by ${order}`)) as {
            id: string;
          }[];
          const all = rows.map(({ id }) => id).filter((id) => fits(Number.parseInt(id, 16) - 1));
          for (const start of [0, 5000, all.length - 20, all.length, 20_000]) {
            const range = { start: Math.max(0, start), end: Math.max(0, start) + 50, sort };
            const { total, users } = (
              await opened.ports.users.search({ ...filter, ...range })
            )._unsafeUnwrap();
            expect([total, users.map(({ id }) => id)], `${sort} ${start}`).to.deep.equal([
              all.length,
              all.slice(range.start, range.end),
            ]);
          }
        }
      });
  });
}
