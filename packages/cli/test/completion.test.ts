import { spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { BIN, Workplace } from './ops-admin.ts';

const has = (shell: string) => spawnSync(shell, ['--version']).error === undefined;

/** Prints the completions of a line in a shell that has read the script. The functions of zsh that show them are replaced. */
const PROGRAMS = {
  bash: `source "$0"; ops-admin() { '${process.execPath}' '${BIN}' "$@"; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ops_admin; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `compdef() {}; source "$1"; ops-admin() { '${process.execPath}' '${BIN}' "$@"; }; _files() {}; _describe() { print -rl -- "\${(@P)2}" }; shift; words=("$@"); CURRENT=$#; PREFIX="\${words[-1]}"; _ops_admin`,
  fish: `source $argv[1]; function ops-admin; '${process.execPath}' '${BIN}' $argv; end; complete -C (string join ' ' -- $argv[2..])`,
} as const;

type Shell = keyof typeof PROGRAMS;

describe('ops-admin completion', () => {
  const workplace = new Workplace();

  /** The suggestions of a shell for the last word of a typed line, with descriptions. */
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

    it('completes only the options of the given command', async () => {
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

    it('completes known values', async () => {
      expect(await offered('audit', 'export', '--format', '')).to.deep.equal(['ndjson', 'csv']);
      expect(await offered('audit', 'list', '--source', 'i')).to.deep.equal(['import']);
    });

    it('leaves files to bash, also for a value that equals a command name', async () => {
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
      });

      it('prints a script that the shell can parse', async () => {
        await workplace.write('script', (await workplace.run(['completion', shell])).stdout);
        const args = [shell === 'zsh' ? '-n' : '--no-execute', workplace.path('script')];
        const { status, stderr } = spawnSync(shell, args, { encoding: 'utf8' });
        expect([status, stderr]).to.deep.equal([0, '']);
      });
    });
  }

  it('reports an unknown shell', async () => {
    expect((await workplace.run(['completion', 'ksh'])).code).to.equal(2);
    expect((await workplace.run(['completion'])).code).to.equal(2);
  });
});
