// Makes a release out of what is committed, and stops before it is published:
//
//   node tools/release.mjs             checks, packs into release/VERSION, tries to publish, and tags
//   node tools/release.mjs --dry-run   the same, without the tag
//   node tools/release.mjs --publish   on the tagged commit: checks, packs and publishes
//   … --only pack,publish                some of the steps alone: check, pack, test, publish, tag; not with --publish
//
// The state of the repository is looked at every time. Packages are built in a new clone, where nothing lies about that is not
// committed, and the tarballs that are tested are those that are published.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dirname, '..');
const STEPS = ['check', 'pack', 'test', 'publish', 'tag'];
const PNPM = ['npx', '-y', 'pnpm@12'];

/** The obstacle to a release, and its remedy. */
class Refused extends Error {
  constructor(problems, exitCode = 1) {
    super(problems.map((problem) => `release: ${problem}`).join('\n'));
    this.exitCode = exitCode;
  }
}

const manifestIn = (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));
const foldersIn = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => existsSync(join(ROOT, folder, entry.name, 'package.json')))
    .map(({ name }) => join(folder, name));

const manifests = foldersIn('packages').map(manifestIn);
const { version } = manifests[0];
const tag = `v${version}`;
const target = join(ROOT, 'release', version);

/** What git says, without the line's end; nothing where it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trimEnd() : undefined;
}

function run([command, ...args], { cwd, env }) {
  const { status } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, CI: 'true', ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0)
    throw new Refused([
      `${[command, ...args].join(' ')} ended with ${status}. Nothing was tagged or published: fix it on main and run this again`,
    ]);
}

/** All that is wrong with the repository, each with what to do. */
function problems({ isPublished }) {
  const found = [];
  const find = (isWrong, problem) => isWrong && found.push(problem);

  find(
    git('status', '--porcelain') !== '',
    'there are changes that are not committed: commit or remove them',
  );
  const tagged = git('rev-parse', '--verify', '--quiet', `${tag}^{commit}`);
  if (isPublished) {
    find(
      tagged !== git('rev-parse', 'HEAD'),
      `this commit is not tagged ${tag}: run it without --publish first, or check the tag out`,
    );
    const origin = addressOf(git('remote', 'get-url', 'origin') ?? 'none');
    const repository = addressOf(manifestIn('.').repository.url);
    find(
      origin !== repository,
      `the repository is ${origin}, and the manifests say ${repository}: set it in all of them (test/manifests.test.ts)`,
    );
  } else {
    find(git('branch', '--show-current') !== 'main', 'a release is made of main: check it out');
    find(
      tagged,
      `there is a tag ${tag}: publish it with --publish, or raise the version with node tools/set-version.mjs`,
    );
  }

  const others = manifests.filter((manifest) => manifest.version !== version);
  find(
    others.length > 0,
    `all packages have one version, and not ${others.map(({ name, version }) => `${name} ${version}`).join(', ')}: node tools/set-version.mjs ${version}`,
  );
  for (const folder of foldersIn('examples')) {
    const { dependencies = {}, devDependencies = {} } = manifestIn(folder);
    const old = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([name, range]) => name.startsWith('@ops-admin/') && range !== `^${version}`,
    );
    find(
      old.length > 0,
      `${folder} asks for ${old.map(([name, range]) => `${name} ${range}`).join(', ')}: node tools/set-version.mjs ${version}`,
    );
  }

  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const dated = [...changelog.matchAll(/^## \[(.+)\] - \d{4}-\d\d-\d\d$/gm)].map(([, one]) => one);
  find(
    !dated.includes(version),
    `CHANGELOG.md has no heading "## [${version}] - YYYY-MM-DD": write it above the changes`,
  );
  const unreleased = /^## \[Unreleased\]\n([\s\S]*?)(?=^## )/m.exec(changelog)?.[1] ?? '';
  find(unreleased.trim() !== '', `CHANGELOG.md has changes under [Unreleased]: put them under [${version}]`);
  return found;
}

/** The address of a repository as a browser has it. */
function addressOf(url) {
  return url
    .replace(/^git\+/, '')
    .replace(/^git@([^:]+):/, 'https://$1/')
    .replace(/(\.git)?\/?$/, '');
}

/** Those that a package depends on come before it, so that none is there without them. */
function inOrder() {
  const sorted = [];
  const add = (manifest) => {
    if (sorted.includes(manifest)) return;
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      const needed = manifests.find((other) => other.name === name);
      if (needed) add(needed);
    }
    sorted.push(manifest);
  };
  for (const manifest of manifests) add(manifest);
  return sorted;
}

const tarballOf = ({ name }) => `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
const digestOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Packs every package in the clone, with a list that `sha256sum --check` reads. */
function pack(clone) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  run([...PNPM, '-r', '--filter', './packages/*', 'pack', '--pack-destination', target], { cwd: clone });
  const lines = inOrder().map(
    (manifest) => `${digestOf(join(target, tarballOf(manifest)))}  ${tarballOf(manifest)}\n`,
  );
  writeFileSync(join(target, 'SHA256SUMS'), lines.join(''));
}

/** Publishes what is packed; those that are there already stay as they are. */
function publish(isReal) {
  const sums = join(target, 'SHA256SUMS');
  if (!existsSync(sums)) throw new Refused([`there is nothing in ${target}: take the step pack as well`]);
  for (const manifest of inOrder()) {
    const file = join(target, tarballOf(manifest));
    if (!readFileSync(sums, 'utf8').includes(`${digestOf(file)}  ${tarballOf(manifest)}\n`))
      throw new Refused([`${file} is not what was packed: take the step pack again`]);
  }
  for (const manifest of inOrder()) {
    const { name } = manifest;
    if (isReal && isThere(name)) {
      console.log(`${name}@${version} is there already`);
      continue;
    }
    const args = ['publish', join(target, tarballOf(manifest)), '--json', ...(isReal ? [] : ['--dry-run'])];
    const { status, stderr, stdout } = spawnSync('npm', args, { cwd: target, encoding: 'utf8' });
    if (status !== 0)
      throw new Refused([
        `npm ${args.join(' ')} ended with ${status}; what is there stays, and the rest follows when this is run again\n${stdout}${stderr}`,
      ]);
    console.log(`${name}@${version} ${isReal ? 'is published' : 'could be published'}`);
  }
}

function isThere(name) {
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version'], { encoding: 'utf8' });
  return stdout.trim() === version;
}

function timed(step, work) {
  const started = performance.now();
  console.log(`== ${step}`);
  work();
  console.log(`${step}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

function release({ isPublished, steps }) {
  const wrong = problems({ isPublished });
  if (wrong.length > 0) throw new Refused(wrong);

  const scratch = mkdtempSync(join(tmpdir(), 'ops-admin-release-'));
  const clone = join(scratch, 'ops-admin');
  const inClone = (...args) => run([...PNPM, ...args], { cwd: clone, env: { RELEASE_TARBALLS: target } });
  try {
    if (steps.some((step) => ['check', 'pack', 'test'].includes(step))) {
      timed('build', () => {
        run(['git', 'clone', '--quiet', ROOT, clone], { cwd: ROOT });
        inClone('install', '--frozen-lockfile');
        inClone('run', 'build');
      });
    }
    const work = {
      check: () => inClone('run', 'check'),
      pack: () => pack(clone),
      test: () => {
        inClone('exec', 'mocha');
        inClone('run', 'test:installed');
      },
      publish: () => publish(isPublished),
      tag: () => run(['git', 'tag', '--annotate', tag, '--message', `ops-admin ${version}`], { cwd: ROOT }),
    };
    for (const step of steps) timed(step, work[step]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  if (steps.includes('pack')) console.log(`packed: ${target}`);
  if (steps.includes('tag')) console.log(`tagged: ${tag}. Go on with: git push origin main ${tag}`);
}

/** Throws {@link Refused}. */
function parse() {
  const usage = (problem) =>
    new Refused([`${problem}. Usage: node tools/release.mjs [--dry-run | --publish | --only STEP,…]`], 2);
  let values;
  try {
    ({ values } = parseArgs({
      options: { 'dry-run': { type: 'boolean' }, publish: { type: 'boolean' }, only: { type: 'string' } },
    }));
  } catch (error) {
    throw usage(error.message);
  }
  const { 'dry-run': isDry = false, publish: isPublished = false, only } = values;
  if (isPublished && (isDry || only !== undefined))
    throw usage('--publish takes every step, and is no dry run');
  const wanted = only?.split(',') ?? STEPS;
  const unknown = wanted.filter((step) => !STEPS.includes(step));
  if (unknown.length > 0) throw usage(`there is no step ${unknown.join(', ')}`);
  // What is tagged has passed all that comes before.
  const steps = STEPS.filter((step) => wanted.includes(step) && !(step === 'tag' && (isDry || isPublished)));
  return { isPublished, steps };
}

try {
  release(parse());
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
