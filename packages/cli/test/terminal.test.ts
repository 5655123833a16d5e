import { spawnSync } from 'node:child_process';
import { anId } from '@ops-admin/core/fakes';
import { expect } from 'chai';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { BIN, Workplace } from './ops-admin.ts';

describe('A table', function () {
  this.timeout(20_000);
  const workplace = new Workplace();
  let organisation: AnOrganisation;

  beforeEach(async () => {
    const many = Array.from({ length: 20 }, (_, n) => `service.module${n}.read`);
    organisation = await anOrganisation(workplace, many, []);
    await organisation.add(2, ['service.x'], { actor: 'cli:a very long name of an operator' });
  });
  afterEach(() => {
    organisation.close();
  });

  /** What a terminal of so many columns shows. */
  function shown(columns: number, ...args: string[]): string[] {
    const command = `stty cols ${columns}; '${process.execPath}' '${BIN}' ${args.join(' ')}`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: workplace.path(''),
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '' },
    });
    return stdout.trimEnd().split(/\r?\n/);
  }

  it('fits the terminal: what is widest is cut, but no time and no id', async function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    for (const columns of [78, 100]) {
      const lines = shown(columns, 'audit', 'list');
      expect(lines).to.have.length(3);
      for (const line of lines) expect(line.length, line).to.be.at.most(columns);
      expect(lines[1])
        .to.include(' user2@')
        .and.include('…')
        .and.match(/^2 {3}\d+ s ago /);
      expect(lines[2]).to.match(/ 2026-01-01T00:00:00Z /);
    }
    expect(shown(100, 'audit', 'show', '2')).to.satisfy((lines: string[]) =>
      lines.some((line) => /^TIME +2\d{3}-\S+Z \(\d+ s ago\)$/.test(line)),
    );
    const batch = '20261121T103045-7f3a9c';
    await organisation.add(2, ['service.y'], { batch, reason: 'a reason that is much too long for it' });
    expect(shown(60, 'audit', 'batches')[1])
      .to.include(`${batch} `)
      .and.include('…');
    const users = shown(60, 'users', 'list');
    for (const line of users) expect(line.length, line).to.be.at.most(60);
    expect(users[1]).to.include(anId(1));
  });

  it('is not cut where it has room', function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    expect(shown(2000, 'audit', 'list').join()).to.not.include('…');
  });

  it('is not cut off a terminal', async () => {
    const { stdout } = await workplace.run(['audit', 'list'], { env: { COLUMNS: '40' } });
    expect(stdout).to.include('cli:a very long name of an operator').and.not.match(/…|ago/);
  });
});
