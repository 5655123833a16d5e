import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import { BIN, Workplace } from './ops-admin.ts';

const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

/** Strings that people can hold, and that would be something else on a line: no program is started by them, and no option named. */
const HOSTILE = [
  'odd one',
  '`touch x`',
  '$IFS',
  'a $(touch x)',
  'a;touch x',
  '--everything',
  '~',
  '<(touch x)',
];

/** Prints the completions of a line in a shell that has read the script. The functions of zsh that show them are replaced. */
const PROGRAMS = {
  bash: `source "$0"; ops-admin() { '${process.execPath}' '${BIN}' "$@"; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ops_admin; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() {}; source "$1"; ops-admin() { '${process.execPath}' '${BIN}' "$@"; }; _files() {}; _describe() { print -rl -- "\${(@P)2}" }; shift; words=("$@"); CURRENT=$#; PREFIX="\${words[-1]}"; _ops_admin`,
  fish: `source $argv[1]; function ops-admin; '${process.execPath}' '${BIN}' $argv; end; complete -C (string join ' ' -- $argv[2..])`,
} as const;

type Shell = keyof typeof PROGRAMS;

describe('ops-admin completion', () => {
  const workplace = new Workplace();

  /** What a shell offers for the last word of a line that is being typed, with descriptions. */
  async function offeredBy(shell: Shell, ...words: string[]): Promise<string[]> {
    await workplace.write('script', (await workplace.run(['completion', shell])).stdout);
    const { status, stderr, stdout } = spawnSync(
      shell,
      [
        ...(shell === 'zsh' ? ['-f'] : shell === 'fish' ? ['--no-config'] : []),
        '-c',
        PROGRAMS[shell],
        ...(shell === 'zsh' ? ['zsh'] : []),
        workplace.path('script'),
        'ops-admin',
        ...words,
      ],
      { encoding: 'utf8' },
    );
    expect([status, stderr]).to.deep.equal([0, '']);
    return stdout.split('\n').filter((line) => line !== '');
  }

  describe('bash', () => {
    before(function () {
      if (!has('bash')) this.skip();
    });

    const offered = (...words: string[]) => offeredBy('bash', ...words);

    it('completes commands', async () => {
      expect(await offered('')).to.include.members(['audit', 'permissions', 'serve', 'completion']);
      expect(await offered('au')).to.deep.equal(['audit']);
      expect(await offered('audit', '')).to.deep.equal([
        'list',
        'show',
        'batches',
        'revert',
        'verify',
        'head',
        'export',
      ]);
      expect(await offered('audit', 'li')).to.deep.equal(['list']);
      expect(await offered('completion', '')).to.deep.equal(['bash', 'zsh', 'fish']);
    });

    it('completes the options of a command, and those alone', async () => {
      expect(await offered('audit', 'list', '--o')).to.deep.equal(['--oldest-first']);
      expect(await offered('audit', 'verify', '--')).to.deep.equal([
        '--head',
        '--public',
        '--db',
        '--json',
        '--help',
      ]);
      expect(await offered('permissions', 'remove', '--db', 'x.db', 'ada', '--at')).to.deep.equal([
        '--atomic',
      ]);
      expect(await offered('geocode', '--no')).to.deep.equal(['--no-cache']);
    });

    it('completes values that are known', async () => {
      expect(await offered('audit', 'export', '--format', '')).to.deep.equal(['ndjson', 'csv']);
      expect(await offered('audit', 'export', '--format', '=', 'c')).to.deep.equal(['csv']);
      expect(await offered('audit', 'export', '--format', '=')).to.deep.equal(['ndjson', 'csv']);
      expect(await offered('audit', 'list', '--source', 'i')).to.deep.equal(['import']);
    });

    describe('what is in the database', () => {
      beforeEach(async () => {
        await workplace.write('users.json', [
          {
            _id: anId(1),
            emails: ['ada@example.org'],
            personalInformation: { name: 'Ada' },
            permissions: ['service.admin.access', '$(touch x)'],
          },
          {
            _id: anId(2),
            emails: ['adam@example.org'],
            personalInformation: { name: 'Adam' },
            permissions: ['service.billing.*', 'service.billing.read'],
          },
          {
            _id: anId(3),
            emails: ["o'hara@example.org"],
            personalInformation: { name: "O'hara" },
            permissions: HOSTILE,
          },
        ]);
        await workplace.run(['import', 'users', 'users.json', '--batch', 'first-load']);
      });

      it('completes permissions, also of options', async () => {
        expect(await offered('permissions', 'holders', 'service.b')).to.deep.equal([
          'service.billing.\\*',
          'service.billing.read',
        ]);
        expect(await offered('permissions', 'remove', 'ada', "'service.billing.")).to.deep.equal([
          'service.billing.*',
          'service.billing.read',
        ]);
        for (const words of [
          ['permissions', 'add', 'ada@example.org', 'service.admin.access', 'service.a'],
          ['permissions', 'add', 'ada', '@', 'example.org', 'service.a'],
          ['permissions', 'remove', '--all-users', '--dry-run', 'service.a'],
          ['permissions', 'rename', 'service.a'],
          ['users', 'list', '--holding', 'service.a'],
          ['audit', 'list', '--permission', '=', 'service.a'],
        ]) {
          expect(await offered(...words), words.join(' ')).to.deep.equal(['service.admin.access']);
        }
      });

      it('completes modules and batches', async () => {
        expect(await offered('audit', 'list', '--module', '')).to.deep.equal(['admin', 'billing']);
        expect(await offered('audit', 'revert', '--batch', 'f')).to.deep.equal(['first-load']);
      });

      it('completes users, whose e-mails bash takes for three words', async () => {
        expect(await offered('users', 'show', 'ad')).to.deep.equal(['ada@example.org', 'adam@example.org']);
        expect(await offered('users', 'show', 'ada', '@')).to.deep.equal(['example.org']);
        expect(await offered('audit', 'list', '--user', 'adam', '@', 'ex')).to.deep.equal(['example.org']);
        expect(await offered('permissions', 'copy', 'ada', '@', 'example.org', 'adam')).to.deep.equal([
          'adam@example.org',
        ]);
      });

      it('offers nothing that could mean something to a shell, and no name that is made up', async () => {
        const known = ['service.admin.access', 'service.billing.\\*', 'service.billing.read'];
        expect(await offered('permissions', 'holders', '')).to.deep.equal(known);
        expect(existsSync(workplace.path('x'))).to.equal(false);
        expect(await offered('users', 'show', 'o')).to.deep.equal([]);
        expect(await offered('users', 'deactivate', 'ada', '--actor', 'a')).to.deep.equal([]);
      });

      it('asks the database of the line, and is silent where there is none', async () => {
        const line = ['--db', 'none.db', 'permissions', 'holders', 'service.a'];
        expect(await offered(...line)).to.deep.equal([]);
        expect(await offered('permissions', 'holders', '--db', 'ops-admin.db', 'service.a')).to.deep.equal([
          'service.admin.access',
        ]);
      });
    });

    it('leaves files to bash, also where a value is called like a command', async () => {
      expect(await offered('import', 'users', '')).to.deep.equal([]);
      expect(await offered('users', 'list', '--db', '')).to.deep.equal([]);
      expect(await offered('users', 'list', '--db', 'audit', '')).to.deep.equal([]);
      const { stdout } = await workplace.run(['completion', 'bash']);
      expect(stdout).to.include('complete -o default -F _ops_admin ops-admin');
    });
  });

  for (const shell of ['zsh', 'fish'] as const) {
    describe(shell, () => {
      before(function () {
        if (!has(shell)) this.skip();
      });

      /** Without descriptions. */
      const offered = async (...words: string[]) =>
        (await offeredBy(shell, ...words)).map((line) => line.replace(/(?<!\\)[:\t].*$/, ''));

      it('completes commands with their descriptions', async () => {
        expect(await offered('audit', 'li')).to.deep.equal(['list']);
        expect(await offered('completion', '')).to.have.members(['bash', 'zsh', 'fish']);
        const described = (await offeredBy(shell, 'departments', 'tr')).join('');
        expect(described).to.match(/^tree[:\t].+/);
      });

      it('completes options and their values', async () => {
        expect(await offered('audit', 'list', '--o')).to.deep.equal(['--oldest-first']);
        expect(await offered('permissions', 'remove', '--db', 'x.db', 'ada', '--at')).to.deep.equal([
          '--atomic',
        ]);
        expect(await offered('audit', 'export', '--format', '')).to.have.members(['ndjson', 'csv']);
        expect(await offered('audit', 'export', '--format=c')).to.deep.equal(['--format=csv']);
      });

      it('completes what is in the database, and runs nothing of a line', async () => {
        await workplace.write('users.json', [
          {
            _id: anId(1),
            emails: ['ada@example.org'],
            personalInformation: { name: 'Ada' },
            permissions: ['service.admin.access', '$(touch x)'],
          },
        ]);
        await workplace.run(['import', 'users', 'users.json']);
        expect(await offered('users', 'show', 'ad')).to.deep.equal(['ada@example.org']);
        expect(await offered('permissions', 'holders', 'service.a')).to.deep.equal(['service.admin.access']);
        expect(await offered('permissions', 'holders', "'$(touch x)'", '')).to.not.include('$(touch x)');
        expect(await offered('permissions', 'holders', '')).to.deep.equal(['service.admin.access']);
        expect(existsSync(workplace.path('x'))).to.equal(false);
      });

      it('prints a script that the shell can read', async () => {
        await workplace.write('script', (await workplace.run(['completion', shell])).stdout);
        const args = [shell === 'zsh' ? '-n' : '--no-execute', workplace.path('script')];
        const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8' });
        expect([status, stderr]).to.deep.equal([0, '']);
      });
    });
  }

  it('knows no other shell', async () => {
    expect((await workplace.run(['completion', 'ksh'])).code).to.equal(2);
    expect((await workplace.run(['completion'])).code).to.equal(2);
  });
});
