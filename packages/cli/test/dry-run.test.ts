import { chmodSync, copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { BulkWorkplace, FedRun, HELD, type RowLine, rowsIn } from './bulk-workplace.ts';

describe('A dry run', () => {
  const workplace = new BulkWorkplace();
  const line = (n: number, ...permissions: string[]) => `${JSON.stringify({ user: anId(n), permissions })}\n`;

  it('holds no lock: other processes change data, and the dry run sees one state', async () => {
    const rowCount = 6000;
    const run = new FedRun(
      workplace.start(['permissions', 'remove', '--file', '-', '--dry-run', '--json']),
      line(2, 'service.a.read') + line(1, 'service.none').repeat(rowCount) + line(3, 'service.c'),
    );
    await run.printed(1);
    const change = await workplace.run(['permissions', 'add', anId(3), 'service.c']);
    expect(change.code).to.equal(0);
    expect(await run.ended()).to.deep.include({ code: 0 });
    const rows = rowsIn(run.stdout);
    expect(rows.filter(({ result }) => result === 'would-remove').map(({ line }) => line)).to.deep.equal([
      1,
      rowCount + 2,
    ]);
    expect(workplace.held(2)).to.deep.equal(HELD);
  });

  it('makes no concurrent change over HTTP fail', async () => {
    const { adminToken, url } = await workplace.serve(['--demo', '--db', 'demo.db']);
    await workplace.write(
      'demo.csv',
      `user,permission\n${'65a100000000000000000002,service.x\n'.repeat(20_000)}`,
    );
    const args = ['permissions', 'remove', '--file', 'demo.csv', '--dry-run', '--json', '--db', 'demo.db'];
    const trying = workplace.runReal(args);
    let isDone = false;
    void trying.then(() => {
      isDone = true;
    });
    const statuses = new Set<number>();
    for (let n = 0; !isDone || n < 20; n++) {
      const payload = { userId: '65a100000000000000000002', permissions: [`service.m${n}`] };
      const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' };
      const init = { method: 'PUT', headers, body: JSON.stringify({ payload }) };
      statuses.add((await fetch(`${url}/user/add-permissions`, init)).status);
    }
    expect([(await trying).code, ...statuses]).to.deep.equal([0, 200]);
  });

  it('creates no key file, and leaves all files unchanged', async () => {
    rmSync(workplace.path('ops-admin.keys.json'));
    const before = await readFile(workplace.path('ops-admin.db'));
    for (const args of [
      ['permissions', 'remove', anId(2), 'service.a.*'],
      ['permissions', 'remove', '--all-users', 'service.a.*'],
      ['permissions', 'rename', 'service.a.*', 'service.z.*'],
      ['permissions', 'copy', anId(2), anId(1)],
      ['permissions', 'remove', anId(2), '--everything'],
    ]) {
      const { code, stderr } = await workplace.run([...args, '--dry-run']);
      expect(code, stderr).to.equal(0);
    }
    expect(existsSync(workplace.path('ops-admin.keys.json'))).to.equal(false);
    expect(await readFile(workplace.path('ops-admin.db'))).to.deep.equal(before);
  });

  it('refuses a database with an older schema with 2, and does not migrate it', async () => {
    copyFileSync(workplace.path('ops-admin.db'), workplace.path('old.db'));
    const database = new Database(workplace.path('old.db'));
    // Before the first step: the digest of nothing.
    database.exec("update ops_admin_schema set version = 0, fingerprint = 'e3b0c44298fc1c14'");
    database.pragma('journal_mode = delete');
    database.close();
    const before = await readFile(workplace.path('old.db'));
    const { code, stderr } = await workplace.run([
      ...['permissions', 'remove', anId(2), 'service.a.*', '--dry-run', '--db', 'old.db'],
    ]);
    expect(code).to.equal(2);
    expect(stderr).to.include('older version');
    expect(await readFile(workplace.path('old.db'))).to.deep.equal(before);
  });

  it('reports a user with two distant rows in the same way as the real command', async () => {
    const many = Array.from(
      { length: 50 },
      (_, n) => line(2, `service.x${n}`) + line(3, 'service.x').repeat(9),
    );
    const file =
      line(2, 'service.a.*') +
      line(1, 'service.admin.*') +
      many.join('') +
      line(2, 'service.a.read', 'service.b.*') +
      line(2, 'service.b.read') +
      line(1, 'service.admin.access');
    await workplace.write('twice.ndjson', file);
    const args = ['permissions', 'remove', '--file', 'twice.ndjson', '--json'];
    const dry = await workplace.run([...args, '--dry-run']);
    const real = await workplace.run(args);
    const asDry = ({ batch, entry, ...row }: RowLine) => ({
      ...row,
      result: row.result === 'removed' ? 'would-remove' : row.result,
      dryRun: true,
    });
    const tried = rowsIn(dry.stdout)
      .map(({ asOf, ...row }) => row)
      .sort((one, other) => Number(one.line) - Number(other.line));
    expect(tried).to.deep.equal(rowsIn(real.stdout).map(asDry));
    expect([dry.code, real.code]).to.deep.equal([4, 4]);
    expect(tried.at(-3)).to.deep.include({
      result: 'would-remove',
      removed: ['service.b.read'],
    });
  });

  it('accepts more rows than fit into one transaction', async () => {
    await workplace.write('many.csv', `user,permission\n${`${anId(2)},x\n`.repeat(200_500)}`);
    const { code, stderr } = await workplace.run([
      'permissions',
      'remove',
      '--file',
      'many.csv',
      '--dry-run',
      '--json',
    ]);
    expect([code, stderr.includes('200,500 rows')]).to.deep.equal([0, true]);
  });

  it('says in every row that nothing was changed', async () => {
    const { stdout } = await workplace.run(['permissions', 'remove', '--file', '-', '--dry-run'], {
      stdin: line(2, 'service.a.read') + line(2, 'service.a.read') + line(77, 'x'),
    });
    const lines = stdout.trimEnd().split('\n');
    expect(lines).to.have.length(3);
    for (const one of lines) expect(one).to.match(/would|dry run/);
  });

  (process.getuid?.() === 0 ? it.skip : it)('needs no right to write', async () => {
    for (const name of readdirSync(workplace.path(''))) chmodSync(workplace.path(name), 0o444);
    const { code, stderr } = await workplace.run([
      'permissions',
      'remove',
      anId(2),
      'service.a.*',
      '--dry-run',
    ]);
    expect(code, stderr).to.equal(0);
  });
});
