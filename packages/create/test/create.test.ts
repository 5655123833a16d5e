import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { useMadeService } from '../../../test/clean-room/made-service.ts';
import { ROOT } from '../../../test/clean-room/packed-package.ts';
import { outputOf } from '../../../test/clean-room/run.ts';
import { TYPESCRIPT_7 } from '../../../test/clean-room/type-check.ts';

const PACKAGE = join(import.meta.dirname, '..');

describe('npm create @ops-admin', () => {
  let cwd: string;
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'ops-admin-create-'));
  });
  afterEach(() => rmSync(cwd, { recursive: true, force: true }));

  const create = (...args: string[]) => {
    const { status, stderr, stdout } = spawnSync(
      process.execPath,
      [join(PACKAGE, 'bin/create.js'), ...args],
      { cwd, encoding: 'utf8' },
    );
    return { code: status, stderr, stdout };
  };

  it('makes a service whose test passes, that compiles, and serves', async () => {
    expect(create('tickets')).to.include({ code: 0, stderr: '' });
    const folder = join(cwd, 'tickets');
    symlinkSync(join(PACKAGE, 'node_modules'), join(folder, 'node_modules'));
    expect(await outputOf('npm', ['test'], { cwd: folder })).to.match(/pass 2\n/);
    await outputOf(process.execPath, [TYPESCRIPT_7, '-p', folder], { cwd: folder });
    await useMadeService(folder);
  });

  it('gives it its name, and the files that npm leaves out of packages', () => {
    create('tickets');
    const files = readdirSync(join(cwd, 'tickets'));
    expect(files).to.include.members([
      '.dockerignore',
      '.gitignore',
      '.npmrc',
      'Dockerfile',
      'README.md',
      'tsconfig.json',
    ]);
    expect(files).to.not.include('gitignore').and.not.include('npmrc');
    const manifest = readFileSync(join(cwd, 'tickets/package.json'), 'utf8');
    expect(JSON.parse(manifest)).to.include({ name: 'tickets', private: true });
    expect(readFileSync(join(cwd, 'tickets/README.md'), 'utf8'))
      .to.match(/^# tickets\n/)
      .and.not.include('my-service');
  });

  it('says what to type next, with the packages of the clone that it is run from', () => {
    expect(create('a/tickets').stdout).to.match(
      /^tickets is made.*\n\n {2}cd a\/tickets\n(?: {2}npx -y pnpm@12 --dir .* run pack:all\n)? {2}npm install .*\/release\/tarballs\/ops-admin-\{.*\}-\*\.tgz\n {2}npm start\n$/,
    );
  });

  it('asks for the versions that the library versions of the workspace allow', () => {
    const catalog = readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(PACKAGE, 'template/package.json'), 'utf8'),
    ) as Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>;
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
      if (!name.startsWith('@ops-admin/'))
        expect(catalog.replaceAll('"', '').split('\n'), name).to.include(`  ${name}: ${range}`);
  });

  it('fills the folder it stands in, where that is empty but for .git', () => {
    mkdirSync(join(cwd, 'tickets/.git'), { recursive: true });
    cwd = join(cwd, 'tickets');
    expect(create('.').stdout).to.include('cd .\n');
    expect(readdirSync(cwd)).to.include.members(['.git', 'package.json']);
    cwd = join(cwd, '..');
  });

  it('leaves a folder alone that has files, and a file', () => {
    mkdirSync(join(cwd, 'tickets'));
    writeFileSync(join(cwd, 'tickets/notes.txt'), '');
    expect(create('tickets')).to.deep.equal({
      code: 2,
      stdout: '',
      stderr: `create: there are files in ${join(cwd, 'tickets')}: name a folder that is new or empty\n`,
    });
    expect(readdirSync(join(cwd, 'tickets'))).to.deep.equal(['notes.txt']);
    const { code, stderr } = create('tickets/notes.txt');
    expect(code).to.equal(2);
    expect(stderr).to.match(/^create: ENOTDIR: .*: name another folder\n$/);
  });

  for (const name of ['Tickets', 'my service', '.tickets', '_tickets', 'Füße', 'a'.repeat(215)]) {
    it(`refuses ${JSON.stringify(name.slice(0, 20))}, which npm takes for no name`, () => {
      const { code, stderr } = create(name);
      expect(code).to.equal(2);
      expect(stderr).to.equal(
        `create: ${JSON.stringify(name)} cannot be the name of a package: take small letters, digits and hyphens, such as my-service\n`,
      );
      expect(existsSync(join(cwd, name))).to.equal(false);
    });
  }

  for (const args of [[], ['a', 'b'], ['--template'], ['']]) {
    it(`says how it is used for ${JSON.stringify(args)}`, () => {
      const { code, stderr, stdout } = create(...args);
      expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr).to.match(/^Usage: npm create @ops-admin FOLDER\n/);
    });
  }

  it('shows its help', () => {
    const { code, stderr, stdout } = create('--help');
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(/^Usage: npm create @ops-admin FOLDER\n/);
  });
});
