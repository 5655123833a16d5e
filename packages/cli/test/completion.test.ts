import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { Workplace } from './ops-admin.ts';

const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

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
          `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ops_admin; printf '%s\\n' "\${COMPREPLY[@]}"`,
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
        'archive',
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
