import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { userInfo } from 'node:os';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { BulkWorkplace, HELD, type RowLine, rowsIn } from './bulk-workplace.ts';
import { BIN } from './ops-admin.ts';

const HAS_SCRIPT = spawnSync('script', ['--version']).status === 0;

describe('ops-admin permissions for many users', () => {
  const workplace = new BulkWorkplace();
  const csv = (...rows: [user: string, permission: string][]) =>
    ['user,permission', ...rows.map((row) => row.join(','))].join('\n');

  describe('--atomic', () => {
    it('changes every user where no row fails', async () => {
      const stdin = csv([anId(2), 'service.a.*'], [anId(3), 'service.a.*']);
      const { code, results, rows, stderr } = await workplace.rows(
        ['remove', '--file', '-', '--atomic'],
        stdin,
      );
      expect([code, results]).to.deep.equal([0, ['removed', 'removed']]);
      expect(stderr).to.include(`batch ${rows[0]?.batch}\n`);
      expect(workplace.holders('service.a.read')).to.equal(1);
    });

    const failures: Record<string, [row: [string, string], result: string]> = {
      'a user is unknown': [[anId(99), 'x'], 'user-not-found'],
      'a row is invalid': [['', 'x'], 'invalid'],
      'the last admin would lose admin': [[anId(1), 'service.admin.*'], 'no-admin-left'],
    };
    for (const [what, [row, result]] of Object.entries(failures)) {
      it(`changes nothing where ${what}`, async () => {
        const stdin = csv([anId(2), 'service.a.*'], row, [anId(3), 'service.a.*']);
        const { code, results, stderr } = await workplace.rows(['remove', '--file', '-', '--atomic'], stdin);
        expect([code, results]).to.deep.equal([4, ['not-done', result, 'not-done']]);
        expect(stderr)
          .to.match(/"ROWS_FAILED","message":"1 of 3 rows failed, so no row is done"\}\}\n$/)
          .and.not.include('batch')
          .and.not.include('to undo it');
        expect(workplace.holders('service.a.read')).to.equal(3);
        expect(await workplace.trail(100)).to.have.length(4);
      });
    }

    it('changes nothing where the file ends in invalid text, or is too large', async () => {
      const start = `${csv([anId(2), 'service.a.*'])}\n`;
      const row = JSON.stringify({ user: anId(2), permissions: ['service.a.*'] });
      const bad = await workplace.rows(['remove', '--file', '-', '--atomic'], `${start}"x"y,z\n`);
      expect([bad.code, bad.rows]).to.deep.equal([2, []]);
      // Lines of blanks, which are read in no time.
      const long = Buffer.alloc(64 * 1024 * 1024 + 1, `${' '.repeat(1023)}\n`);
      long.write(`${row}\n`);
      for (const large of [long, start + `${anId(3)},x\n`.repeat(200_000)]) {
        const { code, rows, stderr } = await workplace.rows(['remove', '--file', '-', '--atomic'], large);
        expect([code, rows]).to.deep.equal([2, []]);
        expect(stderr).to.include('at most 200,000 rows and 64 MiB');
      }
      expect(workplace.held(2)).to.deep.equal(HELD);
    });
  });

  it('reports the same rows in a dry run as the real command', async () => {
    const rows: [string, string][] = [
      [anId(2), 'service.a.*'],
      [anId(2), 'service.a.read'],
      ['user3@example.org', 'service.b.read'],
      ['nobody@example.org', 'x'],
      ['', 'x'],
      [anId(1), 'service.admin.access'],
    ];
    const dry = await workplace.rows(['remove', '--file', '-', '--dry-run'], csv(...rows));
    expect(workplace.held(2)).to.deep.equal(HELD);
    expect(await workplace.trail()).to.have.length(4);
    expect(dry.results).to.deep.equal([
      'would-remove',
      'nothing-held',
      'would-remove',
      'user-not-found',
      'invalid',
      'no-admin-left',
    ]);
    const real = await workplace.rows(['remove', '--file', '-'], csv(...rows));
    const asTried = ({ asOf, ...row }: RowLine) => ({
      ...row,
      result: row.result.replace('would-remove', 'removed'),
    });
    expect(real.rows.map(({ batch, entry, ...row }) => ({ ...row, dryRun: true }))).to.deep.equal(
      dry.rows.map(asTried),
    );
    expect([dry.code, real.code]).to.deep.equal([4, 4]);
    const totals = (done: string) =>
      `6 rows: 2 ${done}, 1 nothing held, 1 user not found, 1 invalid, 1 no admin left; 3 permissions ${done === 'removed' ? done : 'would be removed'}\n`;
    expect(dry.stderr).to.include(`dry run, nothing is written: ${totals('would remove')}`);
    expect(real.stderr).to.include(totals('removed'));

    const again = await workplace.rows(['remove', '--file', '-'], csv(...rows));
    expect(again.results.slice(0, 3)).to.deep.equal(['nothing-held', 'nothing-held', 'nothing-held']);
    const plain = await workplace.run(['permissions', 'add', '--file', '-', '--dry-run'], {
      stdin: csv([anId(2), 'service.a']),
    });
    expect(plain.stdout).to.equal('line 2: User 2 <user2@example.org>: would add service.a\n');
  });

  it('removes the last admin only with --force, and says so', async () => {
    const stdin = csv([anId(1), 'service.admin.access']);
    const dry = await workplace.rows(['remove', '--file', '-', '--force', '--dry-run'], stdin);
    expect([dry.code, dry.results]).to.deep.equal([0, ['would-remove']]);
    expect(dry.stderr).to.match(/\nno admin would be left\n$/);
    const other = await workplace.rows(
      ['remove', '--file', '-', '--force'],
      csv([anId(2), 'service.a.read']),
    );
    expect(other.stderr).to.not.include('admin left');
    const { code, stderr } = await workplace.rows(['remove', '--file', '-', '--force'], stdin);
    expect(code).to.equal(0);
    expect(stderr).to.match(/\nno admin is left\n$/);
  });

  describe('by selection', () => {
    it('selects users who hold any permission of a module, or exactly the string', async () => {
      const module = await workplace.rows([
        'remove',
        '--holding',
        'service.a.*',
        'service.b.read',
        'service.c',
        '--yes',
      ]);
      expect(module.rows.map(({ removed, result, user }) => [user, result, removed])).to.deep.equal(
        [2, 3, 4].map((n) => [anId(n), 'removed', ['service.b.read']]),
      );
      const none = await workplace.rows(['remove', '--holding', 'service.b.read', 'service.a.read', '--yes']);
      expect(none).to.deep.include({ code: 0, rows: [], stderr: '0 rows\n' });
      const exact = await workplace.rows(['add', '--holding', 'service.admin.access', 'service.c', '--yes']);
      expect(exact.rows.map(({ user }) => user)).to.deep.equal([anId(1)]);
    });

    it('selects all users, and without a terminal only with --yes', async () => {
      const refused = await workplace.rows(['remove', '--all-users', 'service.a.*']);
      expect([refused.code, refused.rows]).to.deep.equal([2, []]);
      expect(refused.stderr).to.include('--yes');
      expect(workplace.holders('service.a.read')).to.equal(3);
      expect(
        (await workplace.rows(['remove', '--all-users', '--dry-run', 'service.a.*'])).rows,
      ).to.have.length(4);
      const { code, results } = await workplace.rows(['remove', '--all-users', '--yes', 'service.a.*']);
      expect([code, results]).to.deep.equal([0, ['nothing-held', 'removed', 'removed', 'removed']]);
    });

    it('refuses to add a malformed permission before it changes anything', async () => {
      const { code, rows } = await workplace.rows(['add', '--all-users', '--yes', 'service.a', 'x']);
      expect([code, rows]).to.deep.equal([2, []]);
      expect(workplace.holders('service.a')).to.equal(0);
    });
  });

  it('records reason and actor in the audit log, and undoes a command by its batch', async () => {
    const note = ['--reason', 'OPS-7: they left', '--actor', 'Ada'];
    const stdin = csv([anId(2), 'service.a.*']);
    const { rows } = await workplace.rows(['remove', '--file', '-', ...note], stdin);
    await workplace.run(['permissions', 'add', anId(2), 'service.c', ...note]);
    await workplace.run(['permissions', 'add', anId(2), 'service.d']);
    const [own, single, many] = await workplace.trail(3);
    expect(many).to.deep.include({ actor: 'cli:Ada', reason: 'OPS-7: they left', batch: rows[0]?.batch });
    expect(single)
      .to.deep.include({ actor: 'cli:Ada', reason: 'OPS-7: they left' })
      .and.not.have.property('batch');
    expect(own)
      .to.deep.include({ actor: `cli:${userInfo().username}` })
      .and.not.have.property('reason');
  });

  const misused: Record<string, [args: string[], remedy: string]> = {
    nothing: [[], 'name a user and permissions, or --file'],
    'a user alone': [['x'], 'name at least one permission'],
    'a user with a file': [['x', '--file', '-'], 'so "x" cannot be a user'],
    'a file with a selection': [['--file', '-', '--all-users', '--yes'], 'write one of them'],
    'two selections': [['p', '--holding', 'x', '--all-users', '--yes'], '--holding and --all-users'],
    'a selection alone': [['--holding', 'x'], 'name the permissions'],
    'an empty permission': [['x', ''], 'must not be empty'],
    'a reason on two lines': [['x', 'y', '--reason', 'a\nb'], 'without control characters'],
    'a reason that is too long': [['x', 'y', '--reason', 'é'.repeat(501)], '1 to 500 characters'],
    'an empty actor': [['x', 'y', '--actor', ''], '1 to 500 characters'],
  };
  for (const [what, [args, remedy]] of Object.entries(misused)) {
    it(`exits with 2 for ${what}`, async () => {
      const { code, stdout, stderr } = await workplace.run(['permissions', 'remove', ...args]);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.include(remedy);
    });
  }

  it('reads only its output format from the environment', async () => {
    const { code, stdout } = await workplace.run(
      ['permissions', 'remove', 'service.admin.access', '--all-users', '--dry-run'],
      { env: { OPS_JSON: '1' } },
    );
    expect(code).to.equal(4);
    expect(rowsIn(stdout).map(({ result }) => result)).to.deep.equal([
      'no-admin-left',
      'nothing-held',
      'nothing-held',
      'nothing-held',
    ]);
  });

  (HAS_SCRIPT ? describe : describe.skip)(
    `on a terminal${HAS_SCRIPT ? '' : ' (there is no script command)'}`,
    () => {
      /** Runs the command in a pseudo-terminal, where `answer` is typed at the question. */
      const onTerminal = async (
        args: string,
        answer?: string,
        env: Record<string, string> = {},
        noun = 'permissions',
      ) => {
        const command = `${process.execPath} ${BIN} ${noun} ${args}`;
        const child = spawn('script', ['-qec', command, '/dev/null'], {
          cwd: workplace.path(''),
          env: { PATH: process.env.PATH, TERM: 'xterm', ...env },
        });
        let shown = '';
        child.stdout.on('data', (chunk) => {
          shown += chunk;
          if (answer !== undefined && shown.endsWith('[y/N] ')) child.stdin.write(answer);
        });
        const [code] = await once(child, 'close');
        return { code, shown };
      };

      it('asks for confirmation before it changes all users', async () => {
        const refused = await onTerminal('remove --all-users service.a.read --literal odd', 'no\n');
        expect(refused.shown).to.match(
          /^Remove service\.a\.read, odd from 3 of the 4 users who are chosen\? \[y\/N\] /,
        );
        expect(refused.shown).to.match(/nothing was changed\r\n$/);
        expect(refused.code).to.equal(2);
        expect((await onTerminal('remove --all-users service.a.read', '\x04')).code).to.equal(2);
        const stopped = await onTerminal('remove --all-users service.a.read', '\x03');
        expect(stopped.code).to.equal(130);
        expect(stopped.shown).to.match(
          /\[y\/N\] \^C\r\nops-admin: stopped by SIGINT: nothing was changed\r\n$/,
        );
        expect(workplace.holders('service.a.read')).to.equal(3);

        const { code, shown } = await onTerminal('add --all-users service.c', 'Yes\n');
        expect(shown).to.include('Add service.c to 4 users? [y/N] ').and.include('4 rows: 4 added');
        expect([code, workplace.holders('service.c')]).to.deep.equal([0, 4]);
      });

      it('asks before a selection, a rename and the undo of a batch, but not for a file', async () => {
        const selected = await onTerminal("remove --holding 'service.a.*' service.a.read", 'n\n');
        expect(selected.shown).to.match(/^Remove service\.a\.read from 3 users\? \[y\/N\] /);
        const granted = await onTerminal('remove --granted service.a.read service.a.read', 'n\n');
        expect(granted.shown).to.match(/^Remove service\.a\.read from 3 users\? \[y\/N\] /);
        const renamed = await onTerminal("rename 'service.a.*' 'service.z.*'", 'n\n');
        expect(renamed.shown).to.match(/^Rename service\.a\.\* to service\.z\.\* for 3 users\? \[y\/N\] /);
        expect([selected.code, granted.code, renamed.code]).to.deep.equal([2, 2, 2]);
        expect(workplace.holders('service.a.read')).to.equal(3);

        await workplace.write('two.csv', csv([anId(2), 'service.a.read'], [anId(3), 'service.a.read']));
        const { shown } = await onTerminal('remove --file two.csv --batch two');
        expect(shown).to.not.include('[y/N]');
        const undoing = (answer: string) => onTerminal('audit revert --batch two', answer, {}, '');
        const asked = await undoing('n\n');
        expect(asked.shown).to.match(/^Undo 2 entries of 2 users, the batch two\? \[y\/N\] /);
        expect([asked.code, workplace.holders('service.a.read')]).to.deep.equal([2, 1]);
        expect([(await undoing('y\n')).code, workplace.holders('service.a.read')]).to.deep.equal([0, 3]);
      });

      it('shows its progress below the rows, and removes it at the end', async () => {
        const rows = Array.from({ length: 1200 }, (_, n) => `${anId(2)},service.x${n}`);
        await workplace.write('many.csv', ['user,permission', ...rows].join('\n'));
        const { code, shown } = await onTerminal('remove --file many.csv');
        expect(code).to.equal(0);
        expect(shown).to.include('41%  500 rows').and.include('100%  1,200 rows');
        const lines = shown.split('\r\n').map((line) => line.slice(line.lastIndexOf('\u001b[2K') + 1));
        expect(lines.filter((line) => line.includes('nothing to remove'))).to.have.length(1200);
        expect(lines.filter((line) => line.includes('% '))).to.deep.equal([]);
        expect(
          (await onTerminal('remove --file many.csv', undefined, { TERM: 'dumb' })).shown,
        ).to.not.include('% ');
      });
    },
  );
});
