import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { BIN, Workplace } from './ops-admin.ts';

describe('The parsing of the command line', () => {
  const workplace = new Workplace();
  workplace.beginWith(async () => {
    await workplace.write('u.json', [
      {
        _id: anId(1),
        emails: ['ada@example.org'],
        personalInformation: { name: 'Ada' },
        permissions: ['service.admin.access', 'service.a'],
      },
      {
        _id: anId(2),
        emails: ['bob@example.org'],
        personalInformation: { name: 'Bob' },
        permissions: ['service.a'],
      },
    ]);
    await workplace.run(['import', 'users', 'u.json', '--db', 'other.db']);
  });

  const outcome = async (...args: string[]) => {
    const { code, stderr } = await workplace.run(args);
    return [code, stderr];
  };

  it('accepts global options before, inside and after the subcommand', async () => {
    for (const args of [
      ['--db', 'other.db', '--json', 'users', 'list'],
      ['--db=other.db', 'users', '--json', 'list'],
      ['users', '--json', '--db', 'other.db', 'list'],
      ['users', 'list', '--json', '--db', 'other.db'],
    ]) {
      const { code, stderr, stdout } = await workplace.run(args);
      expect([code, stderr], args.join(' ')).to.deep.equal([0, '']);
      expect(JSON.parse(stdout), args.join(' ')).to.have.length(2);
    }
    // The command line outvotes the variable there too.
    const { code } = await workplace.run(['--db', 'other.db', 'users', 'list'], {
      env: { OPS_DB: 'none.db' },
    });
    expect(code).to.equal(0);
    await workplace.run([
      '--reason',
      'why',
      '--actor',
      'eve',
      '--db',
      'other.db',
      'permissions',
      'add',
      anId(2),
      'service.b',
    ]);
    const [newest] = (await workplace.json('audit', 'list', '--db', 'other.db')) as object[];
    expect(newest).to.include({ actor: 'cli:eve', reason: 'why' });
    expect(await outcome('--db', 'other.db', 'completion', 'bash')).to.deep.equal([
      2,
      "ops-admin: unknown option '--db'\n(add --help for more)\n",
    ]);
    expect((await outcome('--actor', '', 'permissions', 'add', 'x', 'service.a'))[0]).to.equal(2);
  });

  it('prints every error in the same form, including usage errors', async () => {
    for (const args of [
      ['frobnicate'],
      ['users', 'list', '--frobnicate'],
      ['users', 'show'],
      ['users', 'list', 'x'],
      ['serve', '--port', '65536'],
      ['token', 'issue'],
      ['users', 'list', '--db', 'none.db'],
    ]) {
      const [code, stderr] = await outcome(...args);
      expect(code, args.join(' ')).to.equal(2);
      expect(stderr, args.join(' '))
        .to.match(/^ops-admin: /)
        .and.not.match(/error:/);
    }
  });

  it('suggests a name for an unknown subcommand', async () => {
    const meant = async (...args: string[]) => {
      const { code, stderr } = await workplace.run(args);
      expect(code, args.join(' ')).to.equal(2);
      return /\(Did you mean (.*)\?\)/.exec(stderr)?.[1];
    };
    expect(await meant('permissions', 'rm', 'x', 'y')).to.equal('remove');
    expect(await meant('permissions', 'delete', 'x', '--json')).to.equal('remove');
    expect(await meant('permissions', 'grant', 'x', 'y')).to.equal('add');
    expect(await meant('permissions', 'revoke', 'x', 'y')).to.equal('remove');
    expect(await meant('users', 'ls')).to.equal('list');
    expect(await meant('users', 'rm', 'x')).to.equal('deactivate or erase');
    expect(await meant('audit', 'undo', '1')).to.equal('revert');
    expect(await meant('audti')).to.equal('audit');
    expect(await meant('departments', 'tre')).to.equal('tree');
    const { stderr } = await workplace.run(['departments', 'frobnicate']);
    expect(stderr).to.equal(
      "ops-admin: unknown command 'frobnicate'; the commands are list, tree, show, create, update and delete\n(add --help for more)\n",
    );
  });

  it('accepts the whole path of a command in help', async () => {
    const help = (await workplace.run(['permissions', 'remove', '--help'])).stdout;
    expect(help).to.match(/^Usage: ops-admin permissions remove /);
    expect(await workplace.run(['help', 'permissions', 'remove'])).to.deep.equal({
      code: 0,
      stdout: help,
      stderr: '',
    });
    expect((await workplace.run(['help'])).stdout).to.equal((await workplace.run(['--help'])).stdout);
    expect((await workplace.run(['permissions', 'help', 'remove'])).stdout).to.equal(help);
    const unknown = await workplace.run(['help', 'permissions', 'rm']);
    expect([unknown.code, unknown.stderr]).to.deep.equal([
      2,
      "ops-admin: unknown command 'rm'\n(Did you mean remove?)\n(add --help for more)\n",
    ]);
  });

  it('prints only rows and errors with --quiet', async () => {
    await workplace.write('f.csv', `user,permission\n${anId(2)},service.a\nnobody@example.org,service.a\n`);
    const change = ['permissions', 'remove', '--file', 'f.csv', '--db', 'other.db', '--dry-run'];
    const loud = await workplace.run(change);
    expect(loud.stderr).to.include('dry run');
    for (const [args, env] of [
      [['--quiet'], {}],
      [[], { OPS_QUIET: '1' }],
    ] as const) {
      const quiet = await workplace.run([...change, ...args], { env });
      expect([quiet.code, quiet.stdout]).to.deep.equal([4, loud.stdout]);
      expect(quiet.stderr).to.match(/^ops-admin: 1 of 2 rows failed\n$/);
    }
    const mistyped = { OPS_DBB: 'x' };
    const list = ['users', 'list', '--db', 'other.db'];
    expect((await workplace.run(list, { env: mistyped })).stderr).to.include('OPS_DBB');
    expect((await workplace.run(['--quiet', ...list], { env: mistyped })).stderr).to.equal('');
    expect((await workplace.run(['--quiet', 'users', 'show', 'x', '--db', 'other.db'])).code).to.equal(3);
    expect((await outcome('--quiet', 'users', 'show', 'x', '--db', 'other.db'))[1]).to.match(
      /^ops-admin: .*x/,
    );
  });

  it('keeps the exit code where standard error is closed', async () => {
    const codeOf = async (...args: string[]) => {
      const child = spawn('sh', ['-c', `"${process.execPath}" "${BIN}" ${args.join(' ')} 2>&-`], {
        cwd: workplace.path('.'),
        stdio: 'ignore',
      });
      return (await once(child, 'close'))[0];
    };
    /** Runs a command whose reader closes the output before anything is written. */
    const codeOfUnread = async (...args: string[]) => {
      const child = workplace.start(args);
      child.stderr?.destroy();
      child.stdout?.resume();
      return (await once(child, 'close'))[0];
    };
    for (const run of [codeOf, codeOfUnread]) {
      expect(await run('users', 'list', '--db', 'other.db')).to.equal(0);
      expect(await run('users', 'show', 'nobody', '--db', 'other.db')).to.equal(3);
      expect(await run('users', 'frobnicate')).to.equal(2);
      expect(await run('audit', 'list', '--user', anId(9), '--db', 'other.db')).to.equal(3);
      expect(await run('audit', 'list', '--batch', 'none', '--db', 'other.db')).to.equal(0);
    }
  });
});
