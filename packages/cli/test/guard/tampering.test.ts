import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { rowsOf } from '../../../../test/markdown-page.ts';
import { Workplace } from '../ops-admin.ts';
import { tamper } from '../tamper.ts';

const USER = (n: number) => n.toString().padStart(24, '0');
const NO_SEAL = "previous = '', digest = '', key_id = ''";
const COLUMNS = `time, actor, source, action, user_id, requested, "before", "after", ends_before, request_id,
  reason, batch, reverts, members, issuer, subject_digest, profile, previous, digest, key_id, signature`;
const copyOf = (id: number, as: number) => `
  insert into audit_entries (id, ${COLUMNS}) select ${as}, ${COLUMNS} from audit_entries where id = ${id};
  insert into audit_changes select ${as}, position, kind, permission from audit_changes where entry_id = ${id};`;
const cutOff = (from: number) => `
  delete from audit_entries where id >= ${from}; delete from audit_changes where entry_id >= ${from};
  delete from audit_subjects where entry_id >= ${from};`;
const set = (what: string, id = 5) => `update audit_entries set ${what} where id = ${id}`;
const CUT_OFF = `
  ${cutOff(8)} insert into user_permissions values ('${USER(1)}', 0, 'service.c', null)`;
/** Gives a user one more. */
const give = (permission: string, n = 2) =>
  `insert into user_permissions values ('${USER(n)}', 99, '${permission}', null)`;

/** Somebody who holds nothing yet, but can sign in, with all that is derived. */
const accountOf = (n: number) => `
  insert into users (id, first_name, last_name, name, active, salt) values ('${USER(n)}', 'F', 'L', 'F L', 1, 'x');
  insert into user_emails values ('${USER(n)}', 0, 'm@example.org', 'm@example.org');
  insert into user_identities values ('https://id.example', 'mallory', '${USER(n)}', 0);
  insert into user_keys values ('${USER(n)}', 'f l', 'm@example.org', 'm@example.org' || char(10) || 'f l');
  update counters set total = total + 1 where name = 'users'`;

const ORDINARY = ['permissions', 'add', 'user2@example.org', 'service.x'];

/** What finds it first: `verify`, else `check`, else a head that was kept; `nothing` where none of them can. */
type Finder = 'audit verify' | 'db check' | 'audit verify --head' | 'nothing';

/** Ways to do something to the file, each with what finds it, also after the command that is given then. Entry 5 removed `service.b` from the first user. */
const WAYS: Readonly<Record<string, readonly [sql: string, Finder, ...then: string[]]>> = {
  'another value in an entry: time': [set("time = '2020-01-01T00:00:00.000Z'"), 'audit verify'],
  'another value in an entry: actor': [set("actor = 'cli:somebody'"), 'audit verify'],
  'another value in an entry: source': [set("source = 'http'"), 'audit verify'],
  'another value in an entry: action': [set("action = 'add'"), 'audit verify'],
  'another value in an entry: user': [set(`user_id = '${USER(2)}'`), 'audit verify'],
  'another value in an entry: no user': [set("user_id = ''"), 'audit verify'],
  'another value in an entry: permissions asked for': [set(`requested = '["service.c"]'`), 'audit verify'],
  'another value in an entry: invalid JSON': [set(`requested = '["service.b'`), 'audit verify'],
  'another value in an entry: reason': [set("reason = 'asked for'"), 'audit verify'],
  'another value in an entry: request id': [set("request_id = 'x'"), 'audit verify'],
  'another value in an entry: batch': [set("batch = 'x'"), 'audit verify'],
  'another value in an entry: undone entry': [set('reverts = 1'), 'audit verify'],
  'another value in an entry: issuer': [set("issuer = 'https://mallory.example'", 7), 'audit verify'],
  'another value in an entry: digest of a subject': [set("subject_digest = 'x'", 7), 'audit verify'],
  'another value in an entry: stored subject': [
    "update audit_subjects set subject = 'mallory'",
    'audit verify',
  ],
  'what verifying passes: a stored subject removed': ['delete from audit_subjects', 'db check'],
  'another value in an entry: profile': [set("profile = 'x'"), 'audit verify'],
  'another value in an entry: set before': [set(`"before" = '["service.x"]'`), 'audit verify'],
  'another value in an entry: set after': [set(`"after" = '["service.x"]'`), 'audit verify'],
  'another value in an entry: end before': [
    set(`ends_before = '{"service.a":"2030-01-01T00:00:00.000Z"}'`),
    'audit verify',
  ],
  'what an entry changed: another permission': [
    "update audit_changes set permission = 'service.x' where entry_id = 5",
    'audit verify',
  ],
  'what an entry changed: an addition for a removal': [
    "update audit_changes set kind = 'added' where entry_id = 5",
    'audit verify',
  ],
  'what an entry changed: a change removed': ['delete from audit_changes where entry_id = 5', 'audit verify'],
  'what an entry changed: a change added': [
    "insert into audit_changes values (5, 1, 'added', 'service.x')",
    'audit verify',
  ],
  'entries: one removed': [
    `delete from audit_entries where id = 5; delete from audit_changes where entry_id = 5`,
    'audit verify',
  ],
  'entries: the first removed': ['delete from audit_entries where id < 3', 'audit verify'],
  'entries: one removed, others renumbered': [
    `delete from audit_entries where id = 5; delete from audit_changes where entry_id = 5;
     update audit_entries set id = -id where id > 5; update audit_entries set id = -id - 1 where id < 0;
     update audit_changes set entry_id = entry_id - 1 where entry_id > 5`,
    'audit verify',
  ],
  'entries: two exchanged': [
    'update audit_entries set id = -5 where id = 5; update audit_entries set id = 5 where id = 6; update audit_entries set id = 6 where id = -5',
    'audit verify',
  ],
  'entries: one copied to the end': [copyOf(5, 9), 'audit verify'],
  'entries: one before the first': [copyOf(1, 0), 'audit verify'],
  'seals and signatures: an unsealed entry at the end': [
    `${copyOf(5, 9)}; ${set(NO_SEAL, 9)}`,
    'audit verify',
  ],
  'seals and signatures: one removed': [set(NO_SEAL), 'audit verify'],
  'seals and signatures: the first half removed': [
    `update audit_entries set ${NO_SEAL} where id < 5`,
    'audit verify',
  ],
  'seals and signatures: all removed, entries rewritten': [
    `update audit_entries set ${NO_SEAL}; update audit_entries set actor = 'cli:somebody'`,
    'audit verify',
  ],
  'seals and signatures: by another key': [set("key_id = 'audit-mine'"), 'audit verify'],
  'what verifying passes: another signature before the end': [set("signature = 'x'"), 'db check'],
  'seals and signatures: that of another entry at the end': [
    set('signature = (select signature from audit_entries where id = 5)', 8),
    'audit verify',
  ],
  'seals and signatures: half of one': [set('key_id = null'), 'audit verify'],
  'seals and signatures: none at the end': [set('key_id = null, signature = null', 8), 'audit verify'],
  'seals and signatures: a rotation without the key': [
    `${copyOf(8, 9)}; ${set(`action = 'rotate', user_id = null, requested = '["x","y"]', key_id = 'y', signature = 'x'`, 9)}`,
    'audit verify',
  ],
  'another value in an entry: digest': [set('digest = previous'), 'audit verify'],
  'another value in an entry: digest before': [set("previous = ''"), 'audit verify'],
  'permissions, without an entry: given': [give('service.admin'), 'db check'],
  'permissions, without an entry: given, then an ordinary change': [
    give('service.admin.access'),
    'db check',
    ...ORDINARY,
  ],
  'permissions, without an entry: taken': [
    "delete from user_permissions where permission = 'service.d'",
    'db check',
  ],
  'permissions, without an entry: taken, then an ordinary change': [
    "delete from user_permissions where permission = 'service.d'",
    'db check',
    ...ORDINARY,
  ],
  'permissions, without an entry: exchanged': [
    "update user_permissions set permission = 'service.admin' where permission = 'service.d'",
    'db check',
  ],
  'permissions, without an entry: another end': [
    "update user_permissions set until = 1 where permission = 'service.d'",
    'db check',
  ],
  'permissions, without an entry: another order': [
    `update user_permissions set position = ${10 ** 9} where user_id = '${USER(2)}' and permission = 'service.a'`,
    'db check',
  ],
  'users, without an entry: removed': [`delete from users where id = '${USER(1)}'`, 'db check'],
  'users, without an entry: removed with all that is derived': [
    `delete from user_keys where user_id = '${USER(3)}'; delete from user_permissions where user_id = '${USER(3)}';
     delete from user_emails where user_id = '${USER(3)}'; delete from users where id = '${USER(3)}';
     update counters set total = 2 where name = 'users'`,
    'db check',
  ],
  'the end of the log: cut off': [cutOff(8), 'db check'],
  'the end of the log: cut off, its change undone': [CUT_OFF, 'db check'],
  'the end of the log, and what is derived: cut off, its change undone': [
    `${CUT_OFF}; update counters set total = 7 where name = 'audit_entries'`,
    'audit verify --head',
  ],
  'the end of the log, and what is derived: everything removed': [
    `${cutOff(0)} delete from user_identities; delete from user_emails; delete from users;
     delete from user_keys; delete from user_permissions; delete from audit_batches; update counters set total = 0`,
    'audit verify --head',
  ],
  'derived tables and objects: a trigger that makes an admin later': [
    `create trigger later after insert on audit_entries begin
       ${give('service.admin')}; end`,
    'db check',
  ],
  'derived tables and objects: a view in place of users': [
    'alter table users rename to people; create view users as select * from people',
    'db check',
  ],
  'derived tables and objects: a user hidden from lists': [
    `delete from user_keys where user_id = '${USER(2)}'`,
    'db check',
  ],
  'derived tables and objects: another search name': ["update user_keys set search_text = 'x'", 'db check'],
  'derived tables and objects: another count of users': [
    "update counters set total = 9 where name = 'users'",
    'db check',
  ],
  'derived tables and objects: a lower newest id': [
    "update counters set total = 2 where name = 'audit_entries'",
    'db check',
  ],
  'derived tables and objects: a batch removed': ['delete from audit_batches where first_id = 1', 'db check'],
  'derived tables and objects: fewer entries in a batch': [
    'update audit_batches set entries = entries - 1',
    'db check',
  ],
  'users, without an entry: an identity given': [
    `insert into user_identities values ('https://id.example', 'mallory', '${USER(1)}', 9)`,
    'db check',
  ],
  'users, without an entry: created': [accountOf(9), 'db check'],
  'users, without an entry: created, then an ordinary change': [
    accountOf(9),
    'db check',
    ...['permissions', 'add', USER(9), 'service.x'],
  ],
  'users, without an entry: another identity': ["update user_identities set subject = 'mallory'", 'db check'],
  'users, without an entry: another e-mail': [
    "update user_emails set email = 'mallory@example.org'",
    'db check',
  ],
  'users, without an entry: another name': ["update users set name = 'Somebody'", 'db check'],
  'users, without an entry: another department': [
    `update users set department_id = '${USER(9)}'`,
    'db check',
  ],
  'users, without an entry: another state': ['update users set active = 0', 'db check'],
  'users, without an entry: another salt': ["update users set salt = 'x'", 'db check'],
};

const DEPARTMENT = (n: number) => `d${USER(n).slice(1)}`;
/** The same for a file that has three departments, too, of which the third is below the first. */
const WAYS_OF_DEPARTMENTS: typeof WAYS = {
  'departments, without an entry: moved': [
    `update departments set parent_id = '${DEPARTMENT(2)}' where id = '${DEPARTMENT(3)}'`,
    'db check',
  ],
  'departments, without an entry: moved, then an ordinary change': [
    `update departments set parent_id = '${DEPARTMENT(2)}' where id = '${DEPARTMENT(3)}'`,
    'db check',
    ...['departments', 'update', 'D3', '--name', 'Other'],
  ],
  'departments, without an entry: another manager': [
    `update departments set manager_id = '${USER(2)}'`,
    'db check',
  ],
  'departments, without an entry: removed': [
    `delete from departments where id = '${DEPARTMENT(3)}';
     update counters set total = total - 1 where name = 'departments'`,
    'db check',
  ],
  'departments, without an entry: created': [
    `insert into departments select '${DEPARTMENT(9)}', name, description, 'D9', parent_id, manager_id, created_at, updated_at, 'd9'
     from departments where id = '${DEPARTMENT(1)}';
     update counters set total = total + 1 where name = 'departments'`,
    'db check',
  ],
  'another value in an entry: digest of a department': [
    "update audit_entries set department_digest = 'x'",
    'audit verify',
  ],
  'another value in an entry: former value of a department': [
    `update audit_entries set former = '{"name":"X"}' where department_change is not null`,
    'audit verify',
  ],
};

describe('Tampering with the file', () => {
  const workplace = new Workplace();

  workplace.beginWith(async () => {
    const run = async (...args: string[]) => {
      const { code, stderr } = await workplace.run(args);
      if (code !== 0) throw new Error(stderr);
    };
    const users = (...sets: string[][]) =>
      workplace.write(
        'users.json',
        sets.map((permissions, n) => ({
          _id: USER(n + 1),
          emails: [`user${n + 1}@example.org`],
          personalInformation: { firstName: 'F', lastName: 'L', name: `F ${n + 1}` },
          permissions,
          identities: [],
        })),
      );
    await run(
      'import',
      'users',
      await users(['service.a', 'service.b'], ['service.a'], ['service.admin.access']),
    );
    // In another order than what was added leaves: the entry also keeps the set after it.
    await run(
      'import',
      'users',
      await users(['service.c', 'service.a', 'service.b'], ['service.a'], ['service.admin.access']),
    );
    await run('permissions', 'remove', 'user1@example.org', 'service.b');
    await run('permissions', 'add', 'user2@example.org', 'service.d');
    await run('users', 'link', 'user2@example.org', '--issuer', 'https://id.example', '--subject', 'two');
    await run('permissions', 'remove', 'user1@example.org', 'service.c');
  });

  const codes = async (head: string) => {
    const commands = [
      ['audit', 'verify'],
      ['db', 'check'],
      ['audit', 'verify', '--head', head],
    ];
    const outcomes = [];
    for (const args of commands) outcomes.push((await workplace.run(args)).code);
    return outcomes;
  };
  const headOf = async () => (await workplace.run(['audit', 'head'])).stdout.trim();

  it('reports nothing on an unchanged file', async () => {
    expect(await codes(await headOf())).to.deep.equal([0, 0, 0]);
  });

  const FINDERS: readonly Finder[] = ['audit verify', 'db check', 'audit verify --head', 'nothing'];
  for (const [way, [sql, finder, ...then]] of Object.entries({ ...WAYS, ...WAYS_OF_DEPARTMENTS })) {
    it(`is found by ${finder}: ${way}`, async () => {
      if (way in WAYS_OF_DEPARTMENTS) {
        const departments = [1, 2, 3].map((n) => ({
          _id: DEPARTMENT(n),
          name: `Department ${n}`,
          code: `D${n}`,
        }));
        const below = { ...departments[2], parentId: DEPARTMENT(1) };
        await workplace.write('departments.json', [...departments.slice(0, 2), below]);
        expect((await workplace.run(['import', 'departments', 'departments.json'])).code).to.equal(0);
        expect(await codes(await headOf())).to.deep.equal([0, 0, 0]);
      }
      const head = await headOf();
      const file = workplace.path('ops-admin.db');
      // What writes no row of the trail needs its guards not taken away, and can be about them.
      if (/^(?:alter|create|drop) /.test(sql)) new Database(file).exec(sql).close();
      else tamper(file, `pragma foreign_keys = off; ${sql}`);
      if (then.length > 0) expect((await workplace.run(then)).code).to.equal(0);
      const found = (await codes(head)).indexOf(1);
      expect(FINDERS.at(found)).to.equal(finder);
    });
  }

  it('is in docs/guarantees.md way by way', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/guarantees.md'), 'utf8');
    const rows = rowsOf(page, 'altered', 'how', 'found by');
    const found = rows.flatMap((row) =>
      row.how.split('; ').map((way) => `${row.altered}: ${way} (${row['found by']})`),
    );
    const ways = Object.entries({ ...WAYS, ...WAYS_OF_DEPARTMENTS });
    expect(found).to.have.members(ways.map(([way, [, finder]]) => `${way} (${finder})`));
  });
});
