import type { ChangeRequest, User } from '@ops-admin/core';
import { AS_IT_COMES, aDepartment, aDraft, aRequest, aTime, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { keysOf } from '../dist/user-writer.js';
import { batchesOf } from './batches-of.ts';
import { DATABASES, type OpenedDatabase, openOf, type TestedDatabase } from './databases.ts';

const ODD = ['"\\,', 'ä', ''];

for (const { make, name } of DATABASES) {
  describe(`The rows derived from users and departments in ${name}`, function () {
    this.timeout(30_000);
    let database: TestedDatabase;
    let opened: OpenedDatabase;
    beforeEach(async () => {
      database = await make();
      opened = await openOf(database);
    });
    afterEach(async () => {
      await opened.close();
      await database.drop();
    });

    const importUsers = async (...users: readonly User[]) =>
      (await opened.ports.organisation.importUsers(users, { ...aDraft(), action: 'set' }))._unsafeUnwrap();
    const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();
    /** Compares every derived row with what its source says. */
    const check = async ({ sql, ports }: OpenedDatabase = opened) => {
      const users = (await ports.users.list())._unsafeUnwrap();
      expect(
        sorted(
          await sql(
            'select user_id as "userId", name_key as "nameKey", email_key as "emailKey", search_text as "searchText" from user_keys',
          ),
        ),
      ).to.deep.equal(sorted(users.map(keysOf)));
      const counters = (await sql('select name, total from counters order by name')).map((row) =>
        Object.values(row).map(String),
      );
      const [{ n } = { n: 0 }] = (await sql('select count(*) as n from departments')) as { n: number }[];
      const [{ id } = { id: 0 }] = (await sql('select max(id) as id from audit_entries')) as {
        id: number | null;
      }[];
      expect(counters).to.deep.equal([
        ['audit_entries', `${id ?? 0}`],
        ['departments', `${n}`],
        ['users', `${users.length}`],
      ]);
      const entries = (await ports.audit.list({ limit: 10_000 }))._unsafeUnwrap();
      const batches = (await ports.audit.batches({ limit: 100 }))._unsafeUnwrap();
      expect(batches).to.deep.equal(batchesOf(entries));
      expect((await ports.integrity.check())._unsafeUnwrap()).to.deep.equal([]);
    };
    const change = async (...requests: readonly ChangeRequest[]) => {
      (await opened.ports.permissions.change(requests, AS_IT_COMES))._unsafeUnwrap();
    };
    it('are written by imports, also for existing users', async () => {
      await importUsers(aUser(1, { permissions: ['service.a', ...ODD] }), aUser(2));
      await check();
      await importUsers(
        aUser(1, { permissions: ['service.b', 'a b'], emails: ['new@example.org'] }),
        aUser(3, { permissions: ['service.a'] }),
      );
      await check();
      await opened.ports.organisation.importDepartments([aDepartment(1), aDepartment(2)], aDraft());
      await opened.ports.organisation.importDepartments(
        [aDepartment(2, { name: 'Other' }), aDepartment(3)],
        aDraft(),
      );
      await check();
    });

    it('are written by changes, also by several of a user in one transaction', async () => {
      await importUsers(aUser(1, { permissions: ['service.a', 'service.b'] }), aUser(2));
      const requests = [
        aRequest(1, 'remove', ['service.a']),
        aRequest(1, 'add', ['service.c']),
        aRequest(2, 'set', [...ODD]),
        aRequest(1, 'set', ['service.a', 'service.d']),
      ];
      (await opened.ports.permissions.change(requests, AS_IT_COMES))._unsafeUnwrap();
      await check();
      (await opened.ports.permissions.change([aRequest(2, 'remove', ['a b'])], AS_IT_COMES))._unsafeUnwrap();
      await check();
    });

    it('are written for batches: by changes and imports, continued by others, undone and copied', async () => {
      const draft = { ...aDraft(), batch: 'import', action: 'set' as const };
      const many = Array.from({ length: 1500 }, (_, n) => aUser(n + 1, { permissions: ['service.a'] }));
      (await opened.ports.organisation.importUsers(many, draft))._unsafeUnwrap();
      await check();
      const { reason: _, ...ofDepartments } = { ...draft, batch: 'departments', time: aTime(5) };
      const departments = [aDepartment(1), aDepartment(2)];
      (await opened.ports.organisation.importDepartments(departments, ofDepartments))._unsafeUnwrap();
      await check();
      const of = (batch: string, n: number, permission: string, more: object = {}) =>
        aRequest(n, 'add', [permission], { batch, ...more });
      await change(of('a', 1, 'service.b'), of('a', 2, 'service.b'), of('b', 1, 'service.c'));
      // Later entries of the same users and of others, in another order of time, of no run in between.
      await change(aRequest(1, 'add', ['service.x']), aRequest(3, 'add', ['service.x']));
      await change(of('a', 1, 'service.d', { time: aTime(9) }), of('a', 3, 'service.d', { time: aTime(1) }));
      await change(of('a', 4, 'service.d'), of('a', 4, 'service.e'), of('import', 1, 'service.e'));
      await check();
      const newest = (await opened.ports.audit.newestId())._unsafeUnwrap();
      await change(
        of('undo', 1, 'service.f', { reverts: 1 }),
        of('undo', 2, 'service.f', { reverts: newest - 1 }),
        of('a', 3, 'service.f', { reverts: newest - 2 }),
        aRequest(2, 'add', ['service.g'], { reverts: 2 }),
      );
      await change(of('undo', 1, 'service.h', { reverts: 1 }), of('more', 1, 'service.i', { reverts: 3 }));
      await check();
      const another = await make();
      const copy = await openOf(another);
      (await copy.ports.copy.write(opened.ports.copy.read()))._unsafeUnwrap();
      await check(copy);
      await copy.close();
      await another.drop();
    });

    it('are written by a copy', async () => {
      await importUsers(
        aUser(1, { permissions: ['service.a', ...ODD] }),
        aUser(2, { permissions: ['service.a'] }),
      );
      await opened.ports.organisation.importDepartments([aDepartment(1), aDepartment(2)], aDraft());
      const another = await make();
      const copy = await openOf(another);
      (await copy.ports.copy.write(opened.ports.copy.read()))._unsafeUnwrap();
      await check(copy);
      await copy.close();
      await another.drop();
    });

    it('show where a counter is wrong', async () => {
      await importUsers(aUser(1, { permissions: ['service.a'] }));
      const flaws = async () => (await opened.ports.integrity.check())._unsafeUnwrap();
      await opened.sql("update counters set total = 0 where name = 'audit_entries'");
      const derived = (example: string) => [
        { type: 'derived', table: 'counters', rows: 1, examples: [example] },
      ];
      expect(await flaws()).to.deep.equal(derived('audit_entries is 0, and should be 1'));
      await opened.sql("update counters set total = 9 where name = 'audit_entries'");
      expect(await flaws(), 'entries are gone').to.deep.equal([
        { type: 'damaged', detail: 'counters says 9, but the newest audit entry is 1' },
      ]);
      await opened.sql("update counters set total = 1 where name = 'audit_entries'");
      await opened.sql("update counters set total = 7 where name = 'departments'");
      expect(await flaws()).to.deep.equal(derived('departments is 7, and should be 0'));
      await opened.sql("delete from counters where name = 'departments'");
      expect(await flaws()).to.deep.equal(derived('departments is lost, and should be 0'));
      await opened.sql("delete from counters where name = 'audit_entries'");
      const [request, { permissions }] = [aRequest(1, 'remove', ['service.a']), opened.ports];
      expect((await permissions.change([request], AS_IT_COMES))._unsafeUnwrapErr().type).to.equal(
        'store-unavailable',
      );
    });
  });
}
