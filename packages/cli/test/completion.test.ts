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

describe('ops-admin completion', () => {
  const workplace = new Workplace();

  describe('bash', () => {
    let script: string;
    before(async function () {
      if (!has('bash')) this.skip();
    });
    beforeEach(async () => {
      script ||= (await workplace.run(['completion', 'bash'])).stdout;
      await workplace.write('script', script);
    });

    /** What bash offers for the last word of a line that is being typed. */
    function offered(...words: string[]): string[] {
      const { status, stderr, stdout } = spawnSync(
        'bash',
        [
          '-c',
          `source "$0"; ops-admin() { '${process.execPath}' '${BIN}' "$@"; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; _ops_admin; printf '%s\\n' "\${COMPREPLY[@]}"`,
          workplace.path('script'),
          'ops-admin',
          ...words,
        ],
        { encoding: 'utf8' },
      );
      expect([status, stderr]).to.deep.equal([0, '']);
      return stdout.split('\n').filter((line) => line !== '');
    }

    it('completes commands', () => {
      expect(offered('')).to.include.members(['audit', 'permissions', 'serve', 'completion']);
      expect(offered('au')).to.deep.equal(['audit']);
      expect(offered('audit', '')).to.deep.equal([
        'list',
        'show',
        'batches',
        'revert',
        'verify',
        'head',
        'export',
      ]);
      expect(offered('audit', 'li')).to.deep.equal(['list']);
      expect(offered('completion', '')).to.deep.equal(['bash', 'zsh', 'fish']);
    });

    it('completes the options of a command, and those alone', () => {
      expect(offered('audit', 'list', '--o')).to.deep.equal(['--oldest-first']);
      expect(offered('audit', 'verify', '--')).to.deep.equal([
        '--head',
        '--public',
        '--db',
        '--json',
        '--help',
      ]);
      expect(offered('permissions', 'remove', '--db', 'x.db', 'ada', '--at')).to.deep.equal(['--atomic']);
      expect(offered('geocode', '--no')).to.deep.equal(['--no-cache']);
    });

    it('completes values that are known', () => {
      expect(offered('audit', 'export', '--format', '')).to.deep.equal(['ndjson', 'csv']);
      expect(offered('audit', 'export', '--format', '=', 'c')).to.deep.equal(['csv']);
      expect(offered('audit', 'export', '--format', '=')).to.deep.equal(['ndjson', 'csv']);
      expect(offered('audit', 'list', '--source', 'i')).to.deep.equal(['import']);
    });

    describe('what is in the database', () => {
      beforeEach(async () => {
        await workplace.write('users.json', [
          { _id: anId(1), emails: ['ada@example.org'], permissions: ['service.admin.access', '$(touch x)'] },
          {
            _id: anId(2),
            emails: ['adam@example.org'],
            permissions: ['service.billing.*', 'service.billing.read'],
          },
          { _id: anId(3), emails: ["o'hara@example.org"], permissions: HOSTILE },
        ]);
        await workplace.run(['import', 'users', 'users.json', '--batch', 'first-load']);
      });

      it('completes permissions, also of options', () => {
        expect(offered('permissions', 'holders', 'service.b')).to.deep.equal([
          'service.billing.\\*',
          'service.billing.read',
        ]);
        expect(offered('permissions', 'remove', 'ada', "'service.billing.")).to.deep.equal([
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
          expect(offered(...words), words.join(' ')).to.deep.equal(['service.admin.access']);
        }
      });

      it('completes modules and batches', () => {
        expect(offered('audit', 'list', '--module', '')).to.deep.equal(['admin', 'billing']);
        expect(offered('audit', 'revert', '--batch', 'f')).to.deep.equal(['first-load']);
      });

      it('completes users, whose e-mails bash takes for three words', () => {
        expect(offered('users', 'show', 'ad')).to.deep.equal(['ada@example.org', 'adam@example.org']);
        expect(offered('users', 'show', 'ada', '@')).to.deep.equal(['example.org']);
        expect(offered('audit', 'list', '--user', 'adam', '@', 'ex')).to.deep.equal(['example.org']);
        expect(offered('permissions', 'copy', 'ada', '@', 'example.org', 'adam')).to.deep.equal([
          'adam@example.org',
        ]);
      });

      it('offers nothing that could mean something to a shell, and no name that is made up', () => {
        const known = ['service.admin.access', 'service.billing.\\*', 'service.billing.read'];
        expect(offered('permissions', 'holders', '')).to.deep.equal(known);
        expect(existsSync(workplace.path('x'))).to.equal(false);
        expect(offered('users', 'show', 'o')).to.deep.equal([]);
        expect(offered('users', 'deactivate', 'ada', '--actor', 'a')).to.deep.equal([]);
      });

      it('asks the database of the line, and is silent where there is none', () => {
        const line = ['--db', 'none.db', 'permissions', 'holders', 'service.a'];
        expect(offered(...line)).to.deep.equal([]);
        expect(offered('permissions', 'holders', '--db', 'ops-admin.db', 'service.a')).to.deep.equal([
          'service.admin.access',
        ]);
      });
    });

    it('leaves files to bash, also where a value is called like a command', () => {
      expect(offered('import', 'users', '')).to.deep.equal([]);
      expect(offered('users', 'list', '--db', '')).to.deep.equal([]);
      expect(offered('users', 'list', '--db', 'audit', '')).to.deep.equal([]);
      expect(script).to.include('complete -o default -F _ops_admin ops-admin');
    });
  });

  for (const [shell, args] of Object.entries({ zsh: ['-n'], fish: ['--no-execute'] })) {
    it(`prints a script that ${shell} can read`, async function () {
      const { code, stdout } = await workplace.run(['completion', shell]);
      expect(code).to.equal(0);
      for (const word of ['audit list', 'oldest-first', 'ndjson']) expect(stdout).to.include(word);
      // Nothing more can be said without the shell.
      if (!has(shell)) return this.skip();
      await workplace.write('script', stdout);
      const { status, stderr } = spawnSync(shell, [...args, workplace.path('script')], { encoding: 'utf8' });
      expect([status, stderr]).to.deep.equal([0, '']);
    });
  }

  it('knows no other shell', async () => {
    expect((await workplace.run(['completion', 'ksh'])).code).to.equal(2);
    expect((await workplace.run(['completion'])).code).to.equal(2);
  });
});
