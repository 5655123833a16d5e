import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { anOrganisation } from './an-organisation.ts';
import { BIN, Workplace } from './ops-admin.ts';
import { tamper } from './tamper.ts';

describe('ops-admin db restore', () => {
  const workplace = new Workplace();

  // A copy, and a database that was changed since.
  workplace.beginWith(async () => {
    const organisation = await anOrganisation(
      workplace,
      ['service.admin.access', 'service.a'],
      ['service.b'],
    );
    await workplace.run(['db', 'backup', 'copy.db']);
    await organisation.add(1, ['service.later']);
    await organisation.close();
  });

  const THEN = ['service.admin.access', 'service.a'];
  const NOW = [...THEN, 'service.later'];
  const restore = (...args: string[]) => workplace.run(['db', 'restore', 'copy.db', ...args]);
  const held = (db = 'ops-admin.db') => workplace.json('permissions', 'list', anId(1), '--db', db);
  const names = () =>
    readdirSync(workplace.path('.'))
      .filter((name) => /^ops-admin\.db/.test(name))
      .sort();
  const before = () => names().filter((name) => name.startsWith('ops-admin.db.before-'));

  it('restores a checked copy, and keeps the former file next to it, readable by its owner only', async () => {
    chmodSync(workplace.path('ops-admin.db'), 0o640);
    const { code, stderr, stdout } = await restore('--yes', '--json');
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(before()).to.have.length(1);
    const [kept = ''] = before();
    expect(kept).to.match(/^ops-admin\.db\.before-\d{8}T\d{6}\.\d{3}Z$/);
    const report = JSON.parse(stdout) as object;
    expect(report).to.include({ file: './ops-admin.db', from: 'copy.db', entries: 2, trailVerified: true });
    expect((report as { before: string }).before).to.include(kept);
    expect(names()).to.deep.equal(['ops-admin.db', kept]);
    expect(await held()).to.deep.equal(THEN);
    expect(await held(kept)).to.deep.equal(NOW);
    const modeOf = (name: string) => (statSync(workplace.path(name)).mode & 0o777).toString(8);
    expect([modeOf('ops-admin.db'), modeOf(kept)]).to.deep.equal(['640', '600']);
    expect((await workplace.run(['db', 'check'])).code).to.equal(0);
    // And back again.
    expect((await workplace.run(['db', 'restore', kept, '--yes'])).code).to.equal(0);
    expect(await held()).to.deep.equal(NOW);
  });

  it('requires --yes without a terminal', async () => {
    const { code, stderr } = await restore();
    expect([code, stderr]).to.deep.equal([2, 'ops-admin: db restore requires --yes without a terminal\n']);
    expect(await held()).to.deep.equal(NOW);
  });

  it('asks on a terminal, and changes nothing when the answer is no', async function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    const answer = (text: string) =>
      spawnSync('script', ['-qec', `'${process.execPath}' '${BIN}' db restore copy.db`, '/dev/null'], {
        cwd: workplace.path(''),
        encoding: 'utf8',
        env: { PATH: process.env.PATH ?? '' },
        input: text,
      });
    const no = answer('n\n');
    expect([no.status, no.stdout]).to.satisfy(
      ([status, shown]: [number, string]) =>
        status === 2 &&
        shown.includes('Put copy.db, with 2 audit entries, in place of ./ops-admin.db? [y/N]') &&
        shown.includes('nothing was changed'),
    );
    expect(names()).to.deep.equal(['ops-admin.db']);
    expect(answer('y\n').status).to.equal(0);
    expect(await held()).to.deep.equal(THEN);
  });

  it('refuses a database in use', async () => {
    const service = await workplace.serve();
    const { code, stderr } = await restore('--yes');
    expect([code, stderr]).to.deep.equal([
      2,
      `ops-admin: cannot replace ${workplace.path('ops-admin.db')}: another process has it open; stop the service and other programs that use it\n`,
    ]);
    await service.stop();
    expect(await held()).to.deep.equal(NOW);
    expect(before()).to.deep.equal([]);
    const real = await workplace.serveReal();
    expect((await restore('--yes')).code).to.equal(2);
    await real.stop();
    expect((await restore('--yes')).code).to.equal(0);
  });

  it('restores a copy where the database is missing or unreadable', async () => {
    rmSync(workplace.path('ops-admin.db'));
    const { code, stderr, stdout } = await restore('--yes');
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout).to.not.include('before');
    expect(await held()).to.deep.equal(THEN);
    writeFileSync(workplace.path('ops-admin.db'), 'noise'.repeat(5000));
    writeFileSync(workplace.path('ops-admin.db-wal'), 'noise');
    expect((await restore('--yes')).code).to.equal(0);
    expect(await held()).to.deep.equal(THEN);
    // Its log is not read as a part of the copy.
    expect(existsSync(workplace.path('ops-admin.db-wal'))).to.equal(false);
    expect(readFileSync(workplace.path(before()[0] ?? ''), 'utf8')).to.include('noisenoise');
  });

  const unfit: Record<string, [code: number, why: string, make: () => void]> = {
    'that is missing': [2, 'the file does not exist', () => rmSync(workplace.path('copy.db'))],
    'that is not a database': [
      1,
      'copy.db',
      () => writeFileSync(workplace.path('copy.db'), 'x'.repeat(5000)),
    ],
    'that is damaged': [
      1,
      'take another copy',
      () => {
        const bytes = readFileSync(workplace.path('copy.db'));
        writeFileSync(workplace.path('copy.db'), bytes.fill(0x5a, 2 * 4096, 6 * 4096));
      },
    ],
    'that was tampered with': [
      1,
      'audit entry 1',
      () => tamper(workplace.path('copy.db'), "update audit_entries set actor = 'x' where id = 1"),
    ],
    'of another program': [
      1,
      'copy.db: it belongs to another program',
      () => {
        rmSync(workplace.path('copy.db'));
        tamper(workplace.path('copy.db'), 'create table t (x)');
      },
    ],
  };
  for (const [what, [code, why, make]] of Object.entries(unfit)) {
    it(`refuses a copy ${what}, and changes nothing`, async () => {
      make();
      const refused = await restore('--yes');
      expect(refused.code, refused.stderr).to.equal(code);
      expect(refused.stderr).to.include(why);
      expect(names()).to.deep.equal(['ops-admin.db']);
      expect(await held()).to.deep.equal(NOW);
    });
  }

  it('refuses the database itself, one of another program, and PostgreSQL', async () => {
    const itself = await workplace.run(['db', 'restore', 'ops-admin.db', '--yes']);
    expect([itself.code, itself.stderr]).to.deep.equal([
      2,
      'ops-admin: cannot restore ops-admin.db: it is the database itself\n',
    ]);
    tamper(workplace.path('foreign.db'), 'create table t (x)');
    expect((await restore('--yes', '--db', 'foreign.db')).code).to.equal(2);
    const postgres = await restore('--yes', '--db', 'postgres://localhost/ops');
    expect([postgres.code, postgres.stderr.includes('pg_restore')]).to.deep.equal([2, true]);
  });

  it('leaves a complete database under the name whenever it is killed', async () => {
    for (let n = 0; n < 12; n++) {
      let seenNames = 0;
      const child = workplace.start(['db', 'restore', 'copy.db', '--yes']);
      // A little later each time: at the draft, at the second name, at the end.
      const watching = watch(workplace.path('.'), () => {
        if (++seenNames > n) child.kill('SIGKILL');
      });
      await once(child, 'close');
      watching.close();
      expect(existsSync(workplace.path('ops-admin.db'))).to.equal(true);
      expect((await workplace.run(['db', 'check'])).code).to.equal(0);
      expect([THEN.length, NOW.length]).to.include(((await held()) as string[]).length);
    }
  });
});
