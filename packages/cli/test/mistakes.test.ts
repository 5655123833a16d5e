import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { anId } from '@ops-admin/testing';
import Database from 'better-sqlite3';
import { expect } from 'chai';
import { BulkWorkplace, FedRun, rowsIn } from './bulk-workplace.ts';
import { BIN } from './ops-admin.ts';

/** Mistakes of an admin at the shell, and the messages of the command, over a database and over a service. */
describe('The mistakes of an admin', () => {
  const workplace = new BulkWorkplace(4);
  const tokenOf = async (user: string) =>
    (await workplace.run(['token', 'issue', '--user', user])).stdout.trim();
  /** How commands are run over the database, and over a service in front of it. */
  const places = async (): Promise<[name: string, env: Record<string, string>][]> => {
    const OPS_TOKEN = await tokenOf('user1@example.org');
    const { url } = await workplace.serve(['--db', workplace.path('ops-admin.db')], {
      OPS_LOG_LEVEL: 'silent',
    });
    return [
      ['near', {}],
      ['far', { OPS_SERVER: url, OPS_TOKEN }],
    ];
  };
  const shell = async (command: string, env: Record<string, string> = {}) => {
    const words = command.replaceAll('ops-admin ', `"${process.execPath}" "${BIN}" `);
    const child = spawn('sh', ['-c', words], {
      cwd: workplace.path(''),
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    child.stdout.resume();
    const [stderr, [status]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    return { status: status as number, stderr };
  };

  it('are reported if output cannot be written, for every command', async () => {
    await workplace.write('one.csv', 'user,permission\nuser2@example.org,service.c.read\n');
    for (const command of [
      '--help',
      'users list --help',
      'users list',
      'users list --json',
      'whoami',
      'permissions add --file one.csv --batch one',
      'permissions add user3@example.org service.c.read',
      'permissions export',
      'audit export',
      'audit revert --batch one --yes',
      'completion bash',
    ]) {
      const { status, stderr } = await shell(`ops-admin ${command} > /dev/full`);
      expect([command, status, stderr.includes('cannot write the output: ENOSPC')]).to.deep.equal([
        command,
        1,
        true,
      ]);
    }
  });

  it('are undone by a line that can be pasted, over a database and over HTTP', async () => {
    await workplace.write("o'ne.csv", 'user,permission\nuser2@example.org,service.d.read\n');
    for (const [name, env] of await places()) {
      const add = `ops-admin permissions add --file "o'ne.csv" --batch 'HR&IT-${name}'`;
      const near = { OPS_DB: workplace.path('ops-admin.db') };
      const run = await shell(add, name === 'near' ? near : env);
      const [, undo = ''] = /to undo it: (.*)\n/.exec(run.stderr) ?? [];
      expect(undo).to.match(
        name === 'near' ? / --db \/\S+ --batch 'HR&IT-near'$/ : / --server http\S+ --batch /,
      );
      // In another folder, without variables but the token.
      const { OPS_TOKEN = '' } = env;
      const undone = await shell(`cd / && ${undo} --yes`, OPS_TOKEN ? { OPS_TOKEN } : {});
      expect([undone.status, undone.stderr], undone.stderr).to.deep.include(0);
      expect(workplace.held(2)).to.not.include('service.d.read');
    }
  });

  it('are reported with the entry of a single change, and how to undo it', async () => {
    for (const [name, env] of await places()) {
      const run = (...args: string[]) => workplace.run(args, { env });
      const add = await run('permissions', 'add', anId(3), `service.${name}.read`);
      const [, undo = ''] = /^entry \d+; to undo it: ops-admin (.*)\n$/.exec(add.stderr) ?? [];
      expect((await run(...undo.split(' '))).stdout, name).to.include(`took back service.${name}.read`);
      const again = await run('permissions', 'remove', anId(3), `service.${name}.read`);
      expect(again.stderr, name).to.match(/^entry \d+\n$/);
      for (const args of [
        ['users', 'deactivate', anId(4)],
        ['users', 'activate', anId(4)],
        ['users', 'link', anId(4), '--issuer', 'i', '--subject', name],
        ['permissions', 'copy', anId(1), anId(name === 'near' ? 2 : 3)],
      ])
        expect((await run(...args)).stderr, `${name}: ${args.join(' ')}`).to.match(/^entry \d+/m);
    }
  });

  it('lead to a suggestion, also without "service."', async () => {
    for (const [name, env] of await places()) {
      for (const args of [
        ['remove', 'user2@example.org', 'a.read'],
        ['holders', 'a.read'],
        ['check', 'user2@example.org', 'a.read'],
      ]) {
        const { stderr } = await workplace.run(['permissions', ...args], { env });
        expect(stderr, `${name}: ${args[0]}`).to.include(
          'a.read is not a known permission; did you mean service.a.read?',
        );
      }
    }
  });

  it("lead to the command's own word", async () => {
    const said: Record<string, string> = {
      'user list': 'users',
      'users add': 'create',
      'users ls': 'list',
      'users delete': 'deactivate or erase',
      'users import': 'import users',
      'permissions who-can': 'holders',
      'audit log': 'list',
      'departments import': 'import departments',
      'key list': 'keys',
    };
    for (const [words, meant] of Object.entries(said)) {
      const { code, stderr } = await workplace.run(words.split(' '));
      expect([code, stderr.split('\n')[1]], words).to.deep.equal([2, `(Did you mean ${meant}?)`]);
    }
    for (const words of [['--token', 'secret'], ['--token=secret']]) {
      const { code, stderr } = await workplace.run(['users', 'list', ...words]);
      expect([code, stderr.includes('set OPS_TOKEN'), stderr.includes('secret"')]).to.deep.equal([
        2,
        true,
        false,
      ]);
      expect(stderr).to.not.match(/=secret/);
    }
  });

  it('lead to a row for an undo that is refused, also for one entry', async () => {
    await workplace.run(['permissions', 'remove', anId(2), 'service.a.read']);
    await workplace.run(['users', 'deactivate', anId(2)]);
    const [, { id } = { id: 0 }] = await workplace.trail(2);
    for (const [name, env] of await places()) {
      const { code, stderr, stdout } = await workplace.run(['audit', 'revert', String(id), '--json'], {
        env,
      });
      expect([code, JSON.parse(stdout).result], name).to.deep.equal([2, 'user-inactive']);
      expect(stderr, name).to.include('VALIDATION_ERROR');
    }
  });

  it('are avoided in a list, which ends with the oldest first if it has fewer entries than its limit', async () => {
    const seen: number[] = [];
    for (const [, env] of await places()) {
      const list = ['audit', 'list', '--oldest-first', '--action', 'create', '--json'];
      const { code, stdout } = await workplace.run(list, { env });
      seen.push(code ?? -1, JSON.parse(stdout).length);
    }
    expect(seen.slice(0, 2)).to.deep.equal(seen.slice(2));
  });

  it('are avoided by showing the current admin, over a database and over HTTP', async () => {
    const [near, far] = await places();
    const asked = async (env: Record<string, string> = {}) =>
      JSON.parse((await workplace.run(['whoami', '--json'], { env })).stdout);
    expect(await asked({ ...near?.[1], OPS_ACTOR: 'bo' })).to.deep.equal({ actor: 'cli:bo' });
    expect(await asked(far?.[1])).to.deep.include({ admin: true, permissions: ['service.admin.access'] });
  });

  it('are avoided by showing when a permission ends', async () => {
    await workplace.run(['permissions', 'add', anId(2), 'service.t.read', '--until', '2999-01-01']);
    for (const [name, env] of await places()) {
      const { stdout } = await workplace.run(['permissions', 'holders', 'service.t.read'], { env });
      expect(stdout, name).to.include('service.t.read until 2999-01-01T23:59:59.999Z');
    }
  });

  it('in values are refused', async () => {
    const one = (args: string[], env: Record<string, string> = {}) => workplace.run(args, { env });
    const long = await one(['permissions', 'add', anId(2), 'service.a.read', '--wait', '597h']);
    expect([long.code, long.stderr.includes('at most 1h')]).to.deep.equal([2, true]);
    for (const args of [
      ['users', 'list', '--db', ':memory:'],
      ['serve', '--demo', '--db', ':memory:'],
      ['import', 'users', 'users.json', '--db', ':memory:'],
      ['db', 'copy', '--from', 'ops-admin.db', '--to', ':memory:'],
    ])
      expect(await one(args), args.join(' ')).to.deep.include({ code: 2, stdout: '' });
    expect((await one(['whoami'], { OPS_DB: ':memory:' })).code).to.equal(2);
    expect((await one(['whoami'], { OPS_JSON: 'maybe' })).code).to.equal(2);
    expect(
      (await one(['users', 'list'], { OPS_DB: 'ops-admin.db\r', OPS_REASON: ' moved \r' })).code,
    ).to.equal(0);
  });

  it('do not replace symbolic links to key files and copies', async () => {
    const link = (name: string, target: string) => symlinkSync(target, workplace.path(name));
    execFileSync('mv', ['ops-admin.keys.json', 'kept.json'], { cwd: workplace.path('') });
    link('ops-admin.keys.json', 'kept.json');
    const keys = () => JSON.parse(readFileSync(workplace.path('kept.json'), 'utf8')).keys.length;
    const before = keys();
    expect((await workplace.run(['keys', 'add'])).code).to.equal(0);
    expect((await workplace.run(['keys', 'rotate'])).code).to.equal(0);
    expect([lstatSync(workplace.path('ops-admin.keys.json')).isSymbolicLink(), keys()]).to.deep.equal([
      true,
      before + 2,
    ]);
    const backup = await workplace.run(['db', 'backup', 'copy.db']);
    expect(backup.stdout).to.include('needs the key file, too: back up ./ops-admin.keys.json');
    link('newest.db', 'copy.db');
    expect((await workplace.run(['db', 'backup', 'newest.db', '--force'])).code).to.equal(0);
    expect(lstatSync(workplace.path('newest.db')).isSymbolicLink()).to.equal(true);
  });

  it('do not continue an audit log that ends with a former key, such as one from an older copy', async () => {
    await workplace.run(['db', 'backup', 'old.db']);
    await workplace.run(['keys', 'add']);
    await workplace.run(['keys', 'rotate']);
    copyFileSync(workplace.path('old.db'), workplace.path('ops-admin.db'));
    const entries = (await workplace.trail()).length;
    expect(await workplace.run(['keys', 'rotate'])).to.deep.include({ code: 2 });
    expect((await workplace.trail()).length).to.equal(entries);
    expect((await workplace.run(['audit', 'verify'])).code).to.equal(1);
  });

  it('leave no partial copy on a full disk', async () => {
    const { status } = await shell('ulimit -f 100; ops-admin db copy --from ops-admin.db --to new.db');
    expect([status, readdirSync(workplace.path('')).filter((name) => name.startsWith('new'))]).to.deep.equal([
      1,
      [],
    ]);
  });

  it('cannot write outside the folder of an export through the code of a department', async () => {
    const department = (n: number) => ({
      _id: anId(100 + n),
      name: `Department ${n}`,
      description: '',
      code: `D${n}`,
      managerId: anId(n),
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
    await workplace.write('d.json', [department(1), department(2), department(3)]);
    await workplace.run(['import', 'departments', 'd.json', '--yes']);
    const users = [1, 2, 3].map((n) => ({
      _id: anId(n),
      emails: [`user${n}@example.org`],
      departmentId: anId(100 + n),
    }));
    await workplace.write('moved.json', users);
    await workplace.run(['import', 'users', 'moved.json', '--yes']);
    await workplace.write('out.csv', 'mine');
    const database = new Database(workplace.path('ops-admin.db'));
    for (const [n, code] of ['../out', 'Others', 'a/b'].entries())
      database.prepare('update departments set code = ? where id = ?').run(code, anId(101 + n));
    database.close();
    for (const [name, env] of await places()) {
      const { code, stderr } = await workplace.run(
        ['permissions', 'export', '--by', 'department', '--dir', name],
        { env },
      );
      expect([code, stderr], name).to.deep.equal([0, '']);
      expect(readdirSync(workplace.path(name)).sort(), name).to.include.members(['1.csv', '2.csv', '3.csv']);
      expect(readFileSync(workplace.path('out.csv'), 'utf8')).to.equal('mine');
      expect(existsSync(workplace.path('a'))).to.equal(false);
    }
  });
});

describe('A long undo', () => {
  const workplace = new BulkWorkplace(4000);

  it('reports at Ctrl-C the rows done and how to continue, and exits with 130', async () => {
    await workplace.run([
      'permissions',
      'remove',
      '--all-users',
      'service.a.read',
      '--yes',
      '--batch',
      'all',
    ]);
    const held = () => workplace.holders('service.a.read');
    expect(held()).to.equal(0);
    const child = workplace.start(['audit', 'revert', '--batch', 'all', '--yes', '--json']);
    const run = new FedRun(child, '');
    await run.printed(1);
    child.kill('SIGINT');
    const { code, stderr } = await run.ended();
    expect(code).to.equal(130);
    expect(stderr).to.match(/stopped by SIGINT: only the rows above are done; run the command again/);
    expect(stderr).to.match(/audit revert --batch \S+ undoes this\n/);
    const done = held();
    expect(rowsIn(run.stdout).length).to.equal(done).and.to.be.within(1000, 3000);
    expect((await workplace.run(['audit', 'revert', '--batch', 'all', '--yes'])).code).to.equal(0);
    expect(held()).to.equal(3999);
  });
});
