import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from './clean-room/packed-package.ts';

/** Runs to its last step, `npm publish --dry-run`, in `.ci/run`; here what it looks at, and the tag. */
describe('tools/release.mjs', () => {
  let folder: string;

  const write = (file: string, content: string | object) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  };
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trimEnd();
  const commit = () => {
    git('add', '--all');
    git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'A commit');
  };
  const release = (...args: string[]) => {
    const script = join(folder, 'tools/release.mjs');
    const identity = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'A'],
      [`GIT_${who}_EMAIL`, 'a@example.org'],
    ]);
    const env = { ...process.env, ...Object.fromEntries(identity) };
    const { status, stderr } = spawnSync(process.execPath, [script, ...args], { env, encoding: 'utf8' });
    return { code: status, problems: stderr.trimEnd().split('\n') };
  };
  const tags = () => git('tag', '--list', '--format=%(objecttype) %(refname:short) %(subject)');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ops-admin-release-test-'));
    cpSync(join(ROOT, 'tools/release.mjs'), join(folder, 'tools/release.mjs'), { recursive: true });
    write('package.json', { repository: { url: 'git+https://git.example.org/ops-admin.git' } });
    for (const name of ['core', 'cli']) write(`packages/${name}/package.json`, { name, version: '1.2.3' });
    write('examples/one/package.json', { dependencies: { '@ops-admin/core': '^1.2.3', other: '1.0.0' } });
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-12-01\n\n- All.\n');
    git('init', '--quiet', '--initial-branch=main');
    commit();
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('tags the commit once; a dry run does not', () => {
    expect(release('--dry-run', '--only', 'tag').code).to.equal(0);
    expect(tags()).to.equal('');
    expect(release('--only', 'tag')).to.deep.equal({ code: 0, problems: [''] });
    expect(tags()).to.equal('tag v1.2.3 ops-admin 1.2.3');
    const again = release('--only', 'tag');
    expect(again.code).to.equal(1);
    expect(again.problems).to.have.length(1);
    expect(again.problems[0]).to.match(
      /^release: there is a tag v1\.2\.3: publish it with --publish, or raise/,
    );
  });

  it('reports all obstacles together, with their remedies', () => {
    git('checkout', '--quiet', '-b', 'other');
    write('packages/core/package.json', { name: 'core', version: '1.2.4' });
    write('examples/one/package.json', { devDependencies: { '@ops-admin/core': '^1.2.2' } });
    write('CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n- More.\n\n## [1.2.2] - 2026-12-01\n');
    const { code, problems } = release('--only', 'tag');
    expect(code).to.equal(1);
    expect(problems.map((line) => /^release: (.{20}).*: \S.*/.exec(line)?.[1])).to.deep.equal([
      'there are changes th',
      'a release is made of',
      'all packages have on',
      'examples/one asks fo',
      'CHANGELOG.md has no ',
      'CHANGELOG.md has cha',
    ]);
    expect(tags()).to.equal('');
  });

  it('publishes only a tagged commit, from the repository that the manifests name', () => {
    const published = release('--publish');
    expect(published.code).to.equal(1);
    expect(published.problems).to.have.length(2);
    expect(published.problems[0]).to.include('this commit is not tagged v1.2.3');
    expect(published.problems[1]).to.include(
      'the repository is none, and the manifests say https://git.example.org/ops-admin',
    );
    release('--only', 'tag');
    git('remote', 'add', 'origin', 'git@git.example.org:ops-admin.git');
    write('dirt', '');
    expect(release('--publish').problems.join()).to.match(
      /^release: there are changes that are not committed[^,]*$/,
    );
  });

  it('refuses a tarball that differs from the packed one', () => {
    write('.gitignore', '/release/\n');
    commit();
    expect(release('--only', 'publish').problems[0]).to.include('take the step pack as well');
    for (const file of ['core-1.2.3.tgz', 'cli-1.2.3.tgz', 'SHA256SUMS']) write(`release/1.2.3/${file}`, 'x');
    expect(release('--only', 'publish').problems[0]).to.match(/tgz is not what was packed/);
  });

  for (const args of [
    ['--only', 'pack,rest'],
    ['--publish', '--only', 'pack'],
    ['--publish', '--dry-run'],
    ['--sign'],
  ]) {
    it(`refuses ${args.join(' ')}`, () => {
      const { code, problems } = release(...args);
      expect(code).to.equal(2);
      expect(problems[0]).to.match(/^release: .*Usage: node tools\/release\.mjs/);
    });
  }
});
