import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, watch, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

describe('ops-admin db', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;
  const file = () => workplace.path('ops-admin.db');

  beforeEach(async () => {
    organisation = await anOrganisation(workplace, ['service.a'], [], ['service.b', 'service.c']);
    await organisation.remove(1, ['service.a']);
    await organisation.add(2, ['service.d']);
  });
  afterEach(async () => {
    await organisation.close();
  });

  describe('check', () => {
    const check = async (...args: string[]) => {
      const { code, stderr, stdout } = await workplace.run(['db', 'check', '--json', ...args]);
      const flaws = stdout === '' ? [] : (JSON.parse(stdout) as { flaws: { type: string }[] }).flaws;
      return { code, stderr, flaws };
    };

    it('accepts an unchanged database', async () => {
      const { code, stderr, stdout } = await workplace.run(['db', 'check']);
      expect([code, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.equal(
        'no damage found; users and departments match the audit log\nverified 4 audit entries\n',
      );
    });

    it('names each problem, and its remedy', async () => {
      await organisation.close();
      tamper(
        file(),
        `pragma foreign_keys = off;
         insert into user_permissions values ('${anId(1)}', 0, 'service.admin.access', null);
         insert into users select '${anId(9)}', '', '', '', null, 1, 'salt';
         insert into user_permissions values ('${anId(9)}', 0, 'service.x', null);
         insert into user_emails values ('${anId(8)}', 0, 'gone@example.org', 'gone@example.org');
         update audit_entries set actor = 'cli:nobody' where id = 3;`,
      );
      const { code, flaws, stderr } = await check();
      expect(code).to.equal(1);
      expect(flaws.map(({ type }) => type)).to.deep.equal([
        'dangling',
        'permissions-not-matching-log',
        'permissions-not-matching-log',
        'profile-not-matching-log',
        ...['derived', 'derived'],
        'audit-broken',
      ]);
      expect(flaws[1]).to.include({ userId: anId(1), entryId: 3 });
      expect(stderr).to.include(
        `user ${anId(1)} holds service.admin.access, but audit entry 3 left them nothing`,
      );
      expect(stderr).to.include(`user ${anId(9)} holds service.x, but no audit entry says so`);
      expect(stderr).to.include(`user ${anId(9)} has no audit entry: somebody added them without one`);
      expect(stderr).to.include('audit entry 3 does not match its digest');
      const { details } = JSON.parse(stderr).error as { details: { message: string }[] };
      expect(
        details.map(({ message }) => /restore|correct it with|rebuild them with/.test(message)),
      ).to.deep.equal(Array.from({ length: 7 }, () => true));
    });

    const sql = (statement: string) => {
      const database = new Database(file());
      database.exec(statement);
      database.close();
    };
    const repair = async (...args: string[]) => {
      const { code, stderr, stdout } = await workplace.run(['db', 'check', '--repair', ...args]);
      return { code, stderr, stdout };
    };
    const HIDDEN = `delete from user_keys where user_id = '${anId(3)}'`;

    it('rebuilds derived tables with --repair, and reports which', async () => {
      sql(HIDDEN);
      sql("update counters set total = 1 where name = 'users'");
      const { code, stderr } = await workplace.run(['db', 'check']);
      expect(code).to.equal(1);
      expect(stderr).to.include(`(user ${anId(3)}): rebuild them with`);
      const repaired = await repair('--yes');
      expect([repaired.code, repaired.stderr]).to.deep.equal([0, '']);
      expect(repaired.stdout).to.match(
        /^rebuilt 1 row of counters\nrebuilt 1 row of user_keys\nno damage found/,
      );
      expect((await check()).code).to.equal(0);
      const found = await workplace.run(['users', 'list', '--json']);
      expect(found.stdout).to.include(anId(3));
      expect((await repair('--yes')).stdout).to.match(/^there was nothing to repair\nno damage found/);
    });

    it('repairs nothing where it finds another problem, or without confirmation', async () => {
      sql(HIDDEN);
      const unasked = await repair();
      expect(unasked).to.deep.include({ code: 2, stdout: '' });
      expect(unasked.stderr).to.include('db check --repair requires --yes without a terminal');
      expect((await workplace.run(['db', 'check', '--yes'])).code).to.equal(2);
      sql('create trigger later after insert on audit_entries begin select 1; end');
      const refused = await repair('--yes', '--json');
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('the schema has a trigger later, which ops-admin did not create');
      expect(refused.stderr).to.include('nothing was repaired');
      const { flaws } = JSON.parse(refused.stdout) as { flaws: object[] };
      expect(flaws.map((flaw) => ({ ...flaw, message: '' }))).to.deep.equal([
        { type: 'foreign', object: 'trigger later', message: '' },
        {
          type: 'derived',
          table: 'user_keys',
          rows: 1,
          examples: [`user ${anId(3)}`],
          message: '',
        },
      ]);
    });

    it('finds a damaged page', async () => {
      await organisation.close();
      const database = new Database(file(), { readonly: true });
      const page = database.prepare<[], number>(
        "select rootpage from sqlite_schema where name = 'departments'",
      );
      const start = ((page.pluck().get() ?? 0) - 1) * 4096;
      database.close();
      writeFileSync(file(), readFileSync(file()).fill(0x5a, start, start + 4096));
      const { code, flaws, stderr } = await check();
      expect(code).to.equal(1);
      expect(flaws[0]?.type).to.equal('damaged');
      expect(stderr).to.include('restore a backup');
    });

    it('changes no file, and creates only the files that SQLite needs for reading', async () => {
      const files = () => ['', '-wal'].map((rest) => readFileSync(file() + rest).toString('base64'));
      const before = files();
      expect((await check()).code).to.equal(0);
      expect(files()).to.deep.equal(before);
      expect((await check('--db', 'missing.db')).code).to.equal(2);
      await workplace.write('empty.db', '');
      expect((await check('--db', 'empty.db')).code).to.equal(2);
      expect(statSync(workplace.path('empty.db')).size).to.equal(0);
      const foreign = new Database(workplace.path('foreign.db'));
      foreign.exec('create table x (y)').close();
      expect((await check('--db', 'foreign.db')).code).to.equal(1);
      expect(
        readdirSync(workplace.path('.')).filter((name) => /missing|empty.*keys/.test(name)),
      ).to.deep.equal([]);
    });
  });

  describe('backup', () => {
    const backUp = (...args: string[]) => workplace.run(['db', 'backup', 'copy.db', ...args]);
    const copy = () => workplace.path('copy.db');
    const drafts = () => readdirSync(workplace.path('.')).filter((name) => name.startsWith('copy.db.'));

    it('copies all data while others write, readable by its owner only, and reports the amount', async () => {
      let changes = 0;
      let isDone = false;
      const writing = (async () => {
        for (; !isDone; changes++) {
          await organisation.add(3, [`service.n${changes}`]);
          await nextTurn();
        }
      })();
      const backup = await workplace.runReal(['db', 'backup', 'copy.db', '--json']);
      const { code, stderr, stdout } = backup;
      isDone = true;
      await writing;
      expect([code, stderr]).to.deep.equal([0, '']);
      const report = JSON.parse(stdout) as { bytes: number; entries: number };
      expect(report).to.deep.include({ sound: true, trailVerified: true, flaws: [] });
      expect(report.entries).to.be.within(5, 5 + changes);
      expect(statSync(copy()).size).to.equal(report.bytes);
      expect(statSync(copy()).mode & 0o777).to.equal(0o600);
      expect(drafts()).to.deep.equal([]);
      // It is one file, and serves as a database.
      const env = { OPS_AUTH_KEYS: workplace.path('ops-admin.keys.json'), OPS_DB: 'copy.db' };
      expect((await workplace.run(['db', 'check'], { env })).code).to.equal(0);
      expect(drafts()).to.deep.equal([]);
    });

    it('replaces a file only with --force, and never the database itself or one in use', async () => {
      await workplace.write('copy.db', 'mine');
      const refused = await backUp();
      expect(refused.code).to.equal(1);
      expect(refused.stderr).to.include('--force');
      expect(readFileSync(copy(), 'utf8')).to.equal('mine');
      expect((await backUp('--force')).code).to.equal(0);
      expect(readFileSync(copy(), 'utf8')).to.match(/^SQLite format 3/);

      const itself = await workplace.run(['db', 'backup', 'ops-admin.db', '--force']);
      expect([itself.code, itself.stderr]).to.deep.equal([
        1,
        'ops-admin: cannot write the copy ops-admin.db: it is the database itself\n',
      ]);
      await workplace.write('copy.db-wal', '');
      expect((await backUp('--force')).stderr).to.include('in use as a database');
    });

    it('leaves no partial file under the name when it is killed', async () => {
      await organisation.close();
      tamper(
        file(),
        `with recursive n (x) as (select 100 union all select x + 1 from n where x < 8000)
         insert into audit_entries (id, time, actor, source, action, user_id, requested, "before", previous,
           digest, key_id)
         select x, '', '', 'cli', 'add', '', hex(randomblob(2000)), '', '', '', '' from n`,
      );
      const isHit = async (): Promise<boolean> => {
        const child = workplace.start(['db', 'backup', 'copy.db']);
        const seen = watch(workplace.path('.'), (_, name) => {
          if (name?.endsWith('.tmp')) child.kill('SIGKILL');
        });
        await once(child, 'close');
        seen.close();
        return !existsSync(copy());
      };
      let attempts = 1;
      // On a busy machine the backup may be done before it is hit; it is whole then.
      for (; !(await isHit()) && attempts < 100; attempts++) {
        const whole = new Database(copy(), { readonly: true });
        expect(whole.pragma('integrity_check', { simple: true })).to.equal('ok');
        whole.close();
        rmSync(copy());
      }
      expect(existsSync(copy())).to.equal(false);
      // A draft may have a journal file.
      const copies = drafts().filter((name) => !name.endsWith('-journal'));
      expect(copies.length).to.be.within(1, attempts);
    });

    it('keeps the former copy where the database is damaged', async () => {
      expect((await backUp()).code).to.equal(0);
      const good = readFileSync(copy());
      await organisation.close();
      writeFileSync(file(), readFileSync(file()).fill(0x5a, 2 * 4096, 3 * 4096));
      const { code, stderr } = await backUp('--force');
      expect(code).to.equal(1);
      expect(stderr).to.include('damaged');
      expect(readFileSync(copy()).equals(good)).to.equal(true);
      expect(drafts()).to.deep.equal([]);
    });

    it('copies a database with problems, and fails', async () => {
      await organisation.close();
      tamper(file(), `delete from user_permissions where user_id = '${anId(3)}'`);
      const { code, stderr, stdout } = await backUp();
      expect(code).to.equal(1);
      expect(stdout).to.include('has the flaws of the database');
      expect(stderr).to.include(anId(3));
      expect(existsSync(copy())).to.equal(true);
    });

    it('recommends pg_dump for PostgreSQL', async () => {
      const { code, stderr } = await backUp('--db', 'postgres://localhost/ops');
      expect(code).to.equal(2);
      expect(stderr).to.include('pg_dump');
    });
  });
});
