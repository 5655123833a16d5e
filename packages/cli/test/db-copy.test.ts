import { once } from 'node:events';
import { existsSync, rmSync, statSync } from 'node:fs';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { until } from '../../../test/until.ts';
import { type ADatabase, aDatabase, ask } from '../../adapter-postgres/test/a-postgres.ts';
import { anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

/** Enough that a copy takes a while. */
const MANY_ENTRIES = 20_000;
const ODD = '"\'\\ é 漢 😀\u2028[],';

describe('ops-admin db copy', () => {
  const workplace = new Workplace();
  // Once, since it takes as long as a copy.
  workplace.beginWith(() => makeOddOrganisation(workplace));
  let made: ADatabase;
  beforeEach(async () => {
    made = await aDatabase();
  });
  afterEach(() => made.drop());

  const KEYS = { OPS_AUTH_KEYS: './ops-admin.keys.json' };
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    workplace.run(args, { env: { ...KEYS, ...env } });
  const copy = (from: string, to: string, ...args: string[]) =>
    run(['db', 'copy', '--from', from, '--to', to, ...args]);
  /** Everything that the commands show of a database. */
  const shown = async (db: string) => {
    const commands = [
      ['users', 'list'],
      ['departments', 'list'],
      ['audit', 'export'],
      ['audit', 'head'],
    ];
    const outcomes = await Promise.all(
      commands.map((args) => run([...args, ...(args[1] === 'list' ? ['--json'] : [])], { OPS_DB: db })),
    );
    return outcomes.map(({ code, stderr, stdout }) => [code, stderr, stdout]);
  };
  const rowsOf = async (table: string) =>
    (await ask<{ rows: string }>(made.url, `select count(*) as rows from ${table}`))[0]?.rows;
  /** Adds entries that nobody sealed. */
  const withMoreEntries = (count: number) =>
    tamper(
      workplace.path('ops-admin.db'),
      `with recursive n (x) as (select 9 union all select x + 1 from n where x < ${8 + count})
       insert into audit_entries (id, time, actor, source, action, user_id, requested, "before", previous,
         digest, key_id)
       select x, '2026-01-01T00:00:00.000Z', 'cli:x', 'cli', 'add', '${anId(9)}', '["${'x'.repeat(300)}"]', '[]', '', '', ''
       from n`,
    );

  it('copies an organisation unchanged from a file to PostgreSQL, to another server, and back', async () => {
    // In use, with changes that are not in the file itself yet.
    const inUse = new Database(workplace.path('ops-admin.db'));
    inUse.exec(
      "update users set name = name || '.'; update users set name = substr(name, 1, length(name) - 1)",
    );
    expect(statSync(workplace.path('ops-admin.db-wal')).size).to.be.greaterThan(0);
    const before = await shown('ops-admin.db');
    const head = before[3]?.[2]?.toString().trim() ?? '';
    const there = await copy('ops-admin.db', made.url, '--json');
    expect([there.code, there.stderr]).to.deep.equal([0, '']);
    const report = JSON.parse(there.stdout);
    expect(report).to.include({
      from: 'ops-admin.db',
      departments: 2,
      users: 3,
      entries: 8,
      head,
    });
    expect(report.to).to.not.include(':test@');
    expect(await shown(made.url)).to.deep.equal(before);

    const other = await aDatabase();
    try {
      expect((await copy(made.url, other.url)).code).to.equal(0);
      const back = await copy(other.url, 'back.db');
      expect([back.code, back.stderr]).to.deep.equal([0, '']);
      expect(back.stdout).to.equal(
        'copied 2 departments, 3 users and 8 audit entries to back.db\nboth sides hold the same records, and the audit log is verified\n',
      );
    } finally {
      await other.drop();
    }
    expect(await shown('back.db')).to.deep.equal(before);
    const file = await copy('back.db', 'again.db');
    expect(file.code).to.equal(0);
    for (const db of [made.url, 'again.db']) {
      // The chain continues after the former head.
      const changed = await run(['permissions', 'add', 'user2@example.org', 'service.z'], { OPS_DB: db });
      expect(changed.code).to.equal(0);
      const verified = await run(['audit', 'verify', '--head', head], { OPS_DB: db });
      expect([verified.code, verified.stderr]).to.deep.equal([0, '']);
      expect((await run(['db', 'check'], { OPS_DB: db })).code).to.equal(0);
    }
    expect(before[2]?.[2]).to.include('漢');
    inUse.close();
  });

  it('copies a database with problems, reports them, and fails', async () => {
    tamper(workplace.path('ops-admin.db'), "update audit_entries set actor = 'cli:nobody' where id = 3");
    const { code, stderr, stdout } = await copy('ops-admin.db', made.url);
    expect([code, stderr]).to.satisfy(
      ([status, text]: [number, string]) =>
        status === 1 && text.includes('audit entry 3 does not match its digest'),
    );
    expect(stdout).to.include('copied 2 departments').and.include('the same flaws');
    expect(await rowsOf('audit_entries')).to.equal('8');
  });

  it('refuses a target that is not empty, and leaves it unchanged', async () => {
    expect((await copy('ops-admin.db', made.url)).code).to.equal(0);
    const before = await shown(made.url);
    expect((await run(['permissions', 'add', 'user2@example.org', 'service.later'])).code).to.equal(0);
    for (const to of [made.url, 'ops-admin.db']) {
      const refused = await copy('ops-admin.db', to);
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('already holds an organisation');
    }
    expect(await shown(made.url)).to.deep.equal(before);
  });

  it('creates no target where the source or its keys are missing', async () => {
    expect((await copy('missing.db', 'new.db')).code).to.equal(2);
    const keyless = await run(['db', 'copy', '--from', 'ops-admin.db', '--to', 'new.db'], {
      OPS_AUTH_KEYS: 'none.json',
    });
    expect([keyless.code, keyless.stderr]).to.satisfy(
      ([code, text]: [number, string]) => code === 1 && text.includes('none.json'),
    );
    expect((await run(['db', 'copy', '--from', 'ops-admin.db'])).code).to.equal(2);
    expect(
      ['missing.db', 'new.db', 'none.json'].filter((name) => existsSync(workplace.path(name))),
    ).to.deep.equal([]);
  });

  it('says where to put the key file', async () => {
    const { stdout } = await workplace.run(['db', 'copy', '--from', 'ops-admin.db', '--to', 'other.db']);
    expect(stdout).to.include('OPS_AUTH_KEYS=ops-admin.keys.json, or copy it to other.keys.json');
  });

  it('leaves PostgreSQL empty when it is killed', async () => {
    withMoreEntries(MANY_ENTRIES);
    const child = workplace.start(['db', 'copy', '--from', 'ops-admin.db', '--to', made.url], KEYS);
    const entries = `select from pg_stat_activity where query like '%insert into audit_entries%' and pid <> pg_backend_pid()
      and datname = current_database()`;
    const isHit = async () => (await ask(made.url, entries)).length > 0 || child.exitCode !== null;
    await until(isHit, 'entries on their way');
    child.kill('SIGKILL');
    const [, signal] = await once(child, 'close');
    expect(signal).to.equal('SIGKILL');
    for (const table of ['users', 'departments', 'audit_entries']) {
      expect(await rowsOf(table), table).to.equal('0');
    }
    expect(await ask(made.url, "select total from counters where name = 'audit_entries'")).to.deep.equal([
      { total: '0' },
    ]);
    // The whole copy, with the problem that these entries have no seal.
    expect((await copy('ops-admin.db', made.url)).code).to.equal(1);
    expect(await rowsOf('audit_entries')).to.equal(String(MANY_ENTRIES + 8));
  });

  it('leaves a file empty when it is killed', async () => {
    withMoreEntries(MANY_ENTRIES);
    const log = workplace.path('target.db-wal');
    const size = () => statSync(log, { throwIfNoEntry: false })?.size ?? 0;
    // On a busy machine a kill may come late: then the copy is complete.
    const isHit = async () => {
      for (const rest of ['', '-wal', '-shm']) rmSync(workplace.path(`target.db${rest}`), { force: true });
      const child = workplace.start(['db', 'copy', '--from', 'ops-admin.db', '--to', 'target.db'], KEYS);
      const closed = once(child, 'close');
      await until(() => size() >= 1_000_000 || child.exitCode !== null, 'entries on their way');
      child.kill('SIGKILL');
      await closed;
      const database = new Database(workplace.path('target.db'));
      const rows = database
        .prepare('select (select count(*) from users) + (select count(*) from audit_entries)')
        .pluck()
        .get();
      database.close();
      expect(rows).to.be.oneOf([0, MANY_ENTRIES + 11]);
      return rows === 0;
    };
    await until(isHit, 'a copy that is killed on its way');
    expect((await copy('ops-admin.db', 'target.db')).code).to.equal(1);
    expect((await run(['users', 'list', '--json'], { OPS_DB: 'target.db' })).stdout).to.include('user3@');
  });

  it('checks a database in PostgreSQL in the same way as a file', async () => {
    await copy('ops-admin.db', made.url);
    const check = (...args: string[]) => run(['db', 'check', ...args], { OPS_DB: made.url });
    expect((await check()).stdout).to.equal(
      'no damage found; users and departments match the audit log\nverified 8 audit entries\n',
    );
    await ask(
      made.url,
      'set session_replication_role = replica',
      `delete from user_permissions where user_id = '${anId(2)}'`,
      `insert into user_permissions values ('${anId(2)}', 0, 'service.admin.access', null)`,
      `delete from users where id = '${anId(1)}'`,
      "update audit_entries set actor = 'cli:nobody' where id = 3",
    );
    const { code, stderr, stdout } = await check('--json');
    expect(code).to.equal(1);
    expect((JSON.parse(stdout) as { flaws: { type: string }[] }).flaws.map(({ type }) => type)).to.deep.equal(
      [
        ...['dangling', 'dangling', 'dangling', 'dangling', 'dangling'],
        ...['permissions-not-matching-log', 'derived', 'audit-broken'],
      ],
    );
    expect(stderr).to.include(`user ${anId(2)} holds service.admin.access, but audit entry`);
    const empty = await aDatabase();
    expect((await run(['db', 'check'], { OPS_DB: empty.url })).code).to.equal(2);
    expect(await ask(empty.url, "select from pg_class where relname = 'users'")).to.have.length(0);
    await empty.drop();
  });
});

/** Makes departments and users, with entries of every action and strings that need care. */
async function makeOddOrganisation(workplace: Workplace): Promise<void> {
  const organisation = await anOrganisation(workplace, ['service.admin.access'], [], ['service.b', ODD]);
  await organisation.remove(3, ['service.b'], { reason: ODD, batch: 'run-1', requestId: ODD });
  await organisation.add(2, ['service.d']);
  await workplace.write('departments.json', [
    { _id: anId(11), name: ODD, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-02T00:00:00Z' },
    {
      _id: anId(12),
      name: 'Below',
      parentId: anId(11),
      managerId: anId(1),
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    },
  ]);
  const provider = ['--issuer', 'https://id.example.org', '--subject', ODD];
  for (const args of [
    ['import', 'departments', 'departments.json'],
    ['users', 'link', 'user1@example.org', ...provider],
    ['audit', 'revert', '4'],
  ]) {
    expect((await workplace.run(args)).code, args.join(' ')).to.equal(0);
  }
  await organisation.close();
}
