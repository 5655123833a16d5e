import { spawnSync } from 'node:child_process';
import { anId } from '@ops-admin/testing';
import { expect } from 'chai';
import stringWidth from 'string-width';
import { type AnOrganisation, anOrganisation } from './an-organisation.ts';
import { BIN, Workplace } from './ops-admin.ts';

describe('A table', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;

  beforeEach(async () => {
    const many = Array.from({ length: 20 }, (_, n) => `service.module${n}.read`);
    organisation = await anOrganisation(workplace, many, []);
    await organisation.add(2, ['service.x'], { actor: 'cli:a very long name of an operator' });
  });
  afterEach(async () => {
    await organisation.close();
  });

  /** The output of a terminal with the given number of columns. */
  function shown(columns: number, ...args: string[]): string[] {
    const command = `stty cols ${columns}; '${process.execPath}' '${BIN}' ${args.join(' ')}`;
    const { stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: workplace.path(''),
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '' },
    });
    return stdout.trimEnd().split(/\r?\n/);
  }

  it('fits the terminal: it cuts the widest column, but no time and no id', async function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    for (const columns of [78, 100]) {
      const lines = shown(columns, 'audit', 'list');
      expect(lines).to.have.length(3);
      for (const line of lines) expect(line.length, line).to.be.at.most(columns);
      expect(lines[1])
        .to.include(' user2@')
        .and.include('…')
        .and.match(/^2 {3}\d{4}-\d\d-\d\dT[\d:]+Z /);
      expect(lines[2]).to.match(/ 2026-01-01T00:00:00Z /);
    }
    const batch = '20261121T103045-7f3a9c';
    await organisation.add(2, ['service.y'], { batch, reason: 'a reason that is much too long for it' });
    expect(shown(60, 'audit', 'batches')[1])
      .to.include(`${batch} `)
      .and.include('…');
    const users = shown(60, 'users', 'list');
    for (const line of users) expect(line.length, line).to.be.at.most(60);
    expect(users[1]).to.include(anId(1));
  });

  it('fits it also where characters are wide, and cuts between them', async function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    const name = '山田👩‍👩‍👧e\u0308'.repeat(10);
    await workplace.write('wide.json', [
      { _id: anId(3), emails: ['wide@example.org'], personalInformation: { name } },
    ]);
    expect((await workplace.run(['import', 'users', 'wide.json'])).code).to.equal(0);
    for (const columns of [60, 61, 62, 63, 64, 65]) {
      const line = shown(columns, 'users', 'list').find((one) => one.includes('山田')) ?? '';
      expect(stringWidth(line)).to.be.at.most(columns);
      const kept = line.slice(26, line.indexOf('…'));
      expect(name.startsWith(kept) && /(?:山|田|👩‍👩‍👧|e\u0308)$/u.test(kept), kept).to.equal(true);
    }
  });

  it('keeps values complete that users copy into commands, and the distinct part of permissions', async function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    const name = 'a-batch-with-a-name-of-its-own-2026-11';
    await organisation.add(1, ['service.invoices-of-suppliers.read'], { batch: name });
    expect(shown(50, 'audit', 'batches').join('\n')).to.include(`${name}  `);
    expect(shown(62, 'audit', 'list')[1]).to.match(/\+?….*read$/);
  });

  it('is not cut where it fits', function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    expect(shown(2000, 'audit', 'list').join()).to.not.include('…');
  });

  it('is not cut in a pipe or a file', async () => {
    const { stdout } = await workplace.run(['audit', 'list'], { env: { COLUMNS: '40' } });
    expect(stdout).to.include('cli:a very long name of an operator').and.not.match(/…|ago/);
  });
});

describe('A long list on a terminal', () => {
  const workplace = new Workplace();
  let organisation: AnOrganisation;

  beforeEach(async function () {
    if (spawnSync('script', ['--version']).error) return this.skip();
    organisation = await anOrganisation(workplace, ...Array.from({ length: 60 }, () => []));
    await organisation.close();
  });

  /** The output of a terminal with the given number of rows, and the exit code. */
  function shown(rows: number, pager: string | undefined, ...args: string[]): [string[], number | null] {
    const command = `stty rows ${rows} cols 100; '${process.execPath}' '${BIN}' ${args.join(' ')}`;
    const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], {
      cwd: workplace.path(''),
      encoding: 'utf8',
      input: '',
      env: { PATH: process.env.PATH ?? '', ...(pager !== undefined && { PAGER: pager }) },
    });
    return [stdout.trimEnd().split(/\r?\n/), status];
  }

  it('is shown by the pager in PAGER, which may be a command line', () => {
    const [lines, code] = shown(20, "sed -e 's/^/paged /'", 'users', 'list');
    expect([lines.length, code]).to.deep.equal([61, 0]);
    for (const line of lines) expect(line).to.match(/^paged /);
    for (const command of [
      ['users', 'show', anId(1)],
      ['permissions', 'holders', 'service.admin.access'],
    ]) {
      expect(shown(1, "sed -e 's/^/paged /'", ...command)[0][0], command.join(' ')).to.match(/^paged /);
    }
  });

  it('is shown without a pager where it fits, where PAGER is empty or cat, with --json, and without a terminal', async () => {
    const pager = "sed -e 's/^/paged /'";
    for (const run of [
      shown(100, pager, 'users', 'list'),
      shown(20, pager, 'users', 'list', '--limit', '5'),
      shown(20, '', 'users', 'list'),
      shown(20, ' cat ', 'users', 'list'),
      shown(20, pager, 'users', 'list', '--json'),
      shown(20, pager, 'users', 'list', '|', 'cat'),
      shown(20, pager, 'users', 'show', 'user1@example.org'),
    ]) {
      expect(run[1]).to.equal(0);
      expect(run[0].join()).to.not.include('paged');
    }
  });

  it('may be left early, also by Ctrl-C', () => {
    const [lines, code] = shown(20, 'head -n 3', 'users', 'list');
    expect([lines.length, code]).to.deep.equal([3, 0]);
    expect(shown(20, 'true', 'users', 'list')[1]).to.equal(0);
    // A terminal sends Ctrl-C to all its processes.
    expect(shown(20, "trap '' INT; kill -INT $PPID; cat", 'users', 'list')[1]).to.equal(0);
  });

  it('is printed where the pager cannot start, with a warning', () => {
    const [lines, code] = shown(20, 'no-such-pager', 'users', 'list');
    expect(code).to.equal(0);
    expect(lines.join('\n')).to.include('PAGER=no-such-pager cannot be started').and.include(anId(60));
  });
});
