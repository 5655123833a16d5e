import { AS_IT_COMES, aDepartment, aDraft, anId, aRequest, aUser } from '@ops-admin/testing';
import { expect } from 'chai';
import { DATABASES, type OpenedDatabase, openOf, type TestedDatabase } from './databases.ts';

type Name = (typeof DATABASES)[number]['name'];
/** SQL, the same for all or of each. */
type Sql = string | Readonly<Record<Name, string>>;

const ADMIN = `insert into user_permissions values ('${anId(1)}', 99, 'service.admin.access', null)`;
const EVIL = `create function evil() returns trigger language plpgsql as $$
  begin ${ADMIN}; return null; end $$`;

/** A change of the schema, and the reported name. */
const SCHEMA: Readonly<Record<string, readonly [sql: Sql, object: string | RegExp]>> = {
  'a trigger that makes an admin later': [
    {
      SQLite: `create trigger evil after insert on audit_entries begin ${ADMIN}; end`,
      PostgreSQL: `${EVIL}; create trigger evil after insert on audit_entries for each row execute function evil()`,
    },
    /^trigger (?:audit_entries\.)?evil$/,
  ],
  'a view': ['create view admins as select * from users', 'view admins'],
};

/** Objects that only PostgreSQL has. */
const ON_SERVERS: typeof SCHEMA = {
  'a function': ['create function evil() returns int language sql as $$ select 1 $$', 'function evil()'],
  'a rule': ['create rule evil as on insert to audit_changes do also select 1', 'rule audit_changes.evil'],
  'an operator': [
    'create operator === (leftarg = text, rightarg = text, function = texteq)',
    'operator === (text, text)',
  ],
  'a collation': ["create collation evil (provider = icu, locale = 'und')", 'collation evil'],
  'a cast': [
    "create type evil as enum ('a'); create cast (evil as bigint) with inout",
    'cast evil as bigint',
  ],
};

const USER = anId(2);
/** A change of a user's permissions, and the result. */
const HELD: Readonly<Record<string, readonly [sql: string, held: string[]]>> = {
  'a removed permission': [
    `delete from user_permissions where user_id = '${USER}' and permission = 'service.admin.access'`,
    ['service.a'],
  ],
  'an added permission': [
    `insert into user_permissions values ('${USER}', 99, 'service.x', null)`,
    ['service.admin.access', 'service.a', 'service.x'],
  ],
  'an exchanged permission': [
    `update user_permissions set permission = 'service.x' where permission = 'service.admin.access'`,
    ['service.x', 'service.a'],
  ],
  'another order': [
    `update user_permissions set position = 99 where permission = 'service.admin.access'`,
    ['service.a', 'service.admin.access'],
  ],
  'two strings in one': [
    `update user_permissions set permission = 'service.a\nservice.x' where user_id = '${USER}' and permission = 'service.a'`,
    ['service.admin.access', 'service.a', 'service.x'],
  ],
};
/** A change of derived rows, and the reported name. */
const DERIVED: Readonly<
  Record<string, readonly [sql: string, table: string, rows: number, example: string]>
> = {
  'a list key removed': [
    `delete from user_keys where user_id = '${USER}'`,
    ...(['user_keys', 1, `user ${USER}`] as const),
  ],
  'another order': [
    `update user_keys set name_key = 'zzz' where user_id = '${USER}'`,
    ...(['user_keys', 1, `user ${USER}`] as const),
  ],
  'another order by e-mail': [
    `update user_keys set email_key = 'zzz' where user_id = '${USER}'`,
    ...(['user_keys', 1, `user ${USER}`] as const),
  ],
  'a text that is not found': [
    `update user_keys set search_text = '' where user_id = '${USER}'`,
    ...(['user_keys', 1, `user ${USER}`] as const),
  ],
  'the number of users': [
    "update counters set total = 1 where name = 'users'",
    ...(['counters', 1, 'users is 1, and should be 3'] as const),
  ],
  'the number of departments': [
    "delete from counters where name = 'departments'",
    ...(['counters', 1, 'departments is lost, and should be 1'] as const),
  ],
  'a lower number of the newest entry': [
    "update counters set total = 1 where name = 'audit_entries'",
    ...(['counters', 1, 'audit_entries is 1, and should be 4'] as const),
  ],
  'a batch removed from the list': [
    'delete from audit_batches',
    ...(['audit_batches', 1, 'batch first is missing'] as const),
  ],
  'a batch without an entry': [
    "insert into audit_batches select 'x', first_id, newest_id, since, until, entries, users, undone from audit_batches",
    ...(['audit_batches', 1, 'batch x has no entry'] as const),
  ],
  'fewer users in a batch': [
    'update audit_batches set users = 1',
    ...(['audit_batches', 1, 'batch first'] as const),
  ],
  'another position of a batch in the list': [
    'update audit_batches set newest_id = 3',
    ...(['audit_batches', 1, 'batch first'] as const),
  ],
};

for (const { make, name } of DATABASES) {
  describe(`A direct change with SQL in ${name}`, function () {
    this.timeout(30_000);
    let database: TestedDatabase;
    let opened: OpenedDatabase;
    beforeEach(async () => {
      database = await make();
      opened = await openOf(database);
      const users = [
        aUser(1, { permissions: ['service.a', 'a b', ''] }),
        aUser(2, { permissions: ['service.admin.access', 'service.a'] }),
        aUser(3),
      ];
      const { organisation, permissions } = opened.ports;
      (await organisation.importUsers(users, { ...aDraft(), action: 'set', batch: 'first' }))._unsafeUnwrap();
      (await organisation.importDepartments([aDepartment(1)], aDraft()))._unsafeUnwrap();
      (await permissions.change([aRequest(3, 'add', ['service.c'])], AS_IT_COMES))._unsafeUnwrap();
    });
    afterEach(async () => {
      await opened.close();
      await database.drop();
    });

    const flaws = async () => (await opened.ports.integrity.check())._unsafeUnwrap();
    const done = (sql: Sql) =>
      opened.sql(
        ...(typeof sql === 'string' ? sql : sql[name]).split(/;\s*(?=create|alter|drop)/),
        'select 1',
      );

    it('is ignored by the check where it is ANALYZE or VACUUM', async () => {
      await opened.sql('analyze', 'vacuum', 'select 1');
      expect(await flaws()).to.deep.equal([]);
    });

    for (const [what, [sql, object]] of Object.entries({
      ...SCHEMA,
      ...(name === 'PostgreSQL' && ON_SERVERS),
    })) {
      it(`is found in the schema: ${what}`, async () => {
        await done(sql);
        const found = (await flaws()).filter((flaw) => flaw.type === 'foreign');
        const named = found.find((flaw) =>
          typeof object === 'string' ? flaw.object === object : object.test(flaw.object),
        );
        expect(named, JSON.stringify(found)).not.to.equal(undefined);
      });
    }

    for (const [what, [sql, table, rows, example]] of Object.entries(DERIVED)) {
      it(`is found in derived rows, which are rebuilt: ${what}`, async () => {
        await opened.sql(sql);
        expect(await flaws()).to.have.length(1);
        const [flaw] = await flaws();
        expect(flaw).to.include({ type: 'derived', table, rows });
        expect(flaw).to.have.property('examples').that.includes(example);
        (await opened.ports.integrity.repair())._unsafeUnwrap();
        expect(await flaws()).to.deep.equal([]);
      });
    }

    for (const [what, [sql, held]] of Object.entries(HELD)) {
      it(`is found in the permissions of a user, and not repaired: ${what}`, async () => {
        await opened.sql(sql);
        const found = await flaws();
        expect(found).to.deep.equal([
          {
            type: 'permissions-not-matching-log',
            userId: USER,
            held,
            recorded: ['service.admin.access', 'service.a'],
            entryId: 2,
          },
        ]);
        (await opened.ports.integrity.repair())._unsafeUnwrap();
        expect(await flaws()).to.deep.equal(found);
      });
    }

    it('ends no permission where an end is malformed', async () => {
      await opened.sql(`update user_permissions set until = ${Number.MAX_SAFE_INTEGER}`);
      const held = (await opened.ports.permissions.find(USER))._unsafeUnwrap();
      expect([[...held], held.ends.size]).to.deep.equal([['service.admin.access', 'service.a'], 0]);
    });

    it('is counted, with a few examples, also for more problems than fit one page', async () => {
      const many = Array.from({ length: 2500 }, (_, n) => aUser(n + 10, { permissions: ['service.z'] }));
      const draft = { ...aDraft(), action: 'set' as const };
      (await opened.ports.organisation.importUsers(many, draft))._unsafeUnwrap();
      await opened.sql(`update user_keys set search_text = '' where user_id > '${anId(1400)}'`);
      const [flaw] = await flaws();
      expect(flaw).to.include({ type: 'derived', table: 'user_keys', rows: 1109 });
      expect(flaw).to.have.property('examples').with.length(5);
      (await opened.ports.integrity.repair())._unsafeUnwrap();
      expect(await flaws()).to.deep.equal([]);
    });

    it('needs no repair where a user is missing: their rows belong to no user', async () => {
      await opened.sql(`delete from user_emails where user_id = '${anId(3)}'`);
      await opened.sql(`delete from users where id = '${anId(3)}'`);
      expect((await flaws()).filter(({ type }) => type === 'dangling')).to.deep.equal([
        { type: 'dangling', table: 'user_keys', missing: 'users', rows: 1 },
        { type: 'dangling', table: 'user_permissions', missing: 'users', rows: 1 },
        { type: 'dangling', table: 'audit_entries', missing: 'users', rows: 1 },
      ]);
    });

    it('is found where a user is missing, with all derived rows', async () => {
      for (const table of ['user_emails', 'user_keys', 'user_permissions'])
        await opened.sql(`delete from ${table} where user_id = '${USER}'`);
      await opened.sql(`delete from users where id = '${USER}'`);
      await opened.sql("update counters set total = 2 where name = 'users'");
      expect(await flaws()).to.deep.equal([
        { type: 'dangling', table: 'audit_entries', missing: 'users', rows: 1 },
      ]);
    });

    it('is found for an end without an entry, also after ordinary changes of the user', async () => {
      const end = '2999-01-01T00:00:00.000Z';
      await opened.sql(
        `update user_permissions set until = ${Date.parse(end)} where user_id = '${USER}' and permission = 'service.a'`,
      );
      const [flaw, ...others] = await flaws();
      expect(others).to.deep.equal([]);
      expect(flaw).to.deep.include({
        type: 'permissions-not-matching-log',
        userId: USER,
        ends: { held: { 'service.a': end }, recorded: {} },
      });
      await opened.ports.permissions.change([aRequest(2, 'add', ['service.x'])], AS_IT_COMES);
      expect(await flaws()).to.deep.equal([
        { type: 'changes-without-entry', userId: USER, entryId: 5, gained: ['service.a'], lost: [] },
      ]);
      await opened.ports.permissions.change([aRequest(2, 'add', ['service.a'])], AS_IT_COMES);
      expect(await flaws()).to.deep.equal([]);
    });

    describe('to a set, followed by ordinary changes', () => {
      const holds = (...held: string[]) =>
        opened.sql(
          `delete from user_permissions where user_id = '${USER}'`,
          ...held.map((one, n) => `insert into user_permissions values ('${USER}', ${n}, '${one}', null)`),
        );
      const add = async (permission: string) =>
        (
          await opened.ports.permissions.change([aRequest(2, 'add', [permission])], AS_IT_COMES)
        )._unsafeUnwrap();
      const flaw = (entryId: number, gained: string[], lost: string[]) => ({
        type: 'changes-without-entry',
        userId: USER,
        entryId,
        gained,
        lost,
      });

      it('is found at each later entry based on it', async () => {
        await holds('service.admin.access', 'service.a', 'service.evil');
        await add('service.x');
        await holds('service.admin.access', 'service.evil', 'service.x');
        await add('service.y');
        expect(await flaws()).to.deep.equal([flaw(5, ['service.evil'], []), flaw(6, [], ['service.a'])]);
        await add('service.evil');
        await add('service.a');
        expect(await flaws()).to.deep.equal([]);
      });

      it('is ignored where only the order differs', async () => {
        await holds('service.a', 'service.admin.access');
        await add('service.x');
        expect(await flaws()).to.deep.equal([]);
      });

      it('is found after more entries of the user than one read returns', async () => {
        await holds('service.admin.access', 'service.a', 'service.evil');
        const other = Array.from({ length: 1100 }, () => aRequest(2, 'add', ['service.x']));
        for (let n = 0; n < other.length; n += 100)
          (await opened.ports.permissions.change(other.slice(n, n + 100), AS_IT_COMES))._unsafeUnwrap();
        expect(await flaws()).to.deep.equal([flaw(5, ['service.evil'], [])]);
        await add('service.evil');
        expect(await flaws()).to.deep.equal([]);
      });
    });
  });
}
